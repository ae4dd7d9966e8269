"""Holds recorded REST calls against Discord's own description of them, which lies beside the checkout if at all."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.driver import ROOT

Json = dict[str, Any]
DESCRIPTION = ROOT.parent / "shared" / "discord" / "openapi.json"
BASE = "urn:discord"

JSON = "application/json"


# Where the description is wrong or keeps a secret: schemas by name, and what of them is to read differently.
IN_REQUESTS: dict[str, Json] = {
    # A caller may write an id as a number, which the reference says and the description doesn't.
    "SnowflakeType": {"type": ["string", "integer"]},
}
IN_ANSWERS: dict[str, Json] = {
    # The errors of a form have words for codes, like BASE_TYPE_MAX_LENGTH.
    "Error": {"properties": {"code": {"type": ["integer", "string"]}, "message": {"type": "string"}}},
}


class Description:
    """The operations of Discord's REST API and what they take and give."""

    def __init__(self, path: Path = DESCRIPTION) -> None:
        whole: Json = json.loads(path.read_text(encoding="utf-8"))
        self._paths: Json = whole["paths"]
        self._responses: Json = whole["components"]["responses"]
        self._patterns = [(pattern(template), template) for template in sorted(self._paths, key=_places)]
        self._requests, self._answers = _corrected(whole, IN_REQUESTS), _corrected(whole, IN_ANSWERS)

    def operation(self, call: Json) -> tuple[str, str] | None:
        """The template of a recorded call's path and its method, if Discord has such an operation."""
        method: str = call["method"].lower()
        found = [template for paths, template in self._patterns if paths.fullmatch(call["path"])]
        return (found[0], method) if found and method in self._paths[found[0]] else None

    def asked_wrongly(self, call: Json) -> Iterator[str]:
        """What Discord wouldn't take of a recorded call, in sentences."""
        said = f"{call['method']} {call['path']}"
        if (operation := self.operation(call)) is None:
            yield f"{said}: Discord has no such call"
            return
        contents = self._paths[operation[0]][operation[1]].get("requestBody", {}).get("content", {})
        if call["kind"] in contents and "request" in call:
            place = ("paths", *operation, "requestBody", "content", call["kind"], "schema")
            for wrong in self._requests.wrong(place, call["request"]):
                yield f"{said} asks: {wrong}"
        elif call.get("request"):
            yield f"{said}: takes no {call['kind']}"

    def answered_wrongly(self, call: Json) -> Iterator[str]:
        """What Discord wouldn't answer to a recorded call, in sentences."""
        status = str(call["status"])
        said = f"{call['method']} {call['path']} answers {status}"
        if (operation := self.operation(call)) is None:
            if call["status"] < 400:
                yield f"{said}: Discord has no such call"
            return
        responses = self._paths[operation[0]][operation[1]]["responses"]
        known = next((key for key in (status, f"{status[0]}XX") if key in responses), None)
        if known is None:
            yield f"{said}: Discord never does"
            return
        place, response = ("paths", *operation, "responses", known), responses[known]
        if "$ref" in response:
            place = tuple(response["$ref"].removeprefix("#/").split("/"))
            response = self._responses[place[-1]]
        if JSON in response.get("content", {}):
            for wrong in self._answers.wrong((*place, "content", JSON, "schema"), call["answer"]):
                yield f"{said}: {wrong}"
        elif call["answer"] is not None:
            yield f"{said}: with a body"


class Schemas:
    """All schemas of one reading of the description."""

    def __init__(self, whole: Json) -> None:
        resource: Resource[Any] = Resource.from_contents(whole, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry[Any]().with_resource(BASE, resource)
        self._validators: dict[tuple[str, ...], Draft202012Validator] = {}

    def wrong(self, place: tuple[str, ...], instance: Any) -> Iterator[str]:
        """Where and why an instance doesn't fit the schema that stands at this place of the description."""
        if place not in self._validators:
            pointer = "/".join(part.replace("~", "~0").replace("/", "~1") for part in place)
            self._validators[place] = Draft202012Validator({"$ref": f"{BASE}#/{pointer}"}, registry=self._registry)
        for error in self._validators[place].iter_errors(instance):
            cause = _cause(error)
            yield f"{'.'.join(map(str, cause.absolute_path)) or 'the body'}: {cause.message[:200]}"


def _corrected(whole: Json, corrections: Mapping[str, Json]) -> Schemas:
    schemas: Json = whole["components"]["schemas"]
    read = {name: schemas[name] | correction for name, correction in corrections.items()}
    return Schemas(whole | {"components": whole["components"] | {"schemas": schemas | read}})


def _cause(error: ValidationError) -> ValidationError:
    """The error in that branch of a union which is meant: the one whose `type` fits."""
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or []:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    if not branches:
        return error
    meant = [branch for branch in branches.values() if not any(list(inner.path) == ["type"] for inner in branch)]
    return _cause((meant or list(branches.values()))[0][0])


def pattern(template: str) -> re.Pattern[str]:
    """What the paths of a template like `/users/{user_id}` look like."""
    return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)))


def _places(template: str) -> int:
    """How many names a path leaves open; one with fewer goes first, as `/users/@me` is no `/users/{user_id}`."""
    return template.count("{")
