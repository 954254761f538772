-- Delete a room that has expired, with all that hangs on it; one that lives is put back in line.
local _, ends_at = standing()
if ends_at and now < tonumber(ends_at) then
  call('ZADD', ends, ends_at, code)
  return 0
end
call('DEL', room, log, ids, games, said, here, away)
call('ZREM', deadlines, code)
call('ZREM', ends, code)
return 1
