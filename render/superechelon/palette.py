"""The palette of all of SuperEchelon's pictures."""

from functools import cache

from PIL import Image

from render import kit
from render.kit import DARK, DIM, GOLD, GREY, INK, NIGHT, PANEL, TEAMS, mix
from render.superechelon import colours as c

MOST_TEAMS = 8
_FLAT = (INK, DIM, DARK, NIGHT, PANEL, GOLD, GREY, c.GC, c.PAPER, c.ASPHALT, c.LANE, c.VERGE)
_CLOTHES = (c.SKIN, c.BROWN_SKIN, c.STEEL, c.SHORTS, c.RED, c.GREEN, c.LIME, c.BLUE, c.NAVY, c.AMBER, c.ORANGE, c.ROSE)
_LAND = (c.SKY, c.PEACH, c.SAND, c.LILAC, c.STORM, c.GRASS, c.MEADOW, c.PINE, c.ROCK, c.RIDGE, c.CLOUD, c.DUSK)
_MORE = (c.BLUSH, c.TYRE, c.MUD, c.VIOLET)
_WRITING = ((DARK, c.PAPER), (c.GC, c.PAPER), (DARK, GOLD), (INK, PANEL), (INK, c.LANE), (GOLD, c.LANE), (GOLD, PANEL))


@cache
def palette() -> Image.Image:
    """Every colour of cards, riders and roads, and the shades of the edges that are seen most."""
    teams = TEAMS[:MOST_TEAMS]
    jerseys = [colour for pair in teams for colour in pair]
    flat = [*_FLAT, *_CLOTHES, *_LAND, *_MORE, *c.TERRAIN.values(), *c.TOUR, *jerseys]
    faded = [mix(colour, GREY, 0.55) for colour in (*_CLOTHES[:6], *_LAND[:5], DARK, INK)]
    flat += [*faded, *(mix(over, under, share) for over, under in _WRITING for share in (0.2, 0.4, 0.6, 0.8))]
    edges = [(DARK, colour) for colour in (*_CLOTHES, *_LAND[:6], *_MORE, INK, GREY, *c.TERRAIN.values())]
    edges += [(INK, colour) for colour in (*c.TERRAIN.values(), *(pair[0] for pair in teams), c.RED, c.BLUE, c.SKY)]
    edges += [(c.GRASS, c.SKY), (c.MEADOW, c.GRASS), (c.ROCK, c.SKY), (c.DUSK, c.PEACH)]
    return kit.palette(flat, edges, steps=2)
