"""The page's words."""

from __future__ import annotations

from collections.abc import Mapping

from locales import Catalogue

# the words that the page uses, and the texts that say them
PAGE: Mapping[str, str] = {
    "page.enter": "page.enter",
    "page.none": "page.none",
    "page.away": "page.away",
    "page.retry": "page.retry",
    "page.matches": "page.matches",
    "page.empty": "page.empty",
    "page.end": "page.end",
    "page.thread": "page.thread",
    "page.due": "page.due",
    "page.rest": "page.rest",
    "page.whole": "page.whole",
    "page.enlarge": "page.enlarge",
    "page.confirm": "panel.confirm",
    "page.back": "panel.back",
    "page.next": "since.after",
    "page.leave": "page.leave",
    "page.choose": "page.choose",
    "page.choose.exactly": "page.choose.exactly",
    "page.chosen": "page.chosen",
    "page.nothing": "page.nothing",
    "page.number": "panel.number.label",
    "page.moment": "panel.moment",
    "page.tools": "page.tools",
    "page.undo": "page.undo",
    "page.hint": "panel.hint",
    "page.plan": "page.plan",
    "page.withdraw": "page.withdraw",
    "page.since": "panel.since",
    "page.step": "page.step",
    "page.note": "panel.write",
    "page.note.label": "note.label",
    "page.save": "page.save",
    "page.more": "page.more",
    "page.auto.turn": "panel.auto",
    "page.auto.choice": "panel.fast",
    "page.auto.leg": "legstrong.panel.leg",
    "page.public": "page.public",
    "page.public.now": "page.public.now",
    "page.mine": "page.mine",
    "page.votes": "page.votes",
    "page.yes": "vote.yes",
    "page.no": "vote.no",
    "page.close": "page.close",
    "page.try": "try.begin",
    "page.keep": "page.keep",
    "page.leave.try": "page.leave.try",
    "page.line.use": "try.use",
    "page.line.on": "try.on",
    "page.line.drop": "note.delete",
    "page.change": "panel.change",
    "page.follow": "follow.on",
    "page.unfollow": "follow.off",
    "page.live.agree": "live.agree",
    "page.live.enough": "live.enough",
}
# values that the page fills in
FILLED = ("least", "most", "n", "name", "place", "when")
BRACED: Mapping[str, str] = {name: f"{{{name}}}" for name in FILLED}


def page_words(say: Catalogue) -> dict[str, str]:
    """The words in one language, by the page's names; values in braces are filled in by the page."""
    return {word: say(key, **BRACED) for word, key in PAGE.items()}
