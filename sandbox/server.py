"""Puts the rooms together: one web server for REST, gateway and page."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web

from sandbox import page, rest, rest_application, rest_interactions, rest_messages, rest_threads, table
from sandbox.acts import GATEWAY
from sandbox.calls import API, COURIER, FAULTS, INTERACTIONS, LARGEST_BODY, SHELF, WORLD, as_discord
from sandbox.faults import Courier, Faults
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.keep import Keeper
from sandbox.page import PAGES, Pages, bot_news
from sandbox.record import Record, recording
from sandbox.rules import ANSWER_SECONDS
from sandbox.shelf import FolderShelf, MemoryShelf, Shelf
from sandbox.table import TABLE, Table
from sandbox.world import World

HOST = "127.0.0.1"


def build(
    world: World, shelf: Shelf, record: Record | None = None, answer_within: float = ANSWER_SECONDS
) -> web.Application:
    """The web application of a world; what its REST calls ask and answer goes into the `record`.

    A bot has `answer_within` seconds to answer an interaction.
    """
    pages = Pages(world)
    gateway = Gateway(world, lambda sessions: pages.tell_all(bot_news(sessions)))
    courier = Courier(gateway.interaction)
    interactions = Interactions(world, courier.send, answer_within)
    app = web.Application(client_max_size=LARGEST_BODY)
    api = web.Application(middlewares=[as_discord] if record is None else [recording(record), as_discord])
    faults = Faults()
    for place in (app, api):
        place[WORLD] = world
        place[SHELF] = shelf
        place[INTERACTIONS] = interactions
        place[FAULTS] = faults
        place[COURIER] = courier
    app[GATEWAY] = gateway
    app[PAGES] = pages
    for module in (rest, rest_application, rest_messages, rest_threads, rest_interactions):
        api.add_routes(module.routes)
    app.add_subapp(API, api)
    app.router.add_get("/gateway", gateway.serve)
    app.router.add_get("/gateway/", gateway.serve)
    app.add_routes(page.routes)
    app.add_routes(table.routes)
    app[TABLE] = door = Table()
    app.on_startup.append(door.open)
    app.on_shutdown.append(lambda _: gateway.close())
    app.on_shutdown.append(door.close)
    return app


@asynccontextmanager
async def running(
    port: int, state: Path | None, record: Path | None = None, answer_within: float = ANSWER_SECONDS
) -> AsyncIterator[str]:
    """Serve a world on a port (0: any free one) of this machine; returns its address.

    What is in the folder `state` goes on there; all REST calls are written into the file `record`. A bot has
    `answer_within` seconds to answer an interaction.

    Raises:
        OSError: the port is taken, or the state folder or the record can't be used.
        ValueError: the state folder holds something else.
    """
    world = World()
    keeper = None if state is None else Keeper(world, state)
    shelf = MemoryShelf() if state is None else FolderShelf(state / "attachments")
    book = None if record is None else Record(record)
    runner = web.AppRunner(build(world, shelf, book, answer_within), shutdown_timeout=1.0, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, HOST, port)
        await site.start()
        world.base_url = f"http://{HOST}:{runner.addresses[0][1]}"
        yield world.base_url + "/"
    finally:
        await runner.cleanup()
        if keeper is not None:
            keeper.write()
        if book is not None:
            book.close()
