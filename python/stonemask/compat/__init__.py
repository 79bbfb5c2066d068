"""The games by the names and numbers that other frameworks know.

`stonemask.compat.openspiel`, `stonemask.compat.alpha_zero_general`, `stonemask.compat.lightzero`; none of them imports the framework.
MaskablePPO of sb3-contrib takes the environments of `stonemask.gymnasium`, whose `action_masks()` it asks.
"""

from typing import Any

from .. import Board, Colour


def from_cells(like: Board, cells: Any, to_move: Colour) -> Board:
    """The board with these cells, 0 empty, 1 black, 2 white, 3 blocked, of the size and rule of another.

    >>> from stonemask import gomoku
    >>> from_cells(gomoku.Board(2, 3), [[1, 0, 0], [0, 2, 0]], Colour.BLACK)
    gomoku.Board.parse('2x3 freestyle X--/-O- X')
    """
    rows = ["".join("-XO#"[int(cell)] for cell in row) for row in cells]
    side = "XO"[to_move.index]
    if like.game.startswith("othello"):
        text = f"{''.join(rows)} {side}"
    elif like.game == "gomoku":
        text = f"{' '.join(str(like).split()[:2])} {'/'.join(rows)} {side}"
    else:
        text = f"{'/'.join(rows)} {side}"
    board: Board = type(like).parse(text)  # type: ignore[attr-defined]
    return board
