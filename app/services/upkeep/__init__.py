"""Behind the requests: `attendance` (bots), `takeovers` (bots for people), `sweeps` (what time does), `guard` (what
fails holds up no other)."""
