"""The store's own parts: ciphers, migrations, doctor."""
