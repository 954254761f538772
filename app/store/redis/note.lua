-- A short text in KEYS[1] for a while. ARGV[3] is remember (the first one stands), put (the last
-- one does), hold (a lease: its owner may renew it), release or recall (what stands).
local way, text, ttl = ARGV[3], ARGV[4], tonumber(ARGV[5])
local key = KEYS[1]
local stands, ends_at = unpack(call('HMGET', key, 'text', 'until'))
if stands and now >= tonumber(ends_at) then stands = nil end
if way == 'recall' then return stands end
if way == 'release' then
  if stands == text then call('DEL', key) end
  return text
end
if stands and way ~= 'put' and (way == 'remember' or stands ~= text) then return stands end
call('HSET', key, 'text', text, 'until', now + ttl)
call('PEXPIRE', key, math.max(1, ttl))
return text
