"""The `Game` of alpha-zero-general, for its `Coach`, `MCTS` and `Arena`.

Boards are arrays int8 [rows, columns]: 1 the first player's stones, -1 the second's, 0 empty, 2 blocked. A draw is a small value that is
not 0, which would mean that the game goes on.

>>> from stonemask.compat.alpha_zero_general import Game
>>> game = Game("othello6")
>>> board = game.getInitBoard()
>>> game.getValidMoves(board, 1).nonzero()[0].tolist()
[8, 13, 22, 27]
"""

from typing import Any, List, Tuple

import numpy as np
import numpy.typing as npt

from .. import Board, Colour, Outcome
from .. import board as _board
from . import from_cells

Cells = npt.NDArray[np.int8]
DRAW = 1e-4
STONES = np.array([0, 1, -1, 2], np.int8)


class Game:
    """A game by alpha-zero-general's names.

    The rules are symmetric, so that the canonical form, in which the player to move is 1, is a board like any other. NoGo's
    ``forbid_centre`` is not: the boards do not tell whether it still holds.
    """

    def __init__(self, name: str = "othello6", **options: Any) -> None:
        if options.get("forbid_centre"):
            raise ValueError("forbid_centre: boards of alpha-zero-general cannot tell whether it still holds")
        self._start = _board(name, **options)
        self._images = self._start.symmetry_actions()
        blocked = np.flatnonzero(self._start.cells().ravel() == 3)
        self._images = np.array([image for image in self._images if set(image[blocked]) == set(blocked)])

    def _position(self, board: Cells, player: int) -> Board:
        to_move = Colour.BLACK if player == 1 else Colour.WHITE
        return from_cells(self._start, np.array([0, 1, 3, 2])[board], to_move)

    def getInitBoard(self) -> Cells:
        return STONES[self._start.cells()]

    def getBoardSize(self) -> Tuple[int, int]:
        return self._start.rows, self._start.columns

    def getActionSize(self) -> int:
        return self._start.action_count

    def getNextState(self, board: Cells, player: int, action: int) -> Tuple[Cells, int]:
        position = self._position(board, player)
        position.play(int(action))
        return STONES[position.cells()], -player

    def getValidMoves(self, board: Cells, player: int) -> npt.NDArray[np.uint8]:
        return self._position(board, player).legal_mask()

    def getGameEnded(self, board: Cells, player: int) -> float:
        """0 while the game goes on; 1 or -1 when ``player``, who is to move, has won or lost; `DRAW`."""
        outcome = self._position(board, player).outcome()
        if outcome is None:
            return 0.0
        if outcome is Outcome.DRAW:
            return DRAW
        return 1.0 if (outcome is Outcome.BLACK_WON) == (player == 1) else -1.0

    def getCanonicalForm(self, board: Cells, player: int) -> Cells:
        return np.where(board == 2, board, board * np.int8(player))

    def getSymmetries(self, board: Cells, pi: Any) -> List[Tuple[Cells, List[float]]]:
        images = []
        for image in self._images:
            turned, policy = np.empty(board.size, np.int8), np.empty(len(pi))
            turned[image[: board.size]] = board.ravel()
            policy[image] = pi
            images.append((turned.reshape(board.shape), policy.tolist()))
        return images

    def stringRepresentation(self, board: Cells) -> bytes:
        return board.tobytes()
