"""The games as Gymnasium environments: batches for learners.

Importing this module registers `stonemask/Othello4-v0`, `Othello6-v0`, `Othello8-v0`, `NoGo9-v0` and `Gomoku15-v0`:

>>> import gymnasium, stonemask.gymnasium
>>> envs = gymnasium.make_vec("stonemask/Othello8-v0", num_envs=4)
>>> obs, info = envs.reset(seed=1)
>>> obs.shape, info["action_mask"].shape
((4, 2, 8, 8), (4, 65))

A name that begins with the module needs no import of it:

>>> env = gymnasium.make("stonemask.gymnasium:stonemask/Othello4-v0")

``opponent`` is "random", "search" (random games from each move, ``playouts`` of them), a level from 1 to 9 as of `Board.level_move`
(which plays its games one after the other), or None for self-play, in which every action
is played for the side to move, the observation is that side's, and the reward that of the side that has just moved. Against an
opponent the learner is black in the even games and white in the odd ones (``side`` "black" or "white" makes it one of them), and the
reward is the learner's.

Observations are uint8 [num_envs, 2 * history, rows, columns], as ``Slab.observe(planes=)`` says; with ``mask_in_observation`` they are
dictionaries of ``observation`` and ``action_mask``, as TorchRL's `ActionMask` and RLlib want them. Masks are int8, as `sample` takes
them. All actions of a finished game are legal in its mask; in NEXT_STEP mode the action of the step that starts it anew is not looked
at.

An illegal action is an error where ``illegal`` is "error", as it is in a batch unless it is said otherwise; where it is "lose", as it is
for one game, its game ends as it is with reward -1.
"""

from typing import Any, Dict, Literal, Optional, Tuple, Union

import gymnasium
import numpy as np
import numpy.typing as npt

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as _old:
    raise ImportError(
        f"stonemask.gymnasium needs Gymnasium 1.1 or later, and {getattr(gymnasium, '__version__', 'an older one')} is installed: "
        "pip install -U gymnasium"
    ) from _old

from . import Board, Slab, board
from ._image import picture

Floats = npt.NDArray[np.float64]
Observation = Union[npt.NDArray[np.uint8], Dict[str, npt.NDArray[Any]]]


def _one_of(name: str, value: object, *expected: object) -> None:
    if value not in expected:
        raise ValueError(f"{name}={value!r}: expected {', '.join(map(repr, expected[:-1]))} or {expected[-1]!r}")


def _generator(seed: Optional[int]) -> np.random.Generator:
    if isinstance(seed, (int, np.integer)) and seed < 0:
        raise ValueError(f"seed={seed}: expected 0 or more")
    return np.random.default_rng(seed)


class StonemaskVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games of one kind; one agent against an opponent, or self-play."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str = "othello8",
        start: Optional[Board] = None,
        opponent: Union[Literal["random", "search"], int, None] = "random",
        playouts: int = 20,
        side: Optional[Literal["black", "white"]] = None,
        illegal: Literal["error", "lose"] = "error",
        mask_in_observation: bool = False,
        history: int = 1,
        threads: int = 1,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        if isinstance(opponent, bool) or not isinstance(opponent, int) or not 1 <= opponent <= 9:
            _one_of("opponent", opponent, "random", "search", "a level from 1 to 9", None)
        _one_of("side", side, "black", "white", None)
        _one_of("illegal", illegal, "error", "lose")
        _one_of("render_mode", render_mode, "ansi", "rgb_array", None)
        if playouts < 1:
            raise ValueError(f"playouts={playouts}: expected 1 or more")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.start = board(game, **options) if start is None else start.copy()
        self.opponent, self.playouts = opponent, playouts
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode(autoreset_mode)}
        self._mode = AutoresetMode(autoreset_mode)
        self._keywords: Dict[str, Any] = {"history": history, "threads": threads}
        # Seeded by the system until a reset names a seed: environments that were not seeded play different games.
        self._random = _generator(None)
        self._slab = self._new_slab()
        shape = (2 * history, self.start.rows, self.start.columns)
        self._illegal, self._dict = illegal, mask_in_observation
        self.single_observation_space = gymnasium.spaces.Box(0, 1, shape, np.uint8)
        if mask_in_observation:
            mask_space = gymnasium.spaces.Box(0, 1, (self.start.action_count,), np.int8)
            self.single_observation_space = gymnasium.spaces.Dict(
                {"observation": self.single_observation_space, "action_mask": mask_space}
            )
        self.single_action_space = gymnasium.spaces.Discrete(self.start.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        learner = np.arange(num_envs) % 2 if side is None else np.full(num_envs, side == "white")
        self._learner: npt.NDArray[np.uint8] = learner.astype(np.uint8)
        self._planes = np.zeros((num_envs, *shape), np.uint8)
        self._mask = np.zeros((num_envs, self.start.action_count), np.int8)
        self._to_move = np.full(num_envs, self.start.to_move, np.uint8)
        self._outcomes = np.zeros(num_envs, np.uint8)
        self._rewards = np.zeros((num_envs, 2), np.float32)
        self._actions = np.zeros(num_envs, np.uint16)
        self._over = np.zeros(num_envs, np.bool_)
        # Games that an illegal action ended, which the slab knows nothing of.
        self._forfeit = np.zeros(num_envs, np.bool_)
        self._seen: Dict[str, Any] = {
            "mask": self._mask,
            "finished": "all",
            "planes": self._planes,
            "to_move": self._to_move,
            "outcomes": self._outcomes,
            "rewards": self._rewards,
            "ended": self._over,
        }
        # Where the opponent has the first ply of a game.
        opening = np.full(num_envs, opponent is not None) & (self._learner != self.start.to_move.index)
        self._opening: npt.NDArray[np.uint8] = opening.astype(np.uint8)

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        # Copies of the arrays that the slab writes to are found again by their names.
        for name in ("mask", "planes", "to_move", "outcomes", "rewards"):
            self._seen[name] = getattr(self, f"_{name}")
        self._seen["ended"] = self._over

    def _new_slab(self) -> Slab:
        random_plies = int(self._random.integers(2**63))
        return Slab(self.start, self.num_envs, ended="freeze", seed=random_plies, **self._keywords)

    def reset(
        self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Observation, Dict[str, Any]]:
        if seed is not None:
            self._random = _generator(seed)
            self._slab = self._new_slab()
        where = (options or {}).get("reset_mask")
        where = np.ones(self.num_envs, np.bool_) if where is None else np.asarray(where)
        if where.shape != (self.num_envs,) or where.dtype != np.bool_ or not where.any():
            raise ValueError(f"options['reset_mask']: expected a bool array of shape ({self.num_envs},), some of it true")
        self._begin(where)
        self._look()
        return self._observation(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> Tuple[Observation, Floats, npt.NDArray[np.bool_], npt.NDArray[np.bool_], Dict[str, Any]]:
        actions = np.ascontiguousarray(actions)
        anew = self._over.copy()
        if self._mode is AutoresetMode.DISABLED and anew.any():
            raise ValueError(f"game {int(anew.argmax())} is over: reset it with options={{'reset_mask': ...}}")
        mover = self._to_move - 1
        if self._forfeit.any():
            # They begin anew after this step, whatever is played in them.
            actions = np.where(self._forfeit, self.start.legal_actions()[0], actions)
            self._slab.reset(self._forfeit)
        lost = self._lost(actions) if self._illegal == "lose" else None
        boards, before = [], None
        if lost is not None:
            # They play any legal ply with the others, which is then taken back.
            before = self._planes.copy()
            boards = [self._slab.board(int(game)) for game in lost]
            actions = actions.copy()
            actions[lost] = self._mask[lost].argmax(axis=1)
        # Players take turns in all these games, a pass being one: in every game that goes on the opponent is to move.
        last: Dict[str, Any] = {} if anew.any() or boards else self._seen
        if self.opponent is None:
            self._slab.step(actions, **last)
        elif self.opponent == "random":
            self._slab.step(actions)
            self._slab.step_random(self._actions, **last)
        elif isinstance(self.opponent, int):
            self._slab.step(actions)
            self._play_level(self.opponent)
            self._slab.step(self._actions, **last)
        else:
            self._slab.step(actions)
            seeds = self._random.integers(2**64, size=self.num_envs, dtype=np.uint64)
            self._slab.search(self._actions, self.playouts, seeds)
            self._slab.step(self._actions, **last)
        for game, position in zip([] if lost is None else lost, boards):
            self._slab.load(int(game), position)
        if anew.any():
            self._begin(anew)
        if not last:
            self._look()
        seat = mover if self.opponent is None else self._learner
        rewards = self._rewards[np.arange(self.num_envs), seat].astype(np.float64)
        rewards[anew] = 0.0
        if lost is not None and before is not None:
            rewards[lost], self._forfeit[lost], self._planes[lost] = -1.0, True, before[lost]
            self._end_forfeits()
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

    def render(self) -> Optional[Tuple[Union[str, npt.NDArray[np.uint8]], ...]]:
        """The boards: diagrams where ``render_mode`` is "ansi", and pictures, uint8 [height, width, 3], where it is "rgb_array"."""
        if self.render_mode is None:
            return None
        boards = map(self._slab.board, range(self.num_envs))
        if self.render_mode == "rgb_array":
            return tuple(picture(one) for one in boards)
        return tuple(one.diagram() for one in boards)

    def board(self, game: int) -> Board:
        """The board of a game."""
        return self._slab.board(game)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal in each game, as sb3-contrib's MaskablePPO asks: bool [num_envs, action_count]."""
        return self._mask.astype(np.bool_)

    def _look(self) -> None:
        seen = {name: array for name, array in self._seen.items() if name not in ("mask", "finished", "ended")}
        self._slab.legal_mask(self._mask, finished="all")
        self._slab.observe(**seen)
        np.not_equal(self._outcomes, 0, out=self._over)
        self._end_forfeits()

    def _end_forfeits(self) -> None:
        self._over |= self._forfeit
        self._mask[self._forfeit] = 1

    def _lost(self, actions: npt.NDArray[np.int64]) -> Optional[npt.NDArray[np.int64]]:
        """The games that go on in which the action is illegal; None where there are none."""
        inside = (actions >= 0) & (actions < self.start.action_count)
        legal = self._mask[np.arange(self.num_envs), np.where(inside, actions, 0)] & inside
        lost = np.flatnonzero((legal == 0) & ~self._over)
        return lost if len(lost) else None

    def _observation(self) -> Observation:
        planes = self._planes.copy()
        return {"observation": planes, "action_mask": self._mask.copy()} if self._dict else planes

    def _info(self) -> Dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._mask.copy(),
            "_action_mask": everywhere,
            "to_move": self._to_move.astype(np.int8),
            "_to_move": everywhere.copy(),
        }

    def _play_level(self, level: int) -> None:
        """The actions of an opponent of this level."""
        seeds = self._random.integers(2**64, size=self.num_envs, dtype=np.uint64)
        for game in range(self.num_envs):
            board = self._slab.board(game)
            ply = board.level_move(level, int(seeds[game]))
            # A finished game stays as it is.
            self._actions[game] = 0 if ply is None else board.action(ply)

    def _begin(self, where: npt.NDArray[np.bool_]) -> None:
        """Starts these games anew; where the opponent has the first ply, it plays it."""
        self._slab.reset(where, random_plies=self._opening)
        self._forfeit &= ~where


class StonemaskEnv(gymnasium.Env[Observation, np.int64]):
    """One game, as `StonemaskVectorEnv` has many."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(self, *, render_mode: Optional[str] = None, **keywords: Any) -> None:
        self.render_mode = render_mode
        keywords.setdefault("side", "black")
        keywords.setdefault("illegal", "lose")
        self._envs = StonemaskVectorEnv(1, autoreset_mode=AutoresetMode.DISABLED, render_mode=render_mode, **keywords)
        self.observation_space = self._envs.single_observation_space
        self.action_space = self._envs.single_action_space

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Observation, Dict[str, Any]]:
        _generator(seed)
        super().reset(seed=seed)
        observation, info = self._envs.reset(seed=seed)
        return self._first(observation), self._one(info)

    def step(self, action: np.int64) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        observation, reward, terminated, truncated, info = self._envs.step(np.array([action], np.int64))
        return self._first(observation), float(reward[0]), bool(terminated[0]), bool(truncated[0]), self._one(info)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks."""
        masks: npt.NDArray[np.bool_] = self._envs.action_masks()[0]
        return masks

    def render(self) -> Union[str, npt.NDArray[np.uint8], None]:
        """The board: a diagram where ``render_mode`` is "ansi", and a picture where it is "rgb_array"."""
        diagrams = self._envs.render()
        return None if diagrams is None else diagrams[0]

    def board(self) -> Board:
        """The board."""
        return self._envs.board(0)

    @staticmethod
    def _first(observation: Observation) -> Observation:
        if isinstance(observation, dict):
            return {name: array[0] for name, array in observation.items()}
        first: npt.NDArray[np.uint8] = observation[0]
        return first

    @staticmethod
    def _one(info: Dict[str, Any]) -> Dict[str, Any]:
        # Arrays of one dtype, that of the mask, since TorchRL stacks what is here.
        return {"action_mask": info["action_mask"][0], "to_move": info["to_move"][0:1].copy()}


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
        )


_register()
