"""Discord's refusals: its error codes, statuses and sentences, and the errors of a form."""

from typing import Any

Json = dict[str, Any]

CODES: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20012: (403, "You are not authorized to perform this action on this application"),
    20026: (403, "This application has been quarantined"),
    30032: (400, "Maximum number of application commands reached (100)"),
    40003: (400, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
}


class Refused(Exception):
    """Discord refuses a request.

    `code` is Discord's error code; where it is in `CODES`, status and sentence follow from it.
    """

    def __init__(
        self, code: int, *, status: int | None = None, message: str | None = None, errors: Json | None = None
    ) -> None:
        known_status, known_message = CODES.get(code, (400, "Bad Request"))
        self.code = code
        self.status = status or known_status
        self.message = message or known_message
        self.errors = errors
        super().__init__(f"{self.status} {self.code} {self.message}")

    @property
    def body(self) -> Json:
        """The JSON body of the answer."""
        body: Json = {"message": self.message, "code": self.code}
        return body if self.errors is None else body | {"errors": self.errors}


class Validator:
    """Collects the errors of a request's fields, as Discord reports them: all at once, each at its place."""

    def __init__(self, *root: str) -> None:
        self._root = root
        self._errors: Json = {}

    def wrong(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Record one error at `path` (keys and indexes from the body's root)."""
        place = self._errors
        for key in (*self._root, *path):
            place = place.setdefault(str(key), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: tuple[str | int, ...], value: Any, most: int, least: int = 0, *, what: type = str) -> bool:
        """Check type and length of a text or list; False if it is wrong (and recorded)."""
        if value is None and least == 0:
            return True
        if value is None:
            self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, what):
            kind = "STRING" if what is str else "LIST"
            self.wrong(path, f"{kind}_TYPE_CONVERT", f"Could not interpret the value as {kind.lower()}.")
        elif len(value) > most and least == 0:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif not least <= len(value) <= most:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        else:
            return True
        return False

    def number(self, path: tuple[str | int, ...], value: Any, least: int, most: int) -> None:
        """Check that a value, if it is given, is a whole number from `least` to `most`."""
        if value is None:
            return
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif not least <= value <= most:
            self.wrong(path, "NUMBER_TYPE_RANGE", f"int value should be between {least} and {most}.")

    def choice(self, path: tuple[str | int, ...], value: Any, allowed: set[Any]) -> bool:
        """Check that a value is one of those allowed; False if it is not (and recorded)."""
        if value in allowed:
            return True
        choices = ", ".join(sorted(map(str, allowed)))
        self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")
        return False

    def check(self) -> None:
        """Raise `Refused` with code 50035 if anything was wrong."""
        if self._errors:
            raise Refused(50035, errors=self._errors)
