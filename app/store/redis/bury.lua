-- Delete a room that has expired, with all that hangs on it; one that lives is put back in line.
local ends_at = tonumber(redis.call('HGET', room, 'end') or 0)
if now < ends_at then
  redis.call('HSET', room, 'ix', ends_at)
  redis.call('ZADD', ends, ends_at, code)
  return 0
end
redis.call('DEL', room, log, ids, games, said, here, away)
redis.call('ZREM', deadlines, code)
redis.call('ZREM', ends, code)
return 1
