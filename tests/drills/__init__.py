"""Long properties: a seeded sample of each in `make test`, the whole in `make drills`."""
