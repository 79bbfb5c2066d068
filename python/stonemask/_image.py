"""Boards as pictures of pixels, for `render_mode="rgb_array"`."""

import numpy as np
import numpy.typing as npt

from . import Board

CELL = 32
GROUND, LINE = {True: (220, 179, 92), False: (47, 125, 79)}, {True: (92, 68, 24), False: (26, 77, 46)}
STONES = {1: (21, 21, 21), 2: (251, 251, 248), 3: (107, 98, 87)}


def picture(board: Board) -> npt.NDArray[np.uint8]:
    """The board as uint8 [rows * 32, columns * 32, 3]: lines, stones and blocked cells."""
    crossings = not board.game.startswith("othello")
    cells = board.cells()
    square = np.empty((CELL, CELL, 3), np.uint8)
    square[:] = GROUND[crossings]
    at = CELL // 2 if crossings else 0
    square[at] = square[:, at] = LINE[crossings]
    out = np.tile(square, (*cells.shape, 1))
    if crossings:
        # Lines end at the outermost points.
        out[:at], out[out.shape[0] - CELL + at + 1 :] = GROUND[True], GROUND[True]
        out[:, :at], out[:, out.shape[1] - CELL + at + 1 :] = GROUND[True], GROUND[True]
    middle = np.arange(CELL) - (CELL - 1) / 2
    disc = middle[:, None] ** 2 + middle**2 <= (0.43 * CELL) ** 2
    for cell, colour in STONES.items():
        shape = np.ones_like(disc) if cell == 3 else disc
        where = np.kron(cells == cell, shape).astype(np.bool_)
        out[where] = colour
    return out
