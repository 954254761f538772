-- What every script begins with: the time, given in ARGV[1] or else the server's own.
local call = redis.call
local now = tonumber(ARGV[1])
if not now then
  local clock = call('TIME')
  now = clock[1] * 1000 + math.floor(clock[2] / 1000)
end

-- The keys of a room, the same in every script that is about one. The room's own key is a hash:
-- h (`version tag end gone deadline`: its head, when it expires, until when its keys are kept, and
-- its deadline if it has one), cp (checkpoint), host, guest (seat tokens).
local room, log, ids, games, said, here, away, deadlines, ends = unpack(KEYS)
local code = ARGV[2]

-- The head, `end`, `gone` and the deadline of a room; nothing if there is none.
local function standing()
  local written = call('HGET', room, 'h')
  if not written then return end
  -- Cut by hand: a pattern takes four times as long.
  local find, sub = string.find, string.sub
  local tag = find(written, ' ', 1, true) + 1
  local ends_at = find(written, ' ', tag, true) + 1
  local gone = find(written, ' ', ends_at, true) + 1
  local due = find(written, ' ', gone, true) + 1
  return sub(written, 1, ends_at - 2), sub(written, ends_at, gone - 2),
    sub(written, gone, due - 2), sub(written, due)
end

-- Let everything of a room be kept a quarter of its life longer than it lives: then its keys
-- need not be touched by every event. Whether it lives is decided by `end` alone.
local function keep_until(expires_at)
  local gone = expires_at + math.floor(math.max(0, expires_at - now) / 4)
  for number = 1, 7 do
    call('PEXPIRE', KEYS[number], math.max(1, gone - now))
  end
  return gone
end
