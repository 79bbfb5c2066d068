import os
from typing import Any, Final, List, Literal, Optional, Sequence, Tuple, TypeVar, Union, final

import numpy as np
import numpy.typing as npt

from ._types import Analysis, Colour, ForcedWin, Group, Outcome, Perft, Playout, Score, Tally, Winner

__version__: Final[str]

_M = TypeVar("_M", npt.NDArray[np.uint8], npt.NDArray[np.int8], npt.NDArray[np.bool_])

Rule = Literal["freestyle", "standard", "renju", "caro", "caro-exact"]
Whole = Union[int, "np.integer[Any]"]
Ply = Union[str, Whole]

class IllegalMove(ValueError):
    """A ply that the rules do not allow; the board is as before."""

class IllegalAction(ValueError):
    """An action that is not legal in its game; nothing has been played in any game.

    ``game`` is the game's index and ``action`` what was given for it.
    """
    game: int
    action: int

@final
class Undo:
    """The token that takes a ply back: the board before it."""

class Board:
    """A board of any game: `stonemask.othello.Board`, `stonemask.gomoku.Board` or
    `stonemask.nogo.Board`.
    """

    @property
    def game(self) -> Literal["othello4", "othello6", "othello8", "gomoku", "nogo"]:
        """The game's name: "othello4", "othello6", "othello8", "gomoku" or "nogo"."""
    @property
    def rows(self) -> int:
        """The rows of the board."""
    @property
    def columns(self) -> int:
        """The columns of the board."""
    @property
    def action_count(self) -> int:
        """How many actions there are, legal or not: a point is ``row * columns + column`` from the top
        left; in Othello one more is the pass, the last.
        """
    @property
    def to_move(self) -> Colour:
        """The side to move."""
    @property
    def symmetry_count(self) -> int:
        """How many symmetries the board has: 8 for a square, 4 for another rectangle."""
    def legal_moves(self) -> List[str]:
        """The legal plies as text, in the order of their actions; none when the game is over."""
    def moves(self) -> List[str]:
        """The legal plies as text: `legal_moves` by another name."""
    def mobility(self) -> int:
        """How many points the side to move may place a stone on."""
    def black(self) -> List[str]:
        """The points with black's stones."""
    def white(self) -> List[str]:
        """The points with white's stones."""
    def stones(self, colour: Union[Colour, Whole]) -> List[str]:
        """The points with a colour's stones."""
    def empties(self) -> List[str]:
        """The points without a stone."""
    def empty(self) -> List[str]:
        """The points without a stone: `empties` by another name."""
    def stone(self, point: Ply) -> Optional[Colour]:
        """The colour of the stone on a point, a text or a number; None on an empty point."""
    def count(self, colour: Union[Colour, Whole]) -> int:
        """How many stones a colour has."""
    def stone_count(self) -> int:
        """How many stones there are, of both colours."""
    def legal_actions(self) -> List[int]:
        """The legal plies as numbers, ascending; none when the game is over."""
    def legal_mask(self, out: Optional[npt.NDArray[np.uint8]] = None) -> npt.NDArray[np.uint8]:
        """Which actions are legal, as uint8 [action_count]; written to ``out``, if it is given."""
    def cells(self, out: Optional[npt.NDArray[np.uint8]] = None) -> npt.NDArray[np.uint8]:
        """The board as uint8 [rows, columns]: 0 empty, 1 black, 2 white, 3 blocked; written to
        ``out``, if it is given.
        """
    def observe(self, out: Optional[npt.NDArray[np.uint8]] = None) -> npt.NDArray[np.uint8]:
        """The stones of the side to move, then its opponent's, as planes of uint8 [2, rows, columns],
        1 for a stone; written to ``out``, if it is given. `Slab.observe` has planes of many games.
        """
    def action(self, ply: Ply) -> int:
        """The number of a ply."""
    def ply(self, action: Ply) -> str:
        """The text of an action."""
    def is_legal(self, ply: Ply) -> bool:
        """Whether a ply, a text or a number, is legal."""
    def check(self, ply: Ply) -> None:
        """Raises `IllegalMove`, with the reason, unless the ply is legal."""
    def play(self, ply: Ply) -> None:
        """Plays a ply, a text such as "d3" or the number of an action.

        Raises `IllegalMove`, with the reason, when it is illegal; the board is as before then.
        """
    def after(self, ply: Ply) -> "Board":
        """The board after a ply; this one stays as it is.

        Raises `IllegalMove`, with the reason, when the ply is illegal.
        """
    def make(self, ply: Ply) -> Undo:
        """Plays a ply as `play` does and returns what `undo` needs to take it back."""
    def undo(self, undo: Undo) -> None:
        """Takes the last ply back, given what `make` returned for it."""
    def children(self) -> Sequence[Tuple[str, "Board"]]:
        """Each legal ply and the board after it."""
    def child_boards(self) -> Sequence["Board"]:
        """The board after each legal ply."""
    def is_over(self) -> bool:
        """Whether the game is over."""
    def outcome(self) -> Optional[Outcome]:
        """How the game went; None while it goes on."""
    def winner(self) -> Optional[Colour]:
        """Who won; None while the game goes on, and when it is drawn."""
    def returns(self) -> Tuple[float, float]:
        """Black's and white's returns, (1.0, -1.0), (0.0, 0.0) or (-1.0, 1.0); zeros while the game
        goes on.
        """
    def perft(self, depth: int, *, threads: int = 1) -> Perft:
        """Counts the positions ``depth`` plies below, 0 to 255: positions at the depth, and games that
        ended above it, each once.
        """
    def divide(self, depth: int, *, threads: int = 1) -> List[Tuple[str, Perft]]:
        """`perft` apart for each first ply, as a list of pairs."""
    def play_random(self, seed: Whole, plies: Whole = 1) -> int:
        """Plays random plies, each of the legal ones as likely as any other, and returns how many:
        fewer when the game ends before.
        """
    def playout(self, seed: Whole) -> Playout:
        """Plays one random game to the end, from a copy of this board."""
    def level_move(self, level: int, seed: Whole = 0) -> Optional[str]:
        """The ply that an opponent of a level plays, 1, which a child beats, to 9; None when the game
        is over. It is the same on every machine: a level is a number of nodes, and on the lowest
        two a share of random moves by ``seed``. Ctrl-C raises `KeyboardInterrupt`.
        """
    def playouts(
        self,
        games: int,
        seed: Whole,
        *,
        shares: Optional[Tuple[int, int]] = None,
        threads: int = 1,
    ) -> Tally:
        """Counts how random games from this board end: the same games as ``stonemask playout --seed``.
        A seed gives the same games with any number of threads, on every machine. ``shares``, a
        pair, picks the shares of 65 536 games from the first up to, not including, the second, so
        that several machines can play the games of one seed.
        """
    def symmetries(self) -> Sequence["Board"]:
        """The images of the board under its symmetries, itself first."""
    def canonical(self) -> "Board":
        """One of `symmetries`, the same for all of them."""
    def key(self) -> int:
        """A hash of the position and the side to move, 64 bits: equal boards have equal keys, on every
        machine and in Rust and C, too.
        """
    def symmetry_actions(self) -> npt.NDArray[np.int64]:
        """Where the actions go under each symmetry: int64 [symmetry_count, action_count]; entry [s, a]
        is the image of action a. The first symmetry changes nothing. A policy p of this board is
        ``q`` with ``q[perm[s]] = p`` on the image.
        """
    def copy(self) -> "Board":
        """A copy."""
    def diagram(self) -> str:
        """A diagram for people."""
    def svg(
        self, *, last: Optional[Ply] = None, legal: bool = False, values: Optional[Sequence[float]] = None
    ) -> str:
        """The board as an SVG picture. ``last`` is the ply whose stone is marked, a text or a number;
        ``legal`` marks the legal moves; ``values``, numbers by action, are written on their points,
        those of them that are finite.
        """
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> "Board": ...
    def __deepcopy__(self, memo: Any) -> "Board": ...

