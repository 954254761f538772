-- Let a living room live at least until ARGV[3].
local expires_at = tonumber(ARGV[3])
local stands, ends_at, gone, due = standing()
if not stands or now >= tonumber(ends_at) or expires_at <= tonumber(ends_at) then return 0 end
if expires_at > tonumber(gone) then gone = keep_until(expires_at) end
call('HSET', room, 'h', stands .. ' ' .. ARGV[3] .. ' ' .. gone .. ' ' .. due)
return 1
