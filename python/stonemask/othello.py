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
"""

from ._stonemask import OthelloBoard as Board

__all__ = ["Board"]
