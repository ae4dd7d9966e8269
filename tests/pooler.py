"""PgBouncer before a test's PostgreSQL, as those who rent databases out put it there."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from sqlalchemy import make_url

from tests.driver import PATIENCE

MISSING = "The pooler's tests need PgBouncer: apt-get install pgbouncer"
CONFIGURATION = """
[databases]
house = host={socket} dbname={database} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = {size}
max_client_conn = 200
query_wait_timeout = 30
"""


@contextmanager
def running_pooler(url: str, mode: Literal["transaction", "session"], size: int = 6) -> Iterator[str]:
    """The URL at which PgBouncer lends so many sessions of this database to any number of clients."""
    program = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if not program:
        pytest.skip(MISSING)
    server = make_url(url)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "pgbouncer.ini")
        text = CONFIGURATION.format(
            socket=server.query["host"], database=server.database, user=server.username, port=port, mode=mode, size=size
        )
        file.write_text(text)
        # who may go to the server's socket: never root, as PgBouncer refuses to run as root
        owner = Path(str(server.query["host"])).stat()
        for path in (folder, file):
            os.chown(path, owner.st_uid, owner.st_gid)
        running = subprocess.Popen(
            [program, "-q", str(file)],
            user=owner.st_uid,
            group=owner.st_gid,
            extra_groups=[] if os.geteuid() == 0 else None,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait(running, port)
            yield f"postgresql+psycopg://bot@127.0.0.1:{port}/house"
        finally:
            running.terminate()
            running.wait()


def _wait(running: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            if running.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.02)
