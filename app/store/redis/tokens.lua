-- Give the seat ARGV[4] one more token, or (ARGV[3] = only) take all others away. Of more than
-- ARGV[6] the oldest goes that is not ARGV[7].
local way, seat, token, most, keep = ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6]), ARGV[7]
local _, ends_at = standing()
if not ends_at or now >= tonumber(ends_at) then return 'gone' end
local text = call('HGET', room, seat)
local before, after, has = {}, {}, false
for each in string.gmatch(text or '', '%S+') do
  before[#before + 1] = each
  has = has or each == token
end
if way == 'only' then
  if has then after[1] = token end
  if #after == #before then return 'same' end
else
  local surplus = #before - (has and most or most - 1)
  for _, each in ipairs(before) do
    if surplus > 0 and each ~= keep then
      surplus = surplus - 1
    else
      after[#after + 1] = each
    end
  end
  if not has then after[#after + 1] = token end
end
call('HSET', room, seat, table.concat(after, ' '))
call('SPUBLISH', room, 'T')
return 'changed'
