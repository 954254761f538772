-- Who is here: ARGV[3] is arrive, depart or ask; ARGV[4] is a connection, or when asking how many
-- a seat may have. `here` holds `place:connection` by the end of its time to live, `away` when the
-- last connection of a place was gone, when the first of a seat came after that (`seat+`; a gap no
-- longer than a time to live does not count), and when one first asked.
local way, connection, place, ttl = ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local places = {'host', 'guest', '-'}

local function leave(member, at)
  call('ZREM', here, member)
  local its_place = string.match(member, '^[^:]+')
  local last = tonumber(call('HGET', away, its_place) or 0)
  call('HSET', away, its_place, math.max(last, at))
end

local function is_empty(its_place)
  for _, member in ipairs(call('ZRANGE', here, 0, -1)) do
    if string.match(member, '^[^:]+') == its_place then return false end
  end
  return true
end

local function come()
  local gone = call('HGET', away, place)
  if not gone or now - tonumber(gone) > ttl then call('HSET', away, place .. '+', now) end
end

local function settle()
  local lapsed = call('ZRANGE', here, '-inf', now, 'BYSCORE', 'WITHSCORES')
  for index = 1, #lapsed, 2 do leave(lapsed[index], tonumber(lapsed[index + 1])) end
end

local function remember()
  local _, _, gone = standing()
  local life = math.max(tonumber(gone or 0) - now, 2 * ttl)
  call('PEXPIRE', here, life)
  call('PEXPIRE', away, life)
end

settle()
if way == 'depart' then
  for _, each in ipairs(places) do
    local member = each .. ':' .. connection
    if call('ZSCORE', here, member) then
      leave(member, now)
      call('SPUBLISH', room, 'P')
    end
  end
  return 0
end

local is_first = call('HSETNX', away, 'asked', now) == 1
if way == 'arrive' then
  local member = place .. ':' .. connection
  local is_known = call('ZSCORE', here, member)
  if place ~= '-' and not is_known and is_empty(place) then come() end
  call('ZADD', here, now + ttl, member)
  if not is_known then
    for _, each in ipairs(places) do
      local other = each .. ':' .. connection
      if each ~= place and call('ZSCORE', here, other) then leave(other, now) end
    end
  end
  if not is_known or call('PTTL', here) < ttl then remember() end
  if not is_known then call('SPUBLISH', room, 'P') end
  return 0
end

if is_first then remember() end
local found = {host = {}, guest = {}, ['-'] = {}}
for _, member in ipairs(call('ZRANGE', here, 0, -1)) do
  local its_place, its_connection = string.match(member, '^([^:]+):(.*)$')
  table.insert(found[its_place], its_connection)
end
local surplus = {}
for _, seat in ipairs({'host', 'guest'}) do
  table.sort(found[seat])
  for index = 1, #found[seat] - tonumber(connection) do
    table.insert(surplus, found[seat][index])
  end
end
local asked = call('HGET', away, 'asked')
local function told(seat)
  local since = call('HGET', away, #found[seat] > 0 and seat .. '+' or seat)
  return tonumber(since or asked)
end
return {#found.host, told('host'), #found.guest, told('guest'), #found['-'], unpack(surplus)}
