"""What the functions of the package return."""

from enum import IntEnum
from typing import NamedTuple, Tuple


class Colour(IntEnum):
    """A player's colour. Black moves first."""

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Colour":
        """The other colour.

        >>> Colour.BLACK.other
        <Colour.WHITE: 1>
        """
        return Colour(1 - self)


class Outcome(IntEnum):
    """How a finished game went, by the numbers that arrays of outcomes hold; 0 there is a game that goes on."""

    FIRST = 1
    DRAW = 2
    SECOND = 3


class Perft(NamedTuple):
    """What a perft counted."""

    nodes: int
    """Positions at the depth, plus the games that ended above it, each once. A pass is a ply."""
    finished: int
    """The games among ``nodes`` that ended above the depth."""


class Playout(NamedTuple):
    """One finished random game."""

    outcome: Outcome
    plies: int
    """Plies played from the state given to the end, passes included."""


class Tally(NamedTuple):
    """How many games went."""

    first_wins: int
    draws: int
    second_wins: int
    plies: int
    """Plies of all games together, passes included."""

    @property
    def games(self) -> int:
        """The games counted."""
        return self.first_wins + self.draws + self.second_wins


class Score(NamedTuple):
    """The outcome of best play from a board of Othello."""

    score: int
    """Black's discs minus white's at the end."""
    line: Tuple[str, ...]
    """One line of best play to the end."""
    nodes: int
    """Positions searched."""


class Winner(NamedTuple):
    """Who wins a board of NoGo with best play."""

    winner: Colour
    line: Tuple[str, ...]
    """One line of play to the end, in which the winner plays moves that win."""
    nodes: int
    """Positions searched."""
