"""The person who presses."""

from __future__ import annotations

from cogs.ui.client import Interaction
from host.table.lobby import Person


def person(interaction: Interaction) -> Person:
    """The person who presses, under the name that this server knows."""
    return Person(interaction.user.id, interaction.user.display_name, interaction.id)
