"""The rules of Othello, Gomoku and NoGo as hand-written assembly, for Python.

`stonemask.othello.Board`, `stonemask.gomoku.Board` and `stonemask.nogo.Board` are one game at a time; `board` makes any of them by
name.
`Slab` is many games of one kind, advanced together by a ply, into NumPy arrays that the caller owns.
`States` are games as rows of words, stepped without anything that is kept between calls. `Trees` are tree
searches in many games at once, whose leaves are evaluated together.

>>> import stonemask
>>> board = stonemask.board("othello8")
>>> board.legal_moves()
['d3', 'c4', 'f5', 'e6']
>>> board.play("f5")
>>> board.score()
3
>>> stonemask.board("othello8").perft(6)
Perft(nodes=8200, finished=0)
>>> import numpy as np
>>> slab = stonemask.Slab(stonemask.board("nogo"), 1000, seed=1)
>>> actions, mask = np.zeros(1000, np.uint16), np.zeros((1000, 81), np.uint8)
>>> for _ in range(10):
...     slab.step_random(actions)
>>> slab.legal_mask(mask).shape
(1000, 81)
"""

from typing import Any as _Any
from typing import Literal as _Literal
from typing import overload as _overload

from . import gomoku, nogo, othello
from ._stonemask import Board, IllegalAction, IllegalMove, Slab, States, Trees, Undo, __version__, tier, tiers, use_tier
from ._types import Analysis, Candidate, Certainty, Colour, ForcedWin, Group, Outcome, Perft, Playout, Score, Tally, Winner

__all__ = [
    "Analysis",
    "Board",
    "Candidate",
    "Certainty",
    "Colour",
    "ForcedWin",
    "Group",
    "IllegalAction",
    "IllegalMove",
    "Outcome",
    "Perft",
    "Playout",
    "Score",
    "Slab",
    "States",
    "Tally",
    "Trees",
    "Undo",
    "Winner",
    "__version__",
    "board",
    "gomoku",
    "nogo",
    "othello",
    "tier",
    "tiers",
    "use_tier",
]


@_overload
def board(name: _Literal["othello4", "othello6", "othello8", "othello", "reversi"]) -> othello.Board: ...
@_overload
def board(name: _Literal["gomoku"], **options: _Any) -> gomoku.Board: ...
@_overload
def board(name: _Literal["nogo"], **options: _Any) -> nogo.Board: ...
@_overload
def board(name: str, **options: _Any) -> Board: ...
def board(name: str, **options: _Any) -> Board:
    """The start of a game by its name, as the command has it.

    ``othello4``, ``othello6``, ``othello8``, which is also ``othello`` and ``reversi``; ``gomoku`` with ``rows``, ``columns`` and ``rule``; ``nogo`` with ``rows``,
    ``columns``, ``blocked`` and ``forbid_centre``.

    >>> board("nogo", rows=3, columns=3, blocked="b2")
    nogo.Board.parse('---/-#-/--- X')
    """
    if name in ("othello", "reversi"):
        return othello.Board(8, **options)
    if name in ("othello4", "othello6", "othello8"):
        return othello.Board(int(name[-1]), **options)
    if name == "gomoku":
        return gomoku.Board(**options)
    if name == "nogo":
        return nogo.Board(**options)
    raise ValueError(f"{name!r} is not a game: expected othello4, othello6, othello8, gomoku or nogo")