class OthelloBoard(Board):
    """A board of 4x4, 6x6 or 8x8 Othello, at its start."""
    def __new__(cls, size: int = 8) -> "OthelloBoard": ...
    @staticmethod
    def parse(text: str) -> "OthelloBoard":
        """Reads a board in .obf form, as `str` writes it: the cells, top row first, X black, O white,
        - empty, then the side to move.
        """
    @staticmethod
    def random(plies: Whole, seed: Whole, size: int = 8) -> "OthelloBoard":
        """The start of a board of this size after random plies, or the end of the game where it comes
        first.
        """
    def flips(self, ply: Ply) -> List[str]:
        """The discs that a ply, a text or a number, turns over: none for a pass, or where it is
        illegal.
        """
    def flips_of(self, ply: Ply) -> List[str]:
        """`flips` by another name, which Rust's library has for plies."""
    def score(self) -> int:
        """Black's discs minus white's."""
    def discs(self) -> Tuple[int, int]:
        """Black's and white's discs as bits, ``8 * row + column`` in the 8x8 frame in whose middle
        smaller boards lie.
        """
    def must_pass(self) -> bool:
        """Whether the side to move has no legal square while the other side has one."""
    def solve(self, *, table_bytes: int = ..., threads: int = 1, scoring: Literal["discs", "empties-to-winner", "fewest-discs"] = "discs") -> Score:
        """The exact score of the board and a line of best play, by search to the end.

        4x4 at once, 6x6 within about a minute, 8x8 while about 24 squares or fewer are empty.
        ``scoring`` is "discs", "empties-to-winner" or "fewest-discs" (anti-Othello).
        """
    def analyse(
        self, *, time: Optional[float] = None, depth: Optional[int] = None, nodes: Optional[int] = None, top: int = 1, table_bytes: int = ..., threads: int = 1, scoring: Literal["discs", "empties-to-winner", "fewest-discs"] = "discs"
    ) -> Analysis:
        """The worth of the board, at once, and better the longer it takes.

        It searches one ply deep, then two and so on; near enough to the end of the game selectively
        to the end and at last exactly. It stops at the first limit that it reaches, of which there
        must be one: ``time`` in seconds, ``depth`` in plies, ``nodes`` in positions; or with the
        exact score. ``time=float("inf")`` stops with nothing less than that. ``top`` moves get a
        score, the best ones. Ctrl-C raises `KeyboardInterrupt`.

        The result says how sure each score is: `Certainty.EXACT`, a proved bound, or an estimate
        with a confidence. There are no estimates on 4x4 and where fewest discs win.
        """
    def after(self, ply: Ply) -> "OthelloBoard":
        """The board after a ply; this one stays as it is.

        Raises `IllegalMove`, with the reason, when the ply is illegal.
        """
    def children(self) -> List[Tuple[str, "OthelloBoard"]]:
        """Each legal ply and the board after it."""
    def child_boards(self) -> List["OthelloBoard"]:
        """The board after each legal ply."""
    def symmetries(self) -> List["OthelloBoard"]:
        """The images of the board under its symmetries, itself first."""
    def canonical(self) -> "OthelloBoard":
        """One of `symmetries`, the same for all of them."""
    def copy(self) -> "OthelloBoard":
        """A copy."""

