"""Results of the package's functions."""

from enum import Enum, IntEnum
from typing import List, NamedTuple, Optional, Tuple


class Colour(IntEnum):
    """A player's colour, by the number that cells and arrays of sides to move hold; 0 there is neither. Black moves first.

    The numbers are those of the Rust and C libraries, so that ``board.cells() == board.to_move`` is where the side to move has stones.
    """

    BLACK = 1
    WHITE = 2

    @property
    def other(self) -> "Colour":
        """The other colour.

        >>> Colour.BLACK.other
        <Colour.WHITE: 2>
        """
        return Colour(3 - self)

    @property
    def index(self) -> int:
        """0 for black and 1 for white: the index in pairs, such as `Board.returns` and the rewards of slabs.

        >>> import stonemask
        >>> board = stonemask.board("nogo", rows=1, columns=1)
        >>> board.returns()[board.to_move.index]
        -1.0
        """
        return self - 1


class Outcome(IntEnum):
    """How a finished game went, by the numbers that arrays of outcomes hold; 0 there is a game that goes on."""

    BLACK_WON = 1
    DRAW = 2
    WHITE_WON = 3

    @property
    def winner(self) -> Optional[Colour]:
        """Who won; None for a draw.

        >>> Outcome.WHITE_WON.winner
        <Colour.WHITE: 2>
        """
        return {Outcome.BLACK_WON: Colour.BLACK, Outcome.WHITE_WON: Colour.WHITE}.get(self)


class Perft(NamedTuple):
    """The counts of a perft."""

    nodes: int
    """Positions at the depth, plus the games that ended above it, each once. A pass is a ply."""
    finished: int
    """The games among ``nodes`` that ended above the depth."""


class Playout(NamedTuple):
    """One finished random game."""

    outcome: Outcome
    plies: int
    """Plies played from the state given to the end, passes included."""

    @property
    def winner(self) -> Optional[Colour]:
        """Who won; None for a draw."""
        return self.outcome.winner


class Tally(NamedTuple):
    """How many games went."""

    black_wins: int
    draws: int
    white_wins: int
    plies: int
    """Plies of all games together, passes included."""

    @property
    def games(self) -> int:
        """The games counted."""
        return self.black_wins + self.draws + self.white_wins

    @property
    def wins(self) -> Tuple[int, int]:
        """The games that black won, and those that white won."""
        return self.black_wins, self.white_wins

    def share(self, colour: Colour) -> float:
        """A colour's share of the wins, from 0 to 1, where a draw is half a win; one half of no games.

        >>> Tally(black_wins=2, draws=1, white_wins=1, plies=0).share(Colour.BLACK)
        0.625
        """
        return (self.wins[colour - 1] + self.draws / 2) / self.games if self.games else 0.5

    def __str__(self) -> str:
        return f"{self.games} games: black won {self.black_wins}, white won {self.white_wins}, {self.draws} drawn"


class Score(NamedTuple):
    """The outcome of best play from a board of Othello."""

    score: int
    """Black's discs minus white's at the end."""
    line: Tuple[str, ...]
    """One line of best play to the end."""
    nodes: int
    """Positions searched."""


class Certainty(Enum):
    """How sure a score of Othello is."""

    EXACT = "exact"
    """It is proved."""
    AT_LEAST = "at least"
    """It is proved that black's score is this or more."""
    AT_MOST = "at most"
    """It is proved that black's score is this or less."""
    ESTIMATE = "estimate"
    """Nothing is proved: it is the score of a search that leaves out what seems decided."""


class Candidate(NamedTuple):
    """A move, and what is known of it."""

    score: float
    """Othello: black's discs minus white's at the end, an int. Gomoku and NoGo: black's share of the wins, 0 to 1."""
    certainty: Certainty
    confidence: Optional[int]
    """Of 100 positions of Othello, how many had an exact score within two discs of such an estimate; None of what is proved, and where it was not
    measured."""
    depth: int
    """Plies searched, passes not counted: the number of empty squares where the search went to the end of the game."""
    line: Tuple[str, ...]
    """The move and what may follow it, to the end of the game where the score is exact."""

    @property
    def ply(self) -> str:
        """The move."""
        return self.line[0]


class Analysis(NamedTuple):
    """A search's knowledge of a board."""

    score: float
    """Black's score: that of the best move, or of the finished game. Othello: discs, an int; else black's share of the wins."""
    certainty: Certainty
    """How sure the score is."""
    confidence: Optional[int]
    """Of 100 positions of Othello, how many had an exact score within two discs of such an estimate; None of what is proved, and where it was not
    measured."""
    lower: float
    """Black's score is proved to be at least this."""
    upper: float
    """Black's score is proved to be at most this."""
    moves: Tuple[Candidate, ...]
    """The best moves, as many as were asked for and are legal, the best first; none where the game is over."""
    complete: bool
    """Whether the limit of depth was reached, or all that was asked for is exact."""
    nodes: int
    """Positions searched."""
    seconds: float
    """The time that it took."""

    @property
    def best(self) -> Optional[Candidate]:
        """The best move, and what is known of it; None where the game is over."""
        return self.moves[0] if self.moves else None


class Group(NamedTuple):
    """A group of stones on a board of NoGo."""

    colour: Colour
    stones: List[str]
    liberties: List[str]
    """The empty points next to it; never none."""


class Winner(NamedTuple):
    """Who wins a board of NoGo with best play."""

    winner: Colour
    line: Tuple[str, ...]
    """One line of play to the end, in which the winner plays moves that win."""
    nodes: int
    """Positions searched."""


class ForcedWin(NamedTuple):
    """Who can force a win on a board of Gomoku."""

    winner: Optional[Colour]
    """None where the game is drawn or neither colour can force a win by these means, and where nothing is known."""
    means: str
    """By which moves: "fours", "threes" or "threats"; without a winner, those that were tried last."""
    line: Tuple[str, ...]
    """One line of play up to the five, in which the loser resists for long; empty without a winner."""
    nodes: int
    """Positions searched."""
    complete: bool
    """False where a limit ended the work: then there may be a win by ``means`` or what is stronger, and there is none by what is weaker."""
