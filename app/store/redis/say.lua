-- Keep and ring one line of chat, unless its command said one a short while ago: {n, at, line}.
local command, line = ARGV[3], ARGV[4]
local most, remembered = tonumber(ARGV[5]), now - tonumber(ARGV[6])
local _, ends_at, gone = standing()
if not ends_at or now >= tonumber(ends_at) then return 'gone' end

local n = 1
for place, old in ipairs(call('XREVRANGE', said, '+', '-')) do
  local its_n, its = tonumber(string.match(old[1], '^%d+')), old[2]
  if place == 1 then n = its_n + 1 end
  if tonumber(its[4]) <= remembered then break end
  if its[2] == command then return {its_n, tonumber(its[4]), its[6]} end
end

call('XADD', said, n .. '-0', 'c', command, 'a', now, 'e', line)
call('PEXPIRE', said, math.max(1, tonumber(gone) - now))
-- Older lines are kept as long as a repeat of them must be known.
while true do
  local oldest = call('XRANGE', said, '-', '+', 'COUNT', 1)[1]
  if tonumber(string.match(oldest[1], '^%d+')) > n - most then break end
  if tonumber(oldest[2][4]) > remembered then break end
  call('XDEL', said, oldest[1])
end
call('SPUBLISH', room, 'S\n' .. n .. '\n' .. now .. '\n' .. line .. '\n' .. command)
return {n, now, line}
