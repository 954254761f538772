-- What every script begins with: the time, given in ARGV[1] or else the server's own.
local call = redis.call
local now = tonumber(ARGV[1])
if not now then
  local clock = call('TIME')
  now = clock[1] * 1000 + math.floor(clock[2] / 1000)
end

-- The keys of a room, the same in every script that is about one. The room's own key is a hash:
-- v, t (head: version and tag), end (when it expires), gone (until when its keys are kept),
-- ix (where it stands in `ends`), dl (deadline), cp (checkpoint), host, guest (seat tokens).
local room, log, ids, games, said, here, away, deadlines, ends = unpack(KEYS)
local code = ARGV[2]

-- Let everything of a room be kept a quarter of its life longer than it lives: then its keys
-- need not be touched by every event. Whether it lives is decided by `end` alone.
local function keep_until(expires_at)
  local gone = expires_at + math.floor(math.max(0, expires_at - now) / 4)
  for number = 1, 7 do
    call('PEXPIRE', KEYS[number], math.max(1, gone - now))
  end
  return gone
end
