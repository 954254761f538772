-- Let a living room live at least until ARGV[3].
local expires_at = tonumber(ARGV[3])
local ends_at, gone = unpack(call('HMGET', room, 'end', 'gone'))
if not ends_at or now >= tonumber(ends_at) or expires_at <= tonumber(ends_at) then return 0 end
call('HSET', room, 'end', expires_at)
if expires_at > tonumber(gone) then call('HSET', room, 'gone', keep_until(expires_at)) end
return 1
