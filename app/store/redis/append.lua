-- Compare and append: the head moves if it is where the writer thought, with all that hangs on it.
-- 1 if it did, 2 if it did and only the writer listens, who need not be told; `version tag` of a
-- command or an event that stands in the log already; else why not.
local not_after, after_version, after_tag, version, tag = unpack(ARGV, 3, 7)
local command, entry, expires_at, deadline = unpack(ARGV, 8, 11)
-- What most events do not have is left out at the end.
local mark, secret, checkpoint, host, guest, number, record = unpack(ARGV, 12, 18)

local stands, stands_tag, ends_at, due, gone, indexed =
  unpack(call('HMGET', room, 'v', 't', 'end', 'dl', 'gone', 'ix'))
local lives = ends_at and now < tonumber(ends_at)
local id = version .. '-0'
local is_new = after_version == '0'
local fits = is_new and not lives
  or lives and stands == after_version and stands_tag == after_tag
local is_late = now > tonumber(not_after)

if is_late or not fits then
  local first = lives and command ~= '' and call('HGET', ids, command)
  if first then return first end
  -- Perhaps it is this very event, written before and its answer lost.
  local same = lives and tonumber(stands) >= tonumber(version) and call('XRANGE', log, id, id)[1]
  if same and string.sub(same[2][4], 1, #tag) == tag then return version .. ' ' .. tag end
  return is_late and 'late' or 'conflict'
end

if is_new then
  call('DEL', room, log, ids, games, said, here, away)
  call('ZREM', deadlines, code)
  due, gone, indexed = '', nil, nil
end
-- The first thing that is written: a command that is known already changes nothing.
if command ~= '' and call('HSETNX', ids, command, version .. ' ' .. tag) == 0 then
  return call('HGET', ids, command)
end
call('XADD', log, id, 'c', command, 'e', entry)

if is_new then
  call('HSET', room, 'cp', version)
elseif checkpoint == '1' then
  local newest = call('HGET', room, 'cp')
  for _, old in ipairs(call('XRANGE', log, '-', '(' .. newest .. '-0')) do
    if old[2][2] ~= '' then call('HDEL', ids, old[2][2]) end
  end
  call('XTRIM', log, 'MINID', newest .. '-0')
  call('HSET', room, 'cp', version)
end

if deadline ~= due then
  if deadline == '' then
    call('ZREM', deadlines, code)
  else
    call('ZADD', deadlines, deadline, code)
  end
end
-- The index may name an end that is too early: whoever sweeps looks at the room again.
local ends_by = tonumber(expires_at)
if not indexed or ends_by < tonumber(indexed) then
  call('ZADD', ends, expires_at, code)
  call('HSET', room, 'ix', expires_at)
end

if host and host ~= '-' then call('HSET', room, 'host', host) end
if guest and guest ~= '-' then call('HSET', room, 'guest', guest) end
if number and number ~= '' then
  if record == '' then
    call('HDEL', games, number)
  else
    call('HSET', games, number, record)
    call('PEXPIRE', games, math.max(1, tonumber(gone or expires_at) - now))
  end
end

call('HSET', room, 'v', version, 't', tag, 'end', expires_at, 'dl', deadline)
if not gone or ends_by > tonumber(gone) then
  call('HSET', room, 'gone', keep_until(ends_by))
end

-- A message that goes nowhere but back to the worker that waits for this answer is spared.
if mark ~= '' and not host then
  local listeners = call('PUBSUB', 'SHARDNUMSUB', room, mark)
  if listeners[2] == 1 and listeners[4] == 1 then return 2 end
end
local after = after_version .. '\n' .. after_tag .. '\n' .. version .. '\n'
if secret == '1' then
  call('SPUBLISH', room, 'Q\n' .. after .. tag)
else
  call('SPUBLISH', room, 'R\n' .. after .. entry .. '\n' .. command)
end
if host and (host ~= '-' or guest ~= '-') then call('SPUBLISH', room, 'T') end
return 1
