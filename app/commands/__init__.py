"""Commands of `flask --app wsgi`.

`streams` starts a process of its own, with the worker of gunicorn that is in `stream_worker`.
"""
