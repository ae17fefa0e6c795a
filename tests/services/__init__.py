"""Use cases, through the services themselves where a test has to drive time."""
