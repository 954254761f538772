-- How many each owner has, in KEYS[1]: `count until` by owner. ARGV[3] has ARGV[4] for ARGV[5] from
-- now on, or none; what all have: {owner, count, owner, count, ...}.
local owner, count, ttl = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local key = KEYS[1]
if count > 0 then
  call('HSET', key, owner, count .. ' ' .. now + ttl)
else
  call('HDEL', key, owner)
end
local found, latest = {}, 0
local noted = call('HGETALL', key)
for index = 1, #noted, 2 do
  local its_count, ends_at = string.match(noted[index + 1], '^(%d+) (%d+)$')
  if now >= tonumber(ends_at) then
    call('HDEL', key, noted[index])
  else
    latest = math.max(latest, tonumber(ends_at))
    table.insert(found, noted[index])
    table.insert(found, tonumber(its_count))
  end
end
if latest > 0 then call('PEXPIRE', key, latest - now) end
return found
