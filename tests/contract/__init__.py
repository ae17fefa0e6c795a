"""What a store promises, whatever the database: each test runs on SQLite and on PostgreSQL."""
