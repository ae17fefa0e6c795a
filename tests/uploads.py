"""Files in requests that are made up from the document: schemathesis knows how to send JSON and forms alone."""

import schemathesis

schemathesis.serializer.alias(
    ["application/jsonl", "application/x-ndjson", "application/gzip"], "application/octet-stream"
)
