"""Othello on 4x4, 6x6 and 8x8 boards.

>>> from stonemask import othello
>>> board = othello.Board(4)
>>> print(board.diagram())
1  - - - -
2  - O X -
3  - X O -
4  - - - -
   a b c d   black to move
>>> board.solve().score
-8
>>> found = othello.Board(8).analyse(depth=8)
>>> found.certainty, found.moves[0].depth
(<Certainty.ESTIMATE: 'estimate'>, 8)
"""

from ._stonemask import OthelloBoard as Board
from ._stonemask import othello_children_many as children_many
from ._stonemask import othello_flips_many as flips_many
from ._stonemask import othello_legal_moves_many as legal_moves_many
from ._stonemask import othello_mobility_many as mobility_many
from ._stonemask import othello_read_wthor as read_wthor

__all__ = ["Board", "children_many", "flips_many", "legal_moves_many", "mobility_many", "read_wthor"]
