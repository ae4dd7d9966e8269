"""Whole tours of SuperEchelon over real HTTP and WebSocket: three players, one of whom takes no direct messages."""

import pytest

from tests.driver import Driver, Message, Player
from tests.e2e.match import Match, answers_by_name, steps

pytestmark = pytest.mark.long

CLOSED = "it's your turn. I can't send you direct messages, so please use this button."


class Called(Match):
    """A match whose last player is called in the thread, and answers in the panel that only they see there."""

    @property
    def mention(self) -> Message | None:
        """The newest call of the player in the thread."""
        calls = [m for m in self.players[-1].sees(self.thread) if m.content.endswith(CLOSED)]
        return calls[-1] if calls else None

    def panel(self, player: Player) -> Message | None:
        if player is not self.players[-1]:
            return super().panel(player)
        mine = [m for m in player.sees(self.thread) if m.ephemeral and m.parts]
        call = self.mention
        if call is not None and not any(int(m.id) > int(call.id) for m in mine):
            return call
        return mine[-1] if mine and steps(mine[-1]) else None

    async def answer(self, player: Player) -> list[str]:
        panel = self.panel(player)
        if panel is not None and panel is self.mention:
            assert panel.content.startswith(f"<@{player.id}>")
            await player.press(panel, "Your move")
        return await super().answer(player)


@pytest.fixture
async def match(driver: Driver) -> Called:
    carla = driver.player("Carla")
    await carla.open_dms(False)
    return await Called.begin(driver, "Ann", "Bob", "Carla", game="superechelon", preset="short")


async def test_three_players_ride_a_tour(driver: Driver, match: Called) -> None:
    await match.play()
    export = await match.export_finished()
    assert answers_by_name(export) == match.played
    carla = match.players[-1]
    assert carla.sees(carla.dm()) == []
    hands = [m for m in driver.messages.values() if any("-hand" in file["filename"] for file in m.attachments)]
    assert hands
    assert [m for m in hands if not m.ephemeral and m.channel_id == match.thread.id] == []