class GomokuBoard(Board):
    """A Gomoku board without stones, black to move. ``rule`` is "freestyle", "standard", "renju",
    "caro" or "caro-exact".
    """
    def __new__(cls, rows: int = 15, columns: int = 15, rule: Rule = "freestyle") -> "GomokuBoard": ...
    @staticmethod
    def random(plies: Whole, seed: Whole) -> "GomokuBoard":
        """The 15x15 freestyle board after random plies, or the end of the game where it comes first."""
    @staticmethod
    def parse(text: str) -> "GomokuBoard":
        """Reads a board as `str` writes it: the size, the rule, the rows from the top, the side to
        move.
        """
    @property
    def rule(self) -> Rule:
        """The rule."""
    def winning_line(self) -> List[str]:
        """The points of the winner's runs that win, in order; empty while the game goes on, and when
        it is drawn.
        """
    def forbidden(self) -> List[str]:
        """The empty points that renju forbids the side to move."""
    def why_forbidden(self, point: Ply) -> Optional[str]:
        """Why renju forbids the side to move a point: "double three", "double four" or "overline";
        None when it does not.
        """
    def solve(
        self, *, means: Literal["fours", "threes", "threats"] = "threats", time: Optional[float] = None, nodes: Optional[int] = None, table_bytes: int = ...
    ) -> ForcedWin:
        """Who can force a win, and a line of it, on boards of up to 32 rows and columns.

        ``means`` is "fours", "threes", which takes fours too, or "threats", which takes all moves
        that threaten to win by fours. It stops at the first limit that it reaches, if there is one:
        ``time`` in seconds, ``nodes`` in positions. By nodes the result is the same on every
        machine. Ctrl-C raises `KeyboardInterrupt`.
        """
    def analyse(
        self, *, time: Optional[float] = None, depth: Optional[int] = None, nodes: Optional[int] = None, top: int = 1, table_bytes: int = ...
    ) -> Analysis:
        """The worth of the board, at once, and better the longer it takes.

        It stops at the first limit that it reaches, of which there must be one: ``time`` in
        seconds, ``depth`` in plies, ``nodes`` in positions; or when it is proved who wins. ``top``
        moves get a score, the best ones. By nodes the result is the same on every machine. Ctrl-C
        raises `KeyboardInterrupt`.

        Scores are black's share of the wins, 0 to 1: `Certainty.EXACT` where the winner is proved.
        """
    def after(self, ply: Ply) -> "GomokuBoard":
        """The board after a ply; this one stays as it is.

        Raises `IllegalMove`, with the reason, when the ply is illegal.
        """
    def children(self) -> List[Tuple[str, "GomokuBoard"]]:
        """Each legal ply and the board after it."""
    def child_boards(self) -> List["GomokuBoard"]:
        """The board after each legal ply."""
    def symmetries(self) -> List["GomokuBoard"]:
        """The images of the board under its symmetries, itself first."""
    def canonical(self) -> "GomokuBoard":
        """One of `symmetries`, the same for all of them."""
    def copy(self) -> "GomokuBoard":
        """A copy."""

