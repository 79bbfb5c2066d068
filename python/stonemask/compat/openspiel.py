"""OpenSpiel's `pyspiel` names and numbers: `load_game`, states, observation tensors.

>>> from stonemask.compat import openspiel
>>> state = openspiel.load_game("othello").new_initial_state()
>>> state.legal_actions()
[19, 26, 37, 44]
>>> state.apply_action(19)
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(1, 'c3')
"""

import re
from typing import Any, Dict, List

import numpy as np

from .. import Board, Colour, othello
from .. import board as _board

TERMINAL_PLAYER = -4


class Game:
    """A game as `pyspiel.load_game` returns it."""

    def __init__(self, name: str, start: Board) -> None:
        self._name, self._start = name, start

    def new_initial_state(self) -> "State":
        return State(self, self._start.copy(), [])

    def deserialize_state(self, text: str) -> "State":
        state = self.new_initial_state()
        for action in text.split():
            state.apply_action(int(action))
        return state

    def num_distinct_actions(self) -> int:
        return self._start.action_count

    def num_players(self) -> int:
        return 2

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def max_game_length(self) -> int:
        # A disc stands between two passes of Othello: no game has more than twice as many plies as squares.
        return self._start.rows * self._start.columns * (2 if self._start.game.startswith("othello") else 1)

    def observation_tensor_shape(self) -> List[int]:
        rows, columns = self._start.rows, self._start.columns
        return [3, rows, columns] if self._start.game.startswith("othello") else [3, rows * columns]

    def observation_tensor_size(self) -> int:
        return 3 * self._start.rows * self._start.columns

    def __str__(self) -> str:
        return self._name


class State:
    """One game, by OpenSpiel's names."""

    def __init__(self, game: Game, position: Board, history: List[int]) -> None:
        self._game, self.board, self._history = game, position, history
        self._undo: List[Any] = []

    def get_game(self) -> Game:
        return self._game

    def current_player(self) -> int:
        return TERMINAL_PLAYER if self.board.is_over() else self.board.to_move.index

    def legal_actions(self, player: int = -1) -> List[int]:
        if player not in (-1, self.current_player()):
            return []
        return self.board.legal_actions()

    def legal_actions_mask(self, player: int = -1) -> List[int]:
        if player not in (-1, self.current_player()):
            return [0] * self.board.action_count
        return [int(legal) for legal in self.board.legal_mask()]

    def apply_action(self, action: int) -> None:
        self._undo.append(self.board.make(action))
        self._history.append(action)

    def undo_action(self, player: int, action: int) -> None:
        if not self._undo or self._history[-1] != action or player != self.board.to_move.other.index:
            raise ValueError(f"player {player}'s action {action} is not the last that this state applied")
        self.board.undo(self._undo.pop())
        self._history.pop()

    def is_terminal(self) -> bool:
        return self.board.is_over()

    def returns(self) -> List[float]:
        return list(self.board.returns())

    def rewards(self) -> List[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.board.returns()[player]

    def history(self) -> List[int]:
        return self._history[:]

    def clone(self) -> "State":
        other = State(self._game, self.board.copy(), self._history[:])
        other._undo = self._undo[:]
        return other

    def serialize(self) -> str:
        return "".join(f"{action}\n" for action in self._history)

    def action_to_string(self, player_or_action: int, action: int = -1) -> str:
        return self.board.ply(player_or_action if action == -1 else action)

    def observation_tensor(self, player: int = -1) -> List[float]:
        """Othello: empty squares, the player's discs, the other's. The others: black, white, and ones when black is to move."""
        cells = self.board.cells()
        if self.board.game.startswith("othello"):
            own = int(self.board.to_move) if player == -1 else 1 + player
            planes = [cells == 0, cells == own, cells == 3 - own]
        else:
            planes = [cells == 1, cells == 2, np.full(cells.shape, self.board.to_move is Colour.BLACK)]
        return [float(value) for plane in planes for value in plane.ravel()]

    def __str__(self) -> str:
        return self.board.diagram()


# The parameters of each game that are played here, and what they are by default.
_PARAMETERS: Dict[str, Dict[str, int]] = {
    "othello": {"board_size": 8},
    "othello6": {},
    "othello4": {},
    "gomoku": {"size": 15},
    "nogo": {},
}


def load_game(name: str) -> Game:
    """A game by OpenSpiel's name, ``othello`` or ``gomoku(size=9)``; beside these ``othello6``, ``othello4``, ``nogo``.

    What is not played here is refused by its name:

    >>> load_game("othello(anti=true)")
    Traceback (most recent call last):
        ...
    ValueError: othello(anti=true): othello has no parameter 'anti' here, expected board_size
    """
    match = re.fullmatch(r"\s*(\w+)\s*(?:\(([^()]*)\)\s*)?", name)
    if match is None:
        raise ValueError(f"{name!r}: expected a name such as othello, or with parameters gomoku(size=9)")
    plain, arguments = match.group(1), match.group(2) or ""
    if plain not in _PARAMETERS:
        raise ValueError(f"{plain!r} is not a game: expected {', '.join(_PARAMETERS)}")
    defaults = _PARAMETERS[plain]
    options: Dict[str, int] = {}
    for part in arguments.split(",") if arguments.strip() else []:
        key, equals, value = (text.strip() for text in part.partition("="))
        if key not in defaults:
            expected = ", ".join(defaults) or "none"
            raise ValueError(f"{name}: {plain} has no parameter {key!r} here, expected {expected}")
        if key in options:
            raise ValueError(f"{name}: {key} is given twice")
        if not equals or re.fullmatch(r"[0-9]{1,9}", value) is None:
            raise ValueError(f"{name}: {key}={value}: expected a number")
        options[key] = int(value)
    canonical = f"{plain}({','.join(f'{key}={value}' for key, value in options.items())})"
    if plain == "othello":
        return Game(canonical, othello.Board(options.get("board_size", 8)))
    if plain == "gomoku":
        size = options.get("size", 15)
        return Game(canonical, _board("gomoku", rows=size, columns=size))
    return Game(canonical, _board(plain))
