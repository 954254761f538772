"""The game's WebSocket: wire models, one session per connection, and its way out."""
