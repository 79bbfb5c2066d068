"""The games as PettingZoo environments, for two agents, ``black`` and ``white``.

>>> from stonemask.pettingzoo import env
>>> game = env("othello8")
>>> game.reset()
>>> observation, reward, terminated, truncated, info = game.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((8, 8, 2), 4)

Observations are the own stones and the opponent's, uint8 [rows, columns, 2], beside ``action_mask``, int8 [action_count]. An illegal action
loses, as PettingZoo's `TerminateIllegalWrapper` has it, which `env` puts around `raw_env`. `parallel_env` is the same with an action
for each agent; that of the one who is not to move is not looked at, and its mask has all of them. In `env` the mask of an agent who
waits is empty.

With ``opponent``, "random" or a level from 1 to 9 as of `Board.level_move`, there is one agent, ``side``, and the environment plays the other
colour; what it chooses at random follows from the seed of ``reset``:

>>> game = env("gomoku", rows=9, columns=9, opponent=2, side="white")
>>> game.reset(seed=1)
>>> game.agents, int((game.unwrapped.board.cells() == 1).sum())
(['white'], 1)
"""

from typing import Any, Dict, List, Literal, Optional, Tuple, Union

import gymnasium
import numpy as np
import numpy.typing as npt
import pettingzoo

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError as _old:
    raise ImportError(
        f"stonemask.pettingzoo needs PettingZoo 1.24 or later, and {getattr(pettingzoo, '__version__', 'an older one')} is installed: "
        "pip install -U pettingzoo"
    ) from _old

from . import Board
from . import board as _board
from ._image import picture

AGENTS = ["black", "white"]
Observation = Dict[str, Any]


class _Opponent:
    """Who plays the colour that no agent has: nobody, unless it is said who."""

    def __init__(self, opponent: Union[Literal["random"], int, None], side: str) -> None:
        is_level = isinstance(opponent, int) and not isinstance(opponent, bool) and 1 <= opponent <= 9
        if not (is_level or opponent is None or opponent == "random"):
            raise ValueError(f"opponent={opponent!r}: expected 'random', a level from 1 to 9 or None")
        if side not in AGENTS:
            raise ValueError(f"side={side!r}: expected 'black' or 'white'")
        self._opponent = opponent
        self.agents = AGENTS[:] if opponent is None else [side]
        self._random = np.random.default_rng()

    def begin(self, position: Board, seed: Optional[int]) -> None:
        """Plays from the start on until an agent is to move."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.answer(position)

    def answer(self, position: Board) -> None:
        """Plays until an agent is to move or the game is over."""
        while not position.is_over() and AGENTS[position.to_move.index] not in self.agents:
            if self._opponent == "random":
                position.play(int(self._random.choice(position.legal_actions())))
            else:
                assert isinstance(self._opponent, int)
                ply = position.level_move(self._opponent, int(self._random.integers(2**64, dtype=np.uint64)))
                assert ply is not None
                position.play(ply)

    def returns(self, position: Board) -> Dict[str, float]:
        """The agents' results of a finished game."""
        results = dict(zip(AGENTS, position.returns()))
        return {agent: results[agent] for agent in self.agents}


def _observation(position: Board, agent: int, may_move: bool) -> Observation:
    cells = position.cells()
    own, other = (1, 2) if agent == 0 else (2, 1)
    mask = position.legal_mask().astype(np.int8) if may_move else np.zeros(position.action_count, np.int8)
    return {"observation": np.stack([cells == own, cells == other], -1).astype(np.uint8), "action_mask": mask}


def _render(position: Board, mode: Optional[str]) -> Union[str, npt.NDArray[np.uint8], None]:
    if mode == "rgb_array":
        return picture(position)
    return None if mode is None else position.diagram()


def _spaces(position: Board) -> Tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete]:
    return (
        gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 1, (position.rows, position.columns, 2), np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (position.action_count,), np.int8),
            }
        ),
        gymnasium.spaces.Discrete(position.action_count),
    )


