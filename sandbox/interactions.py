"""Interactions: what a player did, as the bot hears of it, and what became of it."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sandbox.objects import GUILD_LOCALE, channel_json, channel_permissions, member_json, message_json, user_json
from sandbox.refused import Json, Refused
from sandbox.rules import FILE_BYTES, TOKEN_SECONDS
from sandbox.rules_commands import MESSAGE, USER
from sandbox.world import BOT_ID, DM, GUILD_ID, Channel, Message, User, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
IN_GUILD, IN_BOT_DM = 0, 1

NO_ANSWER = "The application did not respond"


@dataclass
class Interaction:
    """One press, command or form of a player; `tell` reaches the page (or test) where they did it."""

    id: str
    token: str
    kind: int
    user: User
    channel: Channel
    body: Json
    made: datetime
    nonce: Any
    tell: Callable[[Json], None]
    owners: Json  # who has installed the app, by context
    message: Message | None = None
    opened_by: "Interaction | None" = None
    callback: int | None = None
    response_id: str | None = None
    late: bool = False
    timer: asyncio.TimerHandle | None = None

    @property
    def metadata(self) -> Json:
        """Metadata of a message about the interaction that it answers."""
        answer: Json = {
            "id": self.id,
            "type": self.kind,
            "user": user_json(self.user),
            "authorizing_integration_owners": self.owners,
        }
        if self.kind == COMMAND:
            answer |= {"name": self.body["name"], "command_type": self.body["type"]}
            if self.body["type"] == USER:
                answer["target_user"] = self.body["resolved"]["users"][self.body["target_id"]]
            elif self.body["type"] == MESSAGE:
                answer["target_message_id"] = self.body["target_id"]
        if self.kind == COMPONENT and self.message is not None:
            answer["interacted_message_id"] = self.message.id
        if self.opened_by is not None:
            answer["triggering_interaction_metadata"] = self.opened_by.metadata
        return answer


@dataclass(frozen=True)
class Modal:
    """A form that a player has open."""

    id: str
    form: Json
    opened_by: Interaction


class Interactions:
    """All interactions of this run, by token, and the forms that are open.

    The `answer_within` seconds that the bot has are real ones, whatever the world's clock says; the token's 15 minutes
    are the world's.
    """

    def __init__(self, world: World, send: Callable[[Interaction, Json], None], answer_within: float) -> None:
        self._world = world
        self._send = send
        self._answer_within = answer_within
        self._by_token: dict[str, Interaction] = {}
        self.modals: dict[str, Modal] = {}

    def begin(
        self,
        kind: int,
        user: User,
        channel: Channel,
        body: Json,
        *,
        nonce: Any,
        tell: Callable[[Json], None],
        message: Message | None = None,
        opened_by: Interaction | None = None,
    ) -> Interaction:
        """Tell the bot what a player did and start the time that it has to answer."""
        interaction = Interaction(
            self._world.new_id(),
            secrets.token_urlsafe(48),
            kind,
            user,
            channel,
            body,
            self._world.now(),
            nonce,
            tell,
            self._world.installers(user, channel, self._world.commands.get(str(body.get("id")))),
            message,
            opened_by,
        )
        forgotten = interaction.made - timedelta(seconds=2 * TOKEN_SECONDS)
        self._by_token = {token: old for token, old in self._by_token.items() if old.made > forgotten}
        self._by_token[interaction.token] = interaction
        interaction.timer = asyncio.get_running_loop().call_later(self._answer_within, self._expire, interaction)
        self._send(interaction, self._payload(interaction))
        return interaction

    def open_modal(self, interaction: Interaction, form: Json) -> None:
        modal = Modal(self._world.new_id(), form, interaction)
        self.modals[modal.id] = modal
        interaction.tell({"t": "modal", "user": interaction.user.id, "modal_id": modal.id, "modal": form})

    def to_answer(self, interaction_id: str, token: str) -> Interaction:
        """The interaction of a callback; refused if it is unknown, too late or already answered."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id or interaction.late:
            raise Refused(10062)
        if interaction.callback is not None:
            raise Refused(40060)
        return interaction

    def answered(self, interaction: Interaction, callback: int) -> None:
        """Record the type of the answer, and tell the player's page that all is well."""
        interaction.callback = callback
        if interaction.timer is not None:
            interaction.timer.cancel()
        if interaction.kind != AUTOCOMPLETE:
            done: Json = {"t": "done", "nonce": interaction.nonce, "interaction_id": interaction.id}
            interaction.tell(done | {"callback": callback, "message_id": interaction.response_id})

    def to_follow_up(self, application_id: str, token: str) -> Interaction:
        """The interaction of a follow-up; refused if its token is unknown or older than 15 minutes."""
        interaction = self._by_token.get(token)
        if interaction is None or application_id != BOT_ID or interaction.callback is None:
            raise Refused(10015)
        if self._world.now() - interaction.made > timedelta(seconds=TOKEN_SECONDS):
            raise Refused(50027)
        return interaction

    def _expire(self, interaction: Interaction) -> None:
        interaction.late = True
        interaction.tell({"t": "failed", "nonce": interaction.nonce, "text": NO_ANSWER})

    def _payload(self, interaction: Interaction) -> Json:
        world, channel, user = self._world, interaction.channel, interaction.user
        permissions = channel_permissions(world, channel, user.id)
        payload: Json = {
            "id": interaction.id,
            "application_id": BOT_ID,
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": interaction.body,
            "channel_id": channel.id,
            "channel": channel_json(world, channel) | {"permissions": str(permissions)},
            # who has installed the app for themselves lends it what they may do
            "app_permissions": str(channel_permissions(world, channel, BOT_ID if world.has_bot else user.id)),
            "locale": user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": interaction.owners,
            "context": IN_BOT_DM if channel.type == DM else IN_GUILD,
            "attachment_size_limit": FILE_BYTES,
        }
        if channel.type == DM:
            payload["user"] = user_json(user)
        else:
            payload |= {
                "guild_id": GUILD_ID,
                "guild": {"id": GUILD_ID, "locale": GUILD_LOCALE, "features": []},
                "guild_locale": GUILD_LOCALE,
                "member": member_json(world, user, permissions=True),
            }
        if interaction.message is not None:
            payload["message"] = message_json(world, interaction.message)
        return payload
