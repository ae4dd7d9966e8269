"""Pictures of cups that fit a phone: a bracket, where everyone stands, the tables of a round."""

from render.cup.pages import Box, BracketPage, Cell, Column, Page, RoundPage, Section, StandingPage, StandingRow
from render.cup.pictures import alt, picture
from render.cup.words import cup_title

__all__ = [
    "Box",
    "BracketPage",
    "Cell",
    "Column",
    "Page",
    "RoundPage",
    "Section",
    "StandingPage",
    "StandingRow",
    "alt",
    "cup_title",
    "picture",
]