def env(game: str = "othello8", render_mode: Optional[str] = None, **options: Any) -> AECEnv:
    """The environment, with PettingZoo's wrappers around it: an illegal action loses."""
    wrapped: AECEnv = raw_env(game, render_mode=render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # noqa: N801 - PettingZoo's name
    """The environment alone: an illegal action is an error."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2, "name": "stonemask_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: str = "othello8",
        render_mode: Optional[str] = None,
        *,
        opponent: Union[Literal["random"], int, None] = None,
        side: Literal["black", "white"] = "black",
        **options: Any,
    ) -> None:
        super().__init__()
        self._opponent = _Opponent(opponent, side)
        self._start = _board(game, **options)
        self.board = self._start.copy()
        self.render_mode = render_mode
        self.possible_agents = self._opponent.agents[:]
        self.agents = self.possible_agents[:]
        spaces = [_spaces(self._start) for _ in self.possible_agents]
        self.observation_spaces = {agent: space[0] for agent, space in zip(self.possible_agents, spaces)}
        self.action_spaces = {agent: space[1] for agent, space in zip(self.possible_agents, spaces)}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        return _observation(self.board, AGENTS.index(agent), agent == self.agent_selection)

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        del options
        self.board = self._start.copy()
        self._opponent.begin(self.board, seed)
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Selects the agent who is to move, and ends a game that is over."""
        mover = AGENTS[self.board.to_move.index]
        self.agent_selection = mover if mover in self.possible_agents else self.possible_agents[0]
        if self.board.is_over():
            self.rewards = self._opponent.returns(self.board)
            self.terminations = {each: True for each in self.possible_agents}
        self._accumulate_rewards()

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.board.play(int(action))
        self._opponent.answer(self.board)
        self._select()

    def render(self) -> Union[str, npt.NDArray[np.uint8], None]:
        return _render(self.board, self.render_mode)

    def close(self) -> None:
        pass


class parallel_env(ParallelEnv):  # noqa: N801 - PettingZoo's name
    """The environment with an action for each agent; that of the one who is not to move is not looked at."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2, "name": "stonemask_parallel_v0"}

    def __init__(
        self,
        game: str = "othello8",
        render_mode: Optional[str] = None,
        *,
        opponent: Union[Literal["random"], int, None] = None,
        side: Literal["black", "white"] = "black",
        **options: Any,
    ) -> None:
        self._opponent = _Opponent(opponent, side)
        self._start = _board(game, **options)
        self.board = self._start.copy()
        self.render_mode = render_mode
        self.possible_agents = self._opponent.agents[:]
        self.agents: List[str] = []
        spaces = [_spaces(self._start) for _ in self.possible_agents]
        self.observation_spaces = {agent: space[0] for agent, space in zip(self.possible_agents, spaces)}
        self.action_spaces = {agent: space[1] for agent, space in zip(self.possible_agents, spaces)}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def _observations(self) -> Dict[str, Observation]:
        observations = {agent: _observation(self.board, AGENTS.index(agent), True) for agent in self.possible_agents}
        for agent, observation in observations.items():
            if agent != AGENTS[self.board.to_move.index] or self.board.is_over():
                # Any action will do, and a softmax over them is defined.
                observation["action_mask"].fill(1)
        return observations

    def reset(
        self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Observation], Dict[str, Dict[str, Any]]]:
        del options
        self.board = self._start.copy()
        self._opponent.begin(self.board, seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Dict[str, Any]) -> Tuple[
        Dict[str, Observation], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Dict[str, Any]]
    ]:
        mover = AGENTS[self.board.to_move.index]
        if mover not in actions:
            raise ValueError(f"actions: expected one for {mover}, who is to move")
        if self.board.is_legal(int(actions[mover])):
            self.board.play(int(actions[mover]))
            self._opponent.answer(self.board)
            over, returns = self.board.is_over(), self._opponent.returns(self.board)
        else:
            # As in `env`: an illegal action loses.
            over, returns = True, {agent: -1.0 if agent == mover else 0.0 for agent in self.possible_agents}
        agents = self.agents
        if over:
            self.agents = []
        return (
            self._observations(),
            {agent: returns[agent] for agent in agents},
            {agent: over for agent in agents},
            {agent: False for agent in agents},
            {agent: {} for agent in agents},
        )

    def render(self) -> Union[str, npt.NDArray[np.uint8], None]:
        return _render(self.board, self.render_mode)

    def state(self) -> npt.NDArray[np.uint8]:
        """The board, as `Board.cells` has it."""
        return self.board.cells()
