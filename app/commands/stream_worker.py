"""gunicorn's gevent worker, for which a client that reads too slowly is one that has gone: nothing to complain of."""

import errno
from typing import Any

from gunicorn.workers.ggevent import GeventWorker


class StreamWorker(GeventWorker):  # type: ignore[misc]
    """Loaded by gunicorn alone, where everything has been patched."""

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        """As its base; what is sent has its time."""
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            raise BrokenPipeError(errno.EPIPE, "the client takes nothing in") from None