class NogoBoard(Board):
    """A NoGo board without stones, black to move. ``blocked`` lists cells that are off the board, such
    as "e5 d4"; with ``forbid_centre`` black's first move may not be at the centre.
    """
    def __new__(
        cls, rows: int = 9, columns: int = 9, blocked: str = "", forbid_centre: bool = False
    ) -> "NogoBoard": ...
    @staticmethod
    def random(plies: Whole, seed: Whole) -> "NogoBoard":
        """The 9x9 board after random plies, or the end of the game where it comes first."""
    @staticmethod
    def parse(text: str) -> "NogoBoard":
        """Reads a board as `str` writes it: the rows from the top, # blocked, + the forbidden centre,
        then the side to move.
        """
    @property
    def blocked(self) -> List[str]:
        """The cells that are blocked."""
    def allowed(self, colour: Union[Colour, Whole]) -> List[str]:
        """The points on which a colour's stone would neither capture nor be without a liberty, whoever
        is to move.
        """
    def group(self, point: Ply) -> Optional[Group]:
        """The group at a point; None without a stone there."""
    def solve(self, *, table_bytes: int = ...) -> Winner:
        """The winner with best play and a line of it, on boards of up to 39 points."""
    def analyse(
        self, *, time: Optional[float] = None, depth: Optional[int] = None, nodes: Optional[int] = None, top: int = 1, table_bytes: int = ...
    ) -> Analysis:
        """The worth of the board, at once, and better the longer it takes.

        It stops at the first limit that it reaches, of which there must be one: ``time`` in
        seconds, ``depth`` in plies, ``nodes`` in random games; or when it is proved who wins.
        ``top`` moves get a score, the best ones. By nodes the result is the same on every machine.
        Ctrl-C raises `KeyboardInterrupt`.

        Scores are black's share of the wins, 0 to 1: `Certainty.EXACT` where the winner is proved.
        """
    def after(self, ply: Ply) -> "NogoBoard":
        """The board after a ply; this one stays as it is.

        Raises `IllegalMove`, with the reason, when the ply is illegal.
        """
    def children(self) -> List[Tuple[str, "NogoBoard"]]:
        """Each legal ply and the board after it."""
    def child_boards(self) -> List["NogoBoard"]:
        """The board after each legal ply."""
    def symmetries(self) -> List["NogoBoard"]:
        """The images of the board under its symmetries, itself first."""
    def canonical(self) -> "NogoBoard":
        """One of `symmetries`, the same for all of them."""
    def copy(self) -> "NogoBoard":
        """A copy."""

Bytes = Union[npt.NDArray[np.uint8], npt.NDArray[np.int8], npt.NDArray[np.bool_]]
Actions = Union[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.uint16]]

