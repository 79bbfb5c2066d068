"""Gomoku on boards of 1 to 64 rows and columns, under five rules.

>>> from stonemask import gomoku
>>> board = gomoku.Board(3, 5)
>>> for ply in "a1 a3 b1 b3 c1 c3 d1 d3 e1".split():
...     board.play(ply)
>>> board
gomoku.Board.parse('3x5 freestyle XXXXX/-----/OOOO- O')
>>> board.outcome()
<Outcome.BLACK_WON: 1>
>>> board.winning_line()
['a1', 'b1', 'c1', 'd1', 'e1']
"""

from ._stonemask import GomokuBoard as Board
from ._stonemask import gomoku_any_exact_five_many as any_exact_five_many
from ._stonemask import gomoku_any_five_many as any_five_many
from ._stonemask import gomoku_winners_many as winners_many
from ._stonemask import gomoku_winning_cells_many as winning_cells_many

__all__ = ["Board", "any_exact_five_many", "any_five_many", "winners_many", "winning_cells_many"]
