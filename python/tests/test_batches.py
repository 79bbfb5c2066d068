"""Promise: batches of positions are the boards' answers, and wrong positions are named."""

import random

import numpy as np
import pytest
from stonemask import gomoku, nogo, othello


def positions(size, count):
    chosen, boards = random.Random(1), []
    while len(boards) < count:
        board = othello.Board(size)
        while actions := board.legal_actions():
            boards.append(board.copy())
            board.play(chosen.choice(actions))
    boards = boards[:count]
    discs = [board.discs() for board in boards]
    own = np.array([pair[board.to_move.index] for pair, board in zip(discs, boards)], np.uint64)
    opponent = np.array([pair[board.to_move.other.index] for pair, board in zip(discs, boards)], np.uint64)
    return boards, own, opponent


def bit(size, action):
    ring = (8 - size) // 2
    return 1 << (8 * (action // size + ring) + action % size + ring)


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("count", [0, 1, 255, 256, 700])
def test_othello(size, count):
    boards, own, opponent = positions(size, count)
    moves = othello.legal_moves_many(own, opponent, np.empty(count, np.uint64), size=size)
    counts = othello.mobility_many(own, opponent, np.empty(count, np.uint8), size=size)
    placing = [[action for action in board.legal_actions() if action < size * size] for board in boards]
    assert moves.tolist() == [sum(bit(size, action) for action in actions) for actions in placing]
    assert counts.tolist() == [len(actions) for actions in placing]
    squares = np.array([actions[0] if actions else 0 for actions in placing], np.uint8)
    flips = othello.flips_many(own, opponent, squares, np.empty(count, np.uint64), size=size)
    for board, actions, before, turned in zip(boards, placing, own.tolist(), flips.tolist()):
        if actions:
            side = board.to_move.index
            board.play(actions[0])
            assert board.discs()[side] == before | turned | bit(size, actions[0])


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("count", [0, 1, 256, 700])
def test_othello_children(size, count):
    boards, own, opponent = positions(size, count)
    moves = othello.legal_moves_many(own, opponent, np.empty(count, np.uint64), size=size)
    expected = []
    for board in boards:
        side = board.to_move.index
        for action in board.legal_actions():
            if action < size * size:
                child = board.copy()
                child.play(action)
                expected.append((child.discs()[1 - side], child.discs()[side]))
    room = len(expected) + 3
    children = np.full((2, room), 7, np.uint64)
    assert othello.children_many(own, opponent, moves, children[0], children[1], size=size) == room - 3
    assert list(zip(*children[:, : room - 3].tolist())) == expected
    assert (children[:, room - 3 :] == 7).all()


def stones(boards, columns):
    cells = np.stack([board.cells() for board in boards], 1)
    weights = 1 << np.arange(columns)
    return [((cells == stone) @ weights).astype(np.uint16) for stone in (1, 2)]


@pytest.mark.parametrize("kind", [np.bool_, np.uint8, np.int8])
def test_gomoku_fives(kind):
    """Games that a five ended, an overline alone among them, and games that go on."""
    chosen, boards = random.Random(3), []
    for rule in "freestyle", "standard":
        for _ in range(100):
            board = gomoku.Board(7, 8, rule)
            while not board.is_over() and chosen.random() < 0.995:
                board.play(chosen.choice(board.legal_actions()))
            boards.append(board)
    overline = gomoku.Board(7, 8)
    for ply in "a1 a3 b1 b3 c1 c3 e1 e3 f1 g6 d1".split():
        overline.play(ply)
    boards.append(overline)

    def runs(cells, stone, exact):
        """Whether there is such a run on any line, cell by cell."""
        rows, columns = cells.shape
        taken = lambda row, column: 0 <= row < rows and 0 <= column < columns and cells[row, column] == stone
        for row, column in np.argwhere(cells == stone):
            for down, right in (0, 1), (1, 0), (1, 1), (1, -1):
                if taken(row - down, column - right):
                    continue
                length = 1
                while taken(row + length * down, column + length * right):
                    length += 1
                if length == 5 or length > 5 and not exact:
                    return True
        return False

    black, white = stones(boards, 8)
    for ask, exact in (gomoku.any_five_many, False), (gomoku.any_exact_five_many, True):
        out = np.full((len(boards), 2), 1, kind)
        assert ask(black, white, out, 8) is out
        expected = [[runs(board.cells(), stone, exact) for stone in (1, 2)] for board in boards]
        assert out.astype(bool).tolist() == expected
        assert 20 < out[:, 0].sum() < len(boards) and 20 < out[:, 1].sum() < len(boards)
        assert bool(out[-1, 0]) is not exact
    rules = dict(freestyle=(False, False), standard=(True, True), renju=(True, False))
    for rule, exact in rules.items():
        out = np.full((len(boards), 2), 1, kind)
        assert gomoku.winners_many(black, white, out, 8, rule) is out
        expected = [[runs(board.cells(), 1 + side, exact[side]) for side in (0, 1)] for board in boards]
        assert out.astype(bool).tolist() == expected
    # Five that are blocked at both ends win under neither caro rule, six under one.
    rows = [np.array([row], np.uint16) for row in ([0b0111110, 0b1111110], [0b1000001, 0b0000001])]
    for rule, expected in ("caro", [False, True]), ("caro-exact", [False, False]), ("renju", [True, False]):
        won = gomoku.winners_many(*rows, np.empty((2, 2), kind), 7, rule).astype(bool)
        assert won[:, 0].tolist() == expected and not won[:, 1].any()
    with pytest.raises(ValueError, match="'any' is not a rule"):
        gomoku.winners_many(black, white, out, 8, "any")
    assert gomoku.any_five_many(black[:, :0].copy(), white[:, :0].copy(), np.empty((0, 2), kind), 8).size == 0


def bits(boards, stone):
    """The stones of boards as `masks_many` takes them."""
    wide = np.zeros((len(boards), 9, 10), np.uint8)
    for index, board in enumerate(boards):
        wide[index, : board.rows, : board.columns] = board.cells() == stone
    wide = np.pad(wide.reshape(len(boards), 90), ((0, 0), (0, 6)))
    return np.packbits(wide, axis=1, bitorder="little").view("<u4").astype(np.uint32)


@pytest.mark.parametrize("options", [{}, dict(rows=4, columns=7), dict(rows=6, columns=5, blocked="b2 e6")])
@pytest.mark.parametrize("count", [0, 1, 300])
def test_nogo(options, count):
    chosen, boards = random.Random(4), []
    while len(boards) < count:
        board = nogo.Board(**options)
        while actions := board.legal_actions():
            boards.append(board.copy())
            board.play(chosen.choice(actions))
    boards = boards[:count]
    black, white, other_black, other_white = (np.full((count, 3), 5, np.uint32) for _ in range(4))
    nogo.masks_many(bits(boards, 1), bits(boards, 2), black, white, **options)
    masks = np.stack([black, white])
    read = np.unpackbits(masks.astype("<u4").view(np.uint8), axis=-1, bitorder="little")
    assert not read[..., 90:].any()
    read = read[..., :90].reshape(2, count, 9, 10)
    for index, board in enumerate(boards):
        mask = read[board.to_move.index, index]
        assert np.array_equal(mask[: board.rows, : board.columns].ravel(), board.legal_mask())
        assert mask.sum() == len(board.legal_actions())
    # The masks of both sides, by the colours changed.
    nogo.masks_many(bits(boards, 2), bits(boards, 1), other_black, other_white, **options)
    assert np.array_equal(other_black, white) and np.array_equal(other_white, black)


def test_gomoku():
    chosen, boards = random.Random(2), []
    for _ in range(100):
        board = gomoku.Board(9, 11)
        for _ in range(chosen.randrange(80)):
            if not board.is_over():
                board.play(chosen.choice(board.legal_actions()))
        boards.append(board)
    black, white = stones(boards, 11)
    black_wins, white_wins = np.empty_like(black), np.empty_like(white)
    gomoku.winning_cells_many(black, white, black_wins, white_wins, 11)
    seen = 0
    for index, board in enumerate(boards):
        if board.is_over():
            continue
        wins = (black_wins, white_wins)[board.to_move.index][:, index]
        for action in board.legal_actions():
            child = board.copy()
            child.play(action)
            won = bool(wins[action // 11] >> (action % 11) & 1)
            assert won == (child.outcome() is not None and any(child.returns()))
            seen += won
    assert seen > 10


def test_wrong_positions_and_arrays():
    one, out = np.array([1, 3], np.uint64), np.empty(2, np.uint64)
    many = np.ones(600, np.uint64)
    six, row = one << np.uint64(3), np.array([[1, 2]], np.uint16)
    point, sets = np.array([[0, 0, 0], [1, 0, 0]], np.uint32), np.empty((2, 2, 3), np.uint32)
    centre = np.array([[0, 0, 0], [0, 1 << 12, 0]], np.uint32)
    for call, kind, why in [
        (lambda: othello.legal_moves_many(one, one, out), ValueError, "^position 0: both sides have discs on "),
        (
            lambda: othello.legal_moves_many(many, many * (np.arange(600) == 599), np.empty(600, np.uint64)),
            ValueError,
            "^position 599: both sides have discs on ",
        ),
        (lambda: othello.legal_moves_many(one, one[:1], out), ValueError, r"opponent: expected shape \(2,\)"),
        (lambda: othello.legal_moves_many(one, one << np.uint64(3), out, size=5), ValueError, "size=5: expected 4, 6 or 8"),
        (lambda: othello.legal_moves_many(one, one << np.uint64(3), one), ValueError, "out: the array shares memory"),
        (lambda: othello.mobility_many(one, one << np.uint64(3), out), TypeError, "out: expected an array of dtype uint8"),
        (
            lambda: othello.flips_many(one, one << np.uint64(3), np.array([0, 64], np.uint8), out),
            ValueError,
            "squares: entry 1 is 64, off the board",
        ),
        (
            lambda: othello.children_many(one, six, one << np.uint64(8), out[:1], out[1:].copy()),
            ValueError,
            "own_out: room for 1 of 3 children",
        ),
        (
            lambda: othello.children_many(one, six, np.array([2, 3], np.uint64), np.empty(9, np.uint64), np.empty(9, np.uint64)),
            ValueError,
            "moves: entry 1 has squares that are not empty",
        ),
        (
            lambda: othello.children_many(one, six, np.array([128, 128], np.uint64), out, np.empty(3, np.uint64)),
            ValueError,
            r"opponent_out: expected shape \(2,\)",
        ),
        (
            lambda: othello.children_many(one, six, one << np.uint64(8), out, out),
            ValueError,
            "opponent_out: the array shares memory",
        ),
        (lambda: gomoku.any_five_many(row, row, np.empty((2, 2), bool), 5), ValueError, "board 0, row 0: two stones on one point"),
        (lambda: gomoku.any_five_many(row, row << 4, np.empty((2, 2), bool), 5), ValueError, "off the board"),
        (lambda: gomoku.any_five_many(row, row << 2, np.empty((1, 2), bool), 5), ValueError, r"out: expected shape \(2, 2\)"),
        (
            lambda: gomoku.any_exact_five_many(row, row << 2, np.empty((2, 2), np.float32), 5),
            TypeError,
            "out: expected an array of dtype uint8, int8 or bool, got float32",
        ),
        (lambda: nogo.masks_many(point, point, *sets), ValueError, "position 1: both a black and a white stone on a1"),
        (
            lambda: nogo.masks_many(point << 9, point, *sets),
            ValueError,
            "position 1: bits that are no points of 9x9",
        ),
        (lambda: nogo.masks_many(point, centre, *sets, rows=4), ValueError, "position 1: a stone on e5, off the board"),
        (lambda: nogo.masks_many(point, centre, *sets, blocked="e5"), ValueError, "position 1: a stone on e5, off the board"),
        (lambda: nogo.masks_many(point, centre, sets[0], sets[0]), ValueError, "white_out: the array shares memory"),
        (lambda: nogo.masks_many(point, centre[:, :2], *sets), ValueError, r"white: expected shape \(2, 3\)"),
        (lambda: nogo.masks_many(point, centre, *sets, rows=10), ValueError, "10"),
    ]:
        with pytest.raises(kind, match=why):
            call()