@final
class Slab:
    """Many games advanced together by a ply, into arrays that the caller owns; nothing is allocated
    once it is made.

    ``start`` is a board, or a list of them, one a game. Games that are over start anew with the
    next step where ``ended`` is "restart" and stay as they are where it is "freeze". Random plies
    come from ``seed``, and are the same with any number of ``threads``. ``history`` is how many
    boards ``observe(planes=)`` shows, the present one first.

    A slab can be pickled and copied; a copy goes on with the same random plies. A process that is
    forked off has threads of its own.
    """
    def __new__(
        cls,
        start: Union[Board, Sequence[Board]],
        games: Optional[int] = None,
        *,
        ended: Literal["restart", "freeze"] = "restart",
        seed: Whole = 0,
        history: int = 1,
        threads: int = 1,
    ) -> "Slab": ...
    @property
    def games(self) -> int:
        """How many games there are."""
    @property
    def action_count(self) -> int:
        """How many actions there are in each game, legal or not."""
    @property
    def rows(self) -> int:
        """The rows of the boards."""
    @property
    def columns(self) -> int:
        """The columns of the boards."""
    @property
    def history(self) -> int:
        """How many boards of a game ``observe(planes=)`` shows."""
    @property
    def start(self) -> Board:
        """The board that the first game begins with."""
    def __len__(self) -> int: ...
    def legal_mask(self, out: _M, *, finished: Literal["none", "all"] = "none") -> _M:
        """Writes which actions are legal to ``out``, uint8, int8 or bool [games, action_count]: 1 for
        a legal one. A game that is over has none where ``finished`` is "none", and all where it is
        "all", so that a softmax over them is defined.
        """
    def step(
        self,
        actions: Actions,
        *,
        mask: Optional[Bytes] = None,
        finished: Literal["none", "all"] = "none",
        planes: Union[npt.NDArray[np.uint8], npt.NDArray[np.float32], None] = None,
        cells: Optional[npt.NDArray[np.uint8]] = None,
        to_move: Optional[npt.NDArray[np.uint8]] = None,
        outcomes: Optional[npt.NDArray[np.uint8]] = None,
        plies: Optional[npt.NDArray[np.uint32]] = None,
        rewards: Optional[npt.NDArray[np.float32]] = None,
        ended: Optional[npt.NDArray[np.bool_]] = None,
    ) -> None:
        """Plays one action in each game: int64, int32 or uint16 [games]. A game that is over starts
        anew, or stays, whatever the action. Then it writes what the games hold, those parts of it
        that are asked for: ``mask`` and ``finished`` as ``legal_mask`` has them, ``ended``, bool
        [games], whether a game is over, and the others as ``observe`` has them.

        Raises `IllegalAction` when an action is illegal; nothing has been played in any game then,
        and nothing written.
        """
    def step_random(
        self,
        actions: npt.NDArray[np.uint16],
        *,
        numbers: Optional[npt.NDArray[np.uint64]] = None,
        mask: Optional[Bytes] = None,
        finished: Literal["none", "all"] = "none",
        planes: Union[npt.NDArray[np.uint8], npt.NDArray[np.float32], None] = None,
        cells: Optional[npt.NDArray[np.uint8]] = None,
        to_move: Optional[npt.NDArray[np.uint8]] = None,
        outcomes: Optional[npt.NDArray[np.uint8]] = None,
        plies: Optional[npt.NDArray[np.uint32]] = None,
        rewards: Optional[npt.NDArray[np.float32]] = None,
        ended: Optional[npt.NDArray[np.bool_]] = None,
    ) -> None:
        """Plays one of the legal actions in each game, each as likely as any other, and writes which
        to ``actions``, uint16 [games]; 65535 for a game that was over. ``numbers``, uint64 [games],
        pick the actions where they are given, and the slab's seed where not: of n legal actions the
        one numbered ``(number >> 32) * n >> 32``. Then it writes what the games hold, as ``step``
        does.
        """
    def choose(
        self,
        actions: npt.NDArray[np.uint16],
        scores: npt.NDArray[np.float32],
        *,
        how: Literal["best", "weights", "logits"] = "best",
        seed: Whole = 0,
    ) -> None:
        """Chooses a legal action in each game by ``scores``, float32 [games, action_count], and writes
        it to ``actions``, uint16 [games], for ``step``; 65535 for a game that is over. Nothing is
        played. ``how`` is

        * "best": the highest score, of equal ones the lowest action;
        * "weights": drawn with a probability proportional to the score;
        * "logits": drawn with a probability proportional to its exponential, as the highest score
          after Gumbel noise is.

        The draws follow from ``seed``, the game's number and its scores alone. Scores of illegal
        actions are not looked at. Raises `ValueError` when a legal action's score is NaN or, where
        one is drawn, negative or infinite, or when no legal action can be drawn.
        """
    def search(
        self,
        actions: npt.NDArray[np.uint16],
        playouts: int,
        seeds: npt.NDArray[np.uint64],
    ) -> None:
        """Writes to ``actions``, uint16 [games], the action of each game after which the side to move
        does best in ``playouts`` random games from the game's seed, ``seeds`` uint64 [games]; 65535
        for a game that is over. Nothing is played. Ctrl-C ends it.
        """
    def observe(
        self,
        *,
        planes: Union[npt.NDArray[np.uint8], npt.NDArray[np.float32], None] = None,
        cells: Optional[npt.NDArray[np.uint8]] = None,
        to_move: Optional[npt.NDArray[np.uint8]] = None,
        outcomes: Optional[npt.NDArray[np.uint8]] = None,
        plies: Optional[npt.NDArray[np.uint32]] = None,
        rewards: Optional[npt.NDArray[np.float32]] = None,
    ) -> None:
        """Writes what the games hold, those parts of it that are asked for.

        * ``planes``: uint8 or float32 [games, 2 * history, rows, columns], the stones of the side
          to move and of the other, 0 or 1; then those of the board a ply ago, still by the side
          that is to move now, and so on.
        * ``cells``: uint8 [games, rows, columns], 0 empty, 1 black, 2 white, 3 blocked.
        * ``to_move``: uint8 [games], 1 black, 2 white, as `Colour` and ``cells`` number them.
        * ``outcomes``: uint8 [games], 0 while the game goes on, 1 black won, 2 drawn, 3 white won.
        * ``plies``: uint32 [games], played since the game's start, passes included.
        * ``rewards``: float32 [games, 2], black's and white's, 1, 0 or -1; zeros while the game
          goes on.
        """
    def reset(
        self,
        where: Optional[npt.NDArray[np.bool_]] = None,
        *,
        random_plies: Union[int, npt.NDArray[np.uint8], None] = None,
    ) -> None:
        """Puts games back to their starts: all, or those where ``where``, bool [games], is true.
        ``random_plies``, a number or uint8 [games], is how many random plies are then played in
        each, from the slab's seed; one that would end a game is not played. They count as the
        beginning: no ply has been played after them.
        """
    def load(self, game: int, board: Board) -> None:
        """Lets a game go on from a board of the same size and rule, with no ply played. Its start
        stays what it is.
        """
    def board(self, game: int) -> Board:
        """The board of a game."""
    def copy(self) -> "Slab":
        """A copy, whose random plies are those of this slab."""
    def __copy__(self) -> "Slab": ...
    def __deepcopy__(self, memo: Any) -> "Slab": ...

