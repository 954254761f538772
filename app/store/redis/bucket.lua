-- A token bucket in KEYS[1], refilled on the server's time: 0 if granted, else milliseconds to wait.
local per_second, burst, cost = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local takes, never = ARGV[6] == 'take', ARGV[7]
local key = KEYS[1]
local level, at = unpack(call('HMGET', key, 'level', 'at'))
level = tonumber(level or burst)
if at then level = math.min(burst, level + math.max(0, now - tonumber(at)) * per_second / 1000) end
if level + 1e-9 < cost then
  if cost > burst or per_second == 0 then return tonumber(never) end
  return math.max(1, math.ceil((cost - level) / per_second * 1000))
end
if takes then
  level = level - cost
  local full_in = per_second > 0 and (burst - level) / per_second * 1000 or 86400000
  call('HSET', key, 'level', string.format('%.17g', level), 'at', now)
  call('PEXPIRE', key, math.max(1, math.ceil(full_in)))
end
return 0
