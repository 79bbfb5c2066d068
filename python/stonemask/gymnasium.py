"""The games as Gymnasium environments: batches for learners.

Importing this module registers `stonemask/Othello4-v0`, `Othello6-v0`, `Othello8-v0`, `NoGo9-v0` and `Gomoku15-v0`:

>>> import gymnasium, stonemask.gymnasium
>>> envs = gymnasium.make_vec("stonemask/Othello8-v0", num_envs=4)
>>> obs, info = envs.reset(seed=1)
>>> obs.shape, info["action_mask"].shape
((4, 2, 8, 8), (4, 65))

``opponent`` is "random", "search" (random games from each move, ``playouts`` of them), or None for self-play, in which every action
is played for the side to move, the observation is that side's, and the reward that of the side that has just moved. Against an
opponent the learner is black in the even games and white in the odd ones (``side`` "black" or "white" makes it one of them), and the
reward is the learner's.

Observations are uint8 [num_envs, 2 * history, rows, columns], as ``Slab.observe(planes=)`` says. All actions of a finished game are
legal in its mask; in NEXT_STEP mode the action of the step that starts it anew is not looked at.
"""

from typing import Any, Dict, Optional, Tuple

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import Board, Slab, board

Floats = npt.NDArray[np.float64]


class StonemaskVectorEnv(VectorEnv[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games of one kind; one agent against an opponent, or self-play."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str = "othello8",
        start: Optional[Board] = None,
        opponent: Optional[str] = "random",
        playouts: int = 20,
        side: Optional[str] = None,
        history: int = 1,
        threads: int = 1,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        if opponent not in (None, "random", "search"):
            raise ValueError(f"opponent={opponent!r}: expected 'random', 'search' or None")
        if side not in (None, "black", "white"):
            raise ValueError(f"side={side!r}: expected 'black', 'white' or None")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.start = board(game, **options) if start is None else start.copy()
        self.opponent, self.playouts = opponent, playouts
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode(autoreset_mode)}
        self._mode = AutoresetMode(autoreset_mode)
        self._keywords: Dict[str, Any] = {"history": history, "threads": threads}
        # Seeded by the system until a reset names a seed: environments that were not seeded play different games.
        self._random = np.random.default_rng()
        self._slab = self._new_slab()
        shape = (2 * history, self.start.rows, self.start.columns)
        self.single_observation_space = gymnasium.spaces.Box(0, 1, shape, np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(self.start.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        learner = np.arange(num_envs) % 2 if side is None else np.full(num_envs, side == "white")
        self._learner: npt.NDArray[np.uint8] = learner.astype(np.uint8)
        self._planes = np.zeros((num_envs, *shape), np.uint8)
        self._mask = np.zeros((num_envs, self.start.action_count), np.uint8)
        self._to_move = np.zeros(num_envs, np.uint8)
        self._outcomes = np.zeros(num_envs, np.uint8)
        self._rewards = np.zeros((num_envs, 2), np.float32)
        self._actions = np.zeros(num_envs, np.uint16)
        self._over = np.zeros(num_envs, np.bool_)

    def _new_slab(self) -> Slab:
        random_plies = int(self._random.integers(2**63))
        return Slab(self.start, self.num_envs, ended="freeze", seed=random_plies, **self._keywords)

    def reset(
        self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[npt.NDArray[np.uint8], Dict[str, Any]]:
        if seed is not None:
            self._random = np.random.default_rng(seed)
            self._slab = self._new_slab()
        where = np.ones(self.num_envs, np.bool_) if options is None else options.get("reset_mask")
        if where is None:
            where = np.ones(self.num_envs, np.bool_)
        if where.shape != (self.num_envs,) or where.dtype != np.bool_ or not where.any():
            raise ValueError(f"options['reset_mask']: expected a bool array of shape ({self.num_envs},), some of it true")
        self._begin(where)
        self._look()
        return self._observation(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> Tuple[npt.NDArray[np.uint8], Floats, npt.NDArray[np.bool_], npt.NDArray[np.bool_], Dict[str, Any]]:
        actions = np.ascontiguousarray(actions)
        anew = self._over.copy()
        if self._mode is AutoresetMode.DISABLED and anew.any():
            raise ValueError(f"game {int(anew.argmax())} is over: reset it with options={{'reset_mask': ...}}")
        mover = self._to_move.copy()
        self._slab.step(actions)
        # Players take turns in all these games, a pass being one: in every game that goes on the opponent is to move.
        if self.opponent == "random":
            self._slab.step_random(self._actions)
        elif self.opponent == "search":
            seeds = self._random.integers(2**64, size=self.num_envs, dtype=np.uint64)
            self._slab.search(self._actions, self.playouts, seeds)
            self._slab.step(self._actions)
        if anew.any():
            self._begin(anew)
        self._look()
        seat = mover if self.opponent is None else self._learner
        rewards = self._rewards[np.arange(self.num_envs), seat].astype(np.float64)
        rewards[anew] = 0.0
        terminated = self._over.copy()
        info: Dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and terminated.any():
            final_mask = self._mask.copy()
            info = {
                "final_obs": self._observation(),
                "_final_obs": terminated.copy(),
                "final_info": {"action_mask": final_mask, "_action_mask": terminated.copy()},
                "_final_info": terminated.copy(),
            }
            self._begin(terminated)
            self._look()
        info.update(self._info())
        return self._observation(), rewards, terminated, np.zeros(self.num_envs, np.bool_), info

    def render(self) -> Optional[Tuple[str, ...]]:
        """Diagrams of the boards, where ``render_mode`` is "ansi"."""
        if self.render_mode is None:
            return None
        return tuple(self._slab.board(game).diagram() for game in range(self.num_envs))

    def board(self, game: int) -> Board:
        """The board of a game."""
        return self._slab.board(game)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal in each game, as sb3-contrib's MaskablePPO asks: bool [num_envs, action_count]."""
        return self._mask.astype(np.bool_)

    def _look(self) -> None:
        self._slab.legal_mask(self._mask, finished="all")
        self._slab.observe(
            planes=self._planes, to_move=self._to_move, outcomes=self._outcomes, rewards=self._rewards
        )
        self._over = self._outcomes != 0

    def _observation(self) -> npt.NDArray[np.uint8]:
        return self._planes.copy()

    def _info(self) -> Dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._mask.copy(),
            "_action_mask": everywhere,
            "to_move": self._to_move.copy(),
            "_to_move": everywhere.copy(),
        }

    def _begin(self, where: npt.NDArray[np.bool_]) -> None:
        """Starts these games anew; where the opponent has the first ply, it plays it."""
        self._slab.reset(where)
        if self.opponent is None:
            return
        for game in np.flatnonzero(where & (self._learner != self.start.to_move)):
            first = self.start.copy()
            first.play(int(self._random.choice(first.legal_actions())))
            self._slab.load(int(game), first)


class StonemaskEnv(gymnasium.Env[npt.NDArray[np.uint8], np.int64]):
    """One game, as `StonemaskVectorEnv` has many."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(self, *, render_mode: Optional[str] = None, **keywords: Any) -> None:
        self.render_mode = render_mode
        keywords.setdefault("side", "black")
        self._envs = StonemaskVectorEnv(1, autoreset_mode=AutoresetMode.DISABLED, render_mode=render_mode, **keywords)
        self.observation_space = self._envs.single_observation_space
        self.action_space = self._envs.single_action_space

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[npt.NDArray[np.uint8], Dict[str, Any]]:
        super().reset(seed=seed)
        observation, info = self._envs.reset(seed=seed)
        return observation[0], self._one(info)

    def step(self, action: np.int64) -> Tuple[npt.NDArray[np.uint8], float, bool, bool, Dict[str, Any]]:
        observation, reward, terminated, truncated, info = self._envs.step(np.array([action], np.int64))
        return observation[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), self._one(info)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks."""
        masks: npt.NDArray[np.bool_] = self._envs.action_masks()[0]
        return masks

    def render(self) -> Optional[str]:
        """A diagram of the board, where ``render_mode`` is "ansi"."""
        diagrams = self._envs.render()
        return None if diagrams is None else diagrams[0]

    def board(self) -> Board:
        """The board."""
        return self._envs.board(0)

    @staticmethod
    def _one(info: Dict[str, Any]) -> Dict[str, Any]:
        return {"action_mask": info["action_mask"][0], "to_move": int(info["to_move"][0])}


def _register() -> None:
    games: Dict[str, Dict[str, Any]] = {
        "Othello4": {"game": "othello4"},
        "Othello6": {"game": "othello6"},
        "Othello8": {"game": "othello8"},
        "NoGo9": {"game": "nogo"},
        "Gomoku15": {"game": "gomoku"},
    }
    for name, keywords in games.items():
        gymnasium.register(
            f"stonemask/{name}-v0",
            entry_point="stonemask.gymnasium:StonemaskEnv",
            vector_entry_point="stonemask.gymnasium:StonemaskVectorEnv",
            kwargs=keywords,
            # An illegal action is an error; the checker's own random actions do not look at masks.
            disable_env_checker=True,
        )


_register()