@final
class States:
    """Games as rows of 64-bit words, stepped by functions that keep nothing: what tree searches and
    `jax.pure_callback` need.

    ``board`` has the game, the size and the rule. A state is ``words`` = 1 + 2 * W words of uint64,
    where W is the number of words that have a bit for each point. Word 0: bit 0 is 1 when white is
    to move, bits 1 and 2 are the outcome (0 while the game goes on, 1 black won, 2 drawn, 3 white
    won), bit 3 is 1 when NoGo's centre is forbidden to black's first move. Then W words of black's
    stones, and W of white's: point ``row * columns + column`` is bit ``point % 64`` of word ``point
    / 64``.

    States can be pickled and copied.
    """
    def __new__(cls, board: Board, *, threads: int = 1) -> "States": ...
    @property
    def words(self) -> int:
        """The words of a state."""
    @property
    def action_count(self) -> int:
        """How many actions there are, legal or not."""
    def write(
        self, boards: Union[Board, Sequence[Board]], out: npt.NDArray[np.uint64]
    ) -> npt.NDArray[np.uint64]:
        """Writes boards as states: ``boards`` is one, for every row of ``out``, or a list of one a
        row. ``out`` is uint64 [games, words], and is returned.
        """
    def board(self, state: npt.NDArray[np.uint64]) -> Board:
        """The board of a state, uint64 [words], in a game that goes on."""
    def step(
        self,
        states: npt.NDArray[np.uint64],
        actions: Actions,
        out: Optional[npt.NDArray[np.uint64]] = None,
        status: Optional[npt.NDArray[np.uint8]] = None,
    ) -> None:
        """Plays an action in each state: ``states`` and ``out`` are uint64 [games, words], ``actions``
        int64, int32 or uint16 [games]. ``status``, uint8 [games], says what became of each: 0
        played; 1 illegal, 2 the game was over, in both of which ``out`` is the state as before; 3
        no state. Nothing is raised for these. ``out`` may be left out: the states themselves are
        stepped then.
        """
    def legal_mask(
        self, states: npt.NDArray[np.uint64], out: _M, *, finished: Literal["none", "all"] = "none"
    ) -> _M:
        """Writes which actions are legal in each state to ``out``, uint8, int8 or bool [games,
        action_count]. A game that is over, or a row that is not a state, has none where
        ``finished`` is "none", and all where it is "all".
        """
    def observe(
        self,
        states: npt.NDArray[np.uint64],
        *,
        planes: Union[npt.NDArray[np.uint8], npt.NDArray[np.float32], None] = None,
        cells: Optional[npt.NDArray[np.uint8]] = None,
        to_move: Optional[npt.NDArray[np.uint8]] = None,
        outcomes: Optional[npt.NDArray[np.uint8]] = None,
        rewards: Optional[npt.NDArray[np.float32]] = None,
    ) -> None:
        """Writes what the states hold, as `Slab.observe` does, with planes of one board. Of rows that
        are no states it writes what their bits say.
        """

