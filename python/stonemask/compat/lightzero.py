"""An environment with the methods and observations of LightZero's board games, in its self-play mode.

>>> from stonemask.compat.lightzero import Env
>>> env = Env("gomoku", rows=9, columns=9)
>>> observation = env.reset()
>>> observation["observation"].shape, observation["to_play"], len(env.legal_actions)
((3, 9, 9), 1, 81)
"""

from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np
import numpy.typing as npt

from .. import Board, Colour, Outcome
from .. import board as _board
from . import from_cells


class Timestep(NamedTuple):
    """The result of a step, as DI-engine's `BaseEnvTimestep`."""

    obs: Dict[str, Any]
    reward: npt.NDArray[np.float32]
    done: bool
    info: Dict[str, Any]


class Env:
    """One game; players are 1 and 2, and the reward is that of the one who has just moved."""

    def __init__(self, game: str = "othello8", **options: Any) -> None:
        self._start = _board(game, **options)
        self.board: Board = self._start.copy()

    def reset(
        self, start_player_index: int = 0, init_state: Optional[npt.NDArray[np.int32]] = None, **_katago: Any
    ) -> Dict[str, Any]:
        """Begins with the start, or with the cells ``init_state``, [rows, columns], and this player, 0 or 1, to move."""
        to_move = Colour(start_player_index + 1)
        if init_state is not None or to_move != self._start.to_move:
            cells = self._start.cells() if init_state is None else init_state
            self.board = from_cells(self._start, cells, to_move)
        else:
            self.board = self._start.copy()
        return self._observation()

    @property
    def current_player(self) -> int:
        """Who is to move, 1 or 2."""
        return int(self.board.to_move)

    @property
    def legal_actions(self) -> List[int]:
        """The legal actions, ascending."""
        return self.board.legal_actions()

    def step(self, action: int) -> Timestep:
        mover = self.board.to_move.index
        self.board.play(action)
        reward = self.board.returns()[mover]
        done = self.board.is_over()
        info = {"eval_episode_return": reward} if done else {}
        return Timestep(self._observation(), np.array(reward, np.float32), done, info)

    def get_done_winner(self) -> Tuple[bool, int]:
        """Whether the game is over, and who won: 1 or 2; -1 for a draw or no end yet."""
        outcome = self.board.outcome()
        winner = {None: -1, Outcome.DRAW: -1, Outcome.BLACK_WON: 1, Outcome.WHITE_WON: 2}[outcome]
        return outcome is not None, winner

    def get_done_reward(self) -> Tuple[bool, Optional[float]]:
        """Whether the game is over, and what it is worth for player 1."""
        return self.board.is_over(), self.board.returns()[0] if self.board.is_over() else None

    def _observation(self) -> Dict[str, Any]:
        cells, player = self.board.cells(), self.current_player
        planes = [cells == player, cells == 3 - player, np.full(cells.shape, player == 1)]
        return {
            "observation": np.stack(planes).astype(np.float32),
            "action_mask": self.board.legal_mask().astype(np.int8),
            "board": cells.astype(np.int32),
            "current_player_index": player - 1,
            "to_play": player,
        }
