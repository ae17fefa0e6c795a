"""The service as it runs in production, in processes of its own: raced, and killed."""
