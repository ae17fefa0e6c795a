"""As it happens: `live` (who waits is woken), `feeds` (what a stream then says), `places` (how many fit)."""
