-- Compare and append: the head moves if it is where the writer thought, with all that hangs on it.
-- 1 if it did; `version tag` of a command or an event that stands in the log already; else why not.
local not_after = tonumber(ARGV[3])
local after_version, after_tag, version, tag = ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local command, entry, is_secret = ARGV[8], ARGV[9], ARGV[10] == '1'
local expires_at, deadline, is_checkpoint = tonumber(ARGV[11]), ARGV[12], ARGV[13] == '1'
local host, guest, number, record = ARGV[14], ARGV[15], ARGV[16], ARGV[17]

local stands, stands_tag, ends_at, due, gone, indexed, checkpoint =
  unpack(redis.call('HMGET', room, 'v', 't', 'end', 'dl', 'gone', 'ix', 'cp'))
local lives = ends_at and now < tonumber(ends_at)
local id = version .. '-0'

if lives then
  local first = command ~= '' and redis.call('HGET', ids, command)
  if first then return first end
  -- Perhaps it is this very event, written before and its answer lost.
  local same = tonumber(stands) >= tonumber(version) and redis.call('XRANGE', log, id, id)[1]
  if same and string.sub(same[2][4], 1, #tag) == tag then return version .. ' ' .. tag end
end
if now > not_after then return 'late' end

local is_new = after_version == '0'
if is_new then
  if lives then return 'conflict' end
  redis.call('DEL', room, log, ids, games, said, here, away)
  redis.call('ZREM', deadlines, code)
  due, gone, indexed = '', nil, nil
elseif not lives or stands ~= after_version or stands_tag ~= after_tag then
  return 'conflict'
end

redis.call('XADD', log, id, 'c', command, 'e', entry)
if command ~= '' then redis.call('HSET', ids, command, version .. ' ' .. tag) end

if is_new then
  redis.call('HSET', room, 'cp', version)
elseif is_checkpoint then
  for _, old in ipairs(redis.call('XRANGE', log, '-', '(' .. checkpoint .. '-0')) do
    if old[2][2] ~= '' then redis.call('HDEL', ids, old[2][2]) end
  end
  redis.call('XTRIM', log, 'MINID', checkpoint .. '-0')
  redis.call('HSET', room, 'cp', version)
end

if deadline ~= due then
  if deadline == '' then
    redis.call('ZREM', deadlines, code)
  else
    redis.call('ZADD', deadlines, deadline, code)
  end
end
-- The index may name an end that is too early: whoever sweeps looks at the room again.
if not indexed or expires_at < tonumber(indexed) then
  indexed = expires_at
  redis.call('ZADD', ends, indexed, code)
end

local grants = ''
for seat, token in pairs({host = host, guest = guest}) do
  if token ~= '-' then
    redis.call('HSET', room, seat, token)
    grants = 'T'
  end
end
if number ~= '' then
  if record == '' then
    redis.call('HDEL', games, number)
  else
    redis.call('HSET', games, number, record)
    redis.call('PEXPIRE', games, math.max(1, tonumber(gone or expires_at) - now))
  end
end

local is_kept = gone and expires_at <= tonumber(gone)
redis.call('HSET', room, 'v', version, 't', tag, 'end', expires_at, 'dl', deadline, 'ix', indexed)
if not is_kept then redis.call('HSET', room, 'gone', keep_until(expires_at)) end

local after = after_version .. '\n' .. after_tag .. '\n' .. version .. '\n'
if is_secret then
  redis.call('SPUBLISH', room, 'Q\n' .. after .. tag)
else
  redis.call('SPUBLISH', room, 'R\n' .. after .. entry .. '\n' .. command)
end
if grants ~= '' then redis.call('SPUBLISH', room, grants) end
return 1
