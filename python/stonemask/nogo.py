"""NoGo on boards up to 9x9, with blocked cells or without: who has no legal move loses.

>>> from stonemask import nogo
>>> board = nogo.Board(3, 3)
>>> board.solve().winner
<Colour.BLACK: 1>

`masks_many` reads and writes sets of points as the library has them, a row every ten bits. As cells:

>>> import numpy as np
>>> black, white = np.zeros((2, 1, 3), np.uint32)
>>> black[0, 0] = 1 << 1 | 1 << 10
>>> masks = np.empty((2, 1, 3), np.uint32)
>>> nogo.masks_many(black, white, masks[0], masks[1])
>>> bits = np.unpackbits(masks.astype("<u4").view(np.uint8), axis=-1, bitorder="little")
>>> cells = bits[..., :90].reshape(2, 1, 9, 10)[..., :9]
>>> cells.sum(axis=(2, 3)).tolist(), cells[:, 0, 0, :3].tolist()
([[79], [78]], [[1, 0, 1], [0, 0, 1]])
"""

from ._stonemask import NogoBoard as Board
from ._stonemask import nogo_masks_many as masks_many

__all__ = ["Board", "masks_many"]