@final
class Trees:
    """Tree searches (PUCT) in many games at once.

    In turns: ``select`` descends in every tree and writes up to ``leaves`` positions of each that
    are to be evaluated; ``update`` takes their logits and values. Then ``visits`` says what the
    searches found, and ``advance`` plays an action in each game and keeps what is known of the
    positions after it. Games that are over have no leaves and stay as they are.

    ``start`` is a board, or a list of them, one a tree. ``exploration``, 0 or more, is the factor
    of the prior in PUCT. Trees can be copied, and pickled when no leaves wait.
    """
    def __new__(
        cls,
        start: Union[Board, Sequence[Board]],
        trees: Optional[int] = None,
        *,
        leaves: int = 1,
        exploration: float = 1.25,
        threads: int = 1,
    ) -> "Trees": ...
    @property
    def leaves(self) -> int:
        """The leaves that a ``select`` finds in a tree at most."""
    @property
    def action_count(self) -> int:
        """How many actions there are in each game, legal or not."""
    def __len__(self) -> int: ...
    def select(
        self,
        planes: Union[npt.NDArray[np.uint8], npt.NDArray[np.float32]],
        mask: Bytes,
    ) -> int:
        """Writes positions that are to be evaluated, and returns how many: the first rows of
        ``planes``, uint8 or float32 [trees * leaves, 2, rows, columns], the stones of the side to
        move and of the other; and of ``mask``, uint8, int8 or bool [trees * leaves, action_count],
        their legal actions. The other rows stay as they are. 0 when every game is over.
        """
    def update(self, logits: npt.NDArray[np.float32], values: npt.NDArray[np.float32]) -> None:
        """Takes what the positions of the last ``select`` are worth, in their order: ``logits``,
        float32 [leaves that wait or trees * leaves, action_count], of which those of legal actions
        count, and ``values``, float32 [the same], for the side to move, 1 a win and -1 a loss.
        """
    def mix(self, noise: npt.NDArray[np.float32], fraction: float) -> None:
        """Mixes noise, float32 [trees, action_count], into the priors of the roots that are expanded:
        each becomes ``(1 - fraction) * prior + fraction * noise``, with a fraction of 0 to 1.
        """
    def visits(self, out: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
        """Writes how often each action was visited from the roots to ``out``, uint32 [trees,
        action_count].
        """
    def values(self, out: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Writes the mean values of the roots, for their sides to move, to ``out``, float32 [trees];
        the result of a game that is over.
        """
    def advance(self, actions: Actions) -> None:
        """Plays an action in each game, int64, int32 or uint16 [trees], and keeps what is known of the
        positions after it. The actions of games that are over are not looked at.

        Raises `IllegalAction` when one is illegal; nothing has been played in any game then.
        """
    def restart(self, tree: int, board: Optional[Board] = None) -> None:
        """Begins a tree anew, from its start or from a board like it."""
    def restart_many(
        self, states: npt.NDArray[np.uint64], where: Optional[npt.NDArray[np.bool_]] = None
    ) -> None:
        """Begins trees anew from ``states``, uint64 [trees, words] as `States` has them, in games that
        go on: all, or those where ``where``, bool [trees], is true. When a row is wrong, no tree is
        changed.
        """
    def board(self, tree: int) -> Board:
        """The board at a tree's root."""
    def copy(self) -> "Trees":
        """A copy."""
    def __copy__(self) -> "Trees": ...
    def __deepcopy__(self, memo: Any) -> "Trees": ...

def othello_legal_moves_many(
    own: npt.NDArray[np.uint64], opponent: npt.NDArray[np.uint64], out: npt.NDArray[np.uint64], *, size: int = 8
) -> npt.NDArray[np.uint64]:
    """Writes the squares on which the sides to move may place a disc to ``out``, uint64 [n], and
    returns it. ``own`` and ``opponent``, uint64 [n], are discs as bits, ``8 * row + column`` in the
    8x8 frame in whose middle smaller boards lie.
    """
def othello_mobility_many(
    own: npt.NDArray[np.uint64], opponent: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8], *, size: int = 8
) -> npt.NDArray[np.uint8]:
    """Writes how many squares the sides to move may place a disc on to ``out``, uint8 [n], and returns
    it.
    """
def othello_flips_many(
    own: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    squares: npt.NDArray[np.uint8],
    out: npt.NDArray[np.uint64],
    *,
    size: int = 8,
) -> npt.NDArray[np.uint64]:
    """Writes the discs that a disc on each of ``squares``, uint8 [n], ``row * size + column``,
    outflanks to ``out``, uint64 [n], and returns it.
    """
def gomoku_winning_cells_many(
    black: npt.NDArray[np.uint16],
    white: npt.NDArray[np.uint16],
    black_out: npt.NDArray[np.uint16],
    white_out: npt.NDArray[np.uint16],
    columns: int,
) -> None:
    """Writes the empty points on which a stone makes five or more in a row to ``black_out`` and
    ``white_out``. All arrays are uint16 [rows, n]: row r of board b is ``[r, b]``, bit c for column
    c. Boards of up to 15 rows and ``columns`` columns.
    """
def othello_children_many(
    own: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    moves: npt.NDArray[np.uint64],
    own_out: npt.NDArray[np.uint64],
    opponent_out: npt.NDArray[np.uint64],
    *,
    size: int = 8,
) -> int:
    """Writes the positions after ``moves``, uint64 [n], sets of empty squares, as the other side sees
    them, to the beginning of ``own_out`` and ``opponent_out``, uint64 [room]: position by position,
    lowest square first. Returns how many there are. Moves that are not legal are played all the
    same and give positions that no game reaches.
    """
def gomoku_any_five_many(
    black: npt.NDArray[np.uint16], white: npt.NDArray[np.uint16], out: _M, columns: int
) -> _M:
    """Writes whether black, and whether white, has five or more in a row to ``out``, bool, uint8 or
    int8 [n, 2], and returns it. ``black`` and ``white`` are as for `winning_cells_many`.
    """
def gomoku_any_exact_five_many(
    black: npt.NDArray[np.uint16], white: npt.NDArray[np.uint16], out: _M, columns: int
) -> _M:
    """Writes whether black, and whether white, has exactly five in a row to ``out``, bool, uint8 or
    int8 [n, 2], and returns it. ``black`` and ``white`` are as for `winning_cells_many`.
    """
def gomoku_winners_many(
    black: npt.NDArray[np.uint16], white: npt.NDArray[np.uint16], out: _M, columns: int, rule: Rule = "freestyle"
) -> _M:
    """Writes whether black, and whether white, has a run that wins under ``rule`` to ``out``, bool,
    uint8 or int8 [n, 2], and returns it. ``black`` and ``white`` are as for `winning_cells_many`.
    """
def nogo_masks_many(
    black: npt.NDArray[np.uint32],
    white: npt.NDArray[np.uint32],
    black_out: npt.NDArray[np.uint32],
    white_out: npt.NDArray[np.uint32],
    *,
    rows: int = 9,
    columns: int = 9,
    blocked: str = "",
) -> None:
    """Writes the points on which black, and on which white, may place a stone to ``black_out`` and
    ``white_out``, by the stones alone: a forbidden centre is not looked at. All arrays are uint32
    [n, 3], a position's point in row r and column c being bit ``(10 * r + c) % 32`` of word ``(10 *
    r + c) // 32``, whatever the size. ``rows``, ``columns`` and ``blocked`` are as for `Board`.
    """
def othello_read_wthor(path: Union[str, "os.PathLike[str]"]) -> List[Tuple[List[int], int, int, int]]:
    """Reads a WTHOR database (.wtb) of 8x8 games and replays each by the rules: a list of tuples of
    the actions (passes, which the file leaves out, among them), black's discs at the end (empty
    squares the winner's), black's with perfect play from the depth that the file is about, and the
    outcome, 0 where the record ends before the game.

    Raises ValueError, with the game and the move, where a record breaks the rules, and OSError if
    the file cannot be read.
    """
def read(game: str, text: str) -> Board:
    """Reads a board of the game with this name, as `str` writes it."""
def tiers() -> List[str]:
    """The tiers of instruction sets that this processor can run, ascending."""
def tier() -> str:
    """The tier in use: the highest that this processor can run, capped by the environment variable
    STONEMASK_TIER, or the one that `use_tier` chose.
    """
def use_tier(tier: str) -> None:
    """Uses the kernels of a tier from now on, in all threads of this process, for tests and
    measurements. Slabs keep the kernels that they were made with.
    """
