"""Sixty days of slow play in a few minutes: two hundred matches, people with preferences, and a clock that leaps.

`make season` plays the season twice through the real host on a real database: with plans and forced answers, and
without either. It ends with 1 unless at every moment every unfinished match has a deadline in front of it that moves it
on, is paused or waits for its opening, every match has ended in which all clocks have run out, and the host has
reported no fault.

A hand-over is a step after which a match begins to wait for another person; if it waits for several
from then on, they are one. A hand-over is saved where the next answer is there already: planned, ordered, or the only
one.
Savings are counted for each answer, because two matches of one game aren't equally long.
A call is a question put to a person who wasn't waited for before; direct messages are counted for each, new hands
among them, results not. A stale panel is a direct message with buttons that a newer one of its match should have
retired.
A ping is whatever reaches one person alone: a direct message or a mention. A call has a sound, unless its person has
an open one of the last hours. The pings a person and day are counted over all days on which that person plays a match
of that game.
"""
