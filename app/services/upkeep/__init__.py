"""What is done behind the requests: `attendance` (bots move), `sweeps` (what time does)."""
