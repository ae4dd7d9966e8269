"""Writes down every REST call and its answer, so that they can be held against Discord's description."""

import json
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from sandbox.calls import API, HEARD
from sandbox.refused import Json


class Record:
    """A file of JSON lines: `method`, `path` after /api/v10, `kind` of content, `request`, `status`, `answer`.

    `request` is missing where the call's body wasn't read, and `answer` is null where there was none.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8")

    def write(self, call: Json) -> None:
        json.dump(call, self._file, ensure_ascii=False)
        self._file.write("\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def recording(record: Record) -> Middleware:
    """A middleware that writes what passes it into a record."""

    @web.middleware
    async def written(request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request)
        body = response.body if isinstance(response, web.Response) else None
        heard = {"request": request[HEARD]} if HEARD in request else {}
        record.write(
            {
                "method": request.method,
                "path": request.path.removeprefix(API),
                "kind": request.content_type,
                **heard,
                "status": response.status,
                "answer": json.loads(body) if isinstance(body, bytes) and body else None,
            }
        )
        return response

    return written
