"""NoGo on boards up to 9x9, with blocked cells or without: who has no legal move loses.

>>> from stonemask import nogo
>>> board = nogo.Board(3, 3)
>>> board.solve().winner
<Colour.BLACK: 0>
"""

from ._stonemask import NogoBoard as Board

__all__ = ["Board"]
