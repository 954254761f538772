-- Compare and append: the head moves if it is where the writer thought, with all that hangs on it.
-- 1 if it did, 2 if it did and only the writer listens, who need not be told; `version tag` of a
-- command or an event that stands in the log already; `more` if other keys are needed than were
-- given; else why not.
local not_after, after, head, command, entry, expires_at, deadline, mark = unpack(ARGV, 3, 10)
-- What most events do not have is left out at the end.
local secret, checkpoint, host, guest, number, record, oldest = unpack(ARGV, 11, 17)

local version = string.sub(head, 1, string.find(head, ' ', 1, true) - 1)
local is_new = after == '0 '
local stands, ends_at, gone, due = standing()
local lives = stands and now < tonumber(ends_at)
local fits = is_new and not lives or lives and stands == after
local is_late = now > tonumber(not_after)

-- A set of small whole numbers takes little room and is searched quickly; if one stands for two
-- commands, that costs a look into the log.
local function number_of(its_command)
  return tonumber(string.sub(redis.sha1hex(its_command), 1, 7), 16)
end

-- The head that this command has got before.
local function first()
  for _, each in ipairs(call('XRANGE', log, '-', '+')) do
    if each[2][2] == command then
      return string.match(each[1], '^%d+') .. ' ' .. string.match(each[2][4], '^%S+')
    end
  end
end

if is_late or not fits then
  local known = lives and command ~= '' and call('SISMEMBER', ids, number_of(command)) == 1
  local found = known and first()
  if found then return found end
  -- Perhaps it is this very event, written before and its answer lost.
  local same = lives and call('XRANGE', log, version, version)[1]
  if same and version .. ' ' .. string.match(same[2][4], '^%S+') == head then return head end
  return is_late and 'late' or 'conflict'
end

local ends_by = tonumber(expires_at)
local is_kept = gone and ends_by <= tonumber(gone)
local is_indexed = ends_at and ends_by >= tonumber(ends_at)
if not ends and (is_new or deadline ~= due or not is_kept or not is_indexed) then return 'more' end

if is_new then
  call('DEL', room, log, ids, games, said, here, away)
  call('ZREM', deadlines, code)
  due, is_kept, is_indexed = '', false, false
  -- There from the beginning, so that it is kept as long as everything else.
  call('SADD', ids, -1)
end
-- The first thing that is written: a command that is known already changes nothing.
if command ~= '' and call('SADD', ids, number_of(command)) == 0 then
  local found = first()
  if found then return found end
end
call('XADD', log, version, 'c', command, 'e', entry)

if is_new then
  call('HSET', room, 'cp', version)
elseif checkpoint == '1' then
  call('XTRIM', log, 'MINID', call('HGET', room, 'cp'))
  call('HSET', room, 'cp', version)
  call('DEL', ids)
  call('SADD', ids, -1)
  for _, each in ipairs(call('XRANGE', log, '-', '+')) do
    if each[2][2] ~= '' then call('SADD', ids, number_of(each[2][2])) end
  end
  call('PEXPIRE', ids, math.max(1, tonumber(gone) - now))
end

if deadline ~= due then
  if deadline == '' then
    call('ZREM', deadlines, code)
  else
    call('ZADD', deadlines, deadline, code)
  end
end
-- The index may name an end that is too early: whoever sweeps looks at the room again.
if not is_indexed then call('ZADD', ends, expires_at, code) end

if host and host ~= '-' then call('HSET', room, 'host', host) end
if guest and guest ~= '-' then call('HSET', room, 'guest', guest) end
if number and number ~= '' then
  if record == '' then
    call('HDEL', games, number)
  else
    call('HSET', games, number, record)
    call('HDEL', games, oldest)
    call('PEXPIRE', games, math.max(1, tonumber(gone or expires_at) - now))
  end
end

if not is_kept then gone = keep_until(ends_by) end
call('HSET', room, 'h', head .. ' ' .. expires_at .. ' ' .. gone .. ' ' .. deadline)

-- A message that goes nowhere but back to the worker that waits for this answer is spared.
if mark ~= '' and not host then
  local listeners = call('PUBSUB', 'SHARDNUMSUB', room, mark)
  if listeners[2] == 1 and listeners[4] == 1 then return 2 end
end
if secret == '1' then
  call('SPUBLISH', room, 'Q\n' .. after .. '\n' .. head)
else
  call('SPUBLISH', room, 'R\n' .. after .. '\n' .. version .. '\n' .. entry .. '\n' .. command)
end
if host and (host ~= '-' or guest ~= '-') then call('SPUBLISH', room, 'T') end
return 1
