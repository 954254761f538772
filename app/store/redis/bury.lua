-- Delete a room that has expired, with all that hangs on it; one that lives is put back in line.
local ends_at = tonumber(call('HGET', room, 'end') or 0)
if now < ends_at then
  call('HSET', room, 'ix', ends_at)
  call('ZADD', ends, ends_at, code)
  return 0
end
call('DEL', room, log, ids, games, said, here, away)
call('ZREM', deadlines, code)
call('ZREM', ends, code)
return 1
