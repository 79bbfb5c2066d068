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
"""

from typing import Any, Dict, List, Optional, Tuple, Union

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

    def __init__(self, game: str = "othello8", render_mode: Optional[str] = None, **options: Any) -> None:
        super().__init__()
        self._start = _board(game, **options)
        self.board = self._start.copy()
        self.render_mode = render_mode
        self.possible_agents = AGENTS[:]
        self.agents = self.possible_agents[:]
        spaces = [_spaces(self._start) for _ in AGENTS]
        self.observation_spaces = {agent: space[0] for agent, space in zip(AGENTS, spaces)}
        self.action_spaces = {agent: space[1] for agent, space in zip(AGENTS, spaces)}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        return _observation(self.board, AGENTS.index(agent), agent == self.agent_selection)

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        del seed, options  # nothing here is random
        self.board = self._start.copy()
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in AGENTS}
        self._cumulative_rewards = {agent: 0.0 for agent in AGENTS}
        self.terminations = {agent: False for agent in AGENTS}
        self.truncations = {agent: False for agent in AGENTS}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.board.to_move]

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.board.play(int(action))
        self.agent_selection = AGENTS[self.board.to_move]
        if self.board.is_over():
            self.rewards = dict(zip(AGENTS, self.board.returns()))
            self.terminations = {each: True for each in AGENTS}
        self._accumulate_rewards()

    def render(self) -> Union[str, npt.NDArray[np.uint8], None]:
        return _render(self.board, self.render_mode)

    def close(self) -> None:
        pass


class parallel_env(ParallelEnv):  # noqa: N801 - PettingZoo's name
    """The environment with an action for each agent; that of the one who is not to move is not looked at."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2, "name": "stonemask_parallel_v0"}

    def __init__(self, game: str = "othello8", render_mode: Optional[str] = None, **options: Any) -> None:
        self._start = _board(game, **options)
        self.board = self._start.copy()
        self.render_mode = render_mode
        self.possible_agents = AGENTS[:]
        self.agents: List[str] = []
        spaces = [_spaces(self._start) for _ in AGENTS]
        self.observation_spaces = {agent: space[0] for agent, space in zip(AGENTS, spaces)}
        self.action_spaces = {agent: space[1] for agent, space in zip(AGENTS, spaces)}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def _observations(self) -> Dict[str, Observation]:
        observations = {agent: _observation(self.board, index, True) for index, agent in enumerate(self.possible_agents)}
        for index, observation in enumerate(observations.values()):
            if index != self.board.to_move or self.board.is_over():
                # Any action will do, and a softmax over them is defined.
                observation["action_mask"].fill(1)
        return observations

    def reset(
        self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Observation], Dict[str, Dict[str, Any]]]:
        del seed, options  # nothing here is random
        self.board = self._start.copy()
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Dict[str, Any]) -> Tuple[
        Dict[str, Observation], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Dict[str, Any]]
    ]:
        mover = self.possible_agents[self.board.to_move]
        if mover not in actions:
            raise ValueError(f"actions: expected one for {mover}, who is to move")
        if self.board.is_legal(int(actions[mover])):
            self.board.play(int(actions[mover]))
            over, returns = self.board.is_over(), self.board.returns()
        else:
            # As in `env`: an illegal action loses.
            over, returns = True, (-1.0, 0.0) if mover == "black" else (0.0, -1.0)
        agents = self.agents
        if over:
            self.agents = []
        return (
            self._observations(),
            dict(zip(agents, returns)),
            {agent: over for agent in agents},
            {agent: False for agent in agents},
            {agent: {} for agent in agents},
        )

    def render(self) -> Union[str, npt.NDArray[np.uint8], None]:
        return _render(self.board, self.render_mode)

    def state(self) -> npt.NDArray[np.uint8]:
        """The board, as `Board.cells` has it."""
        return self.board.cells()
