"""Promise: batches of positions are the boards' answers, and wrong positions are named."""

import random

import numpy as np
import pytest
from stonemask import gomoku, othello


def positions(size, count):
    chosen, boards = random.Random(1), []
    while len(boards) < count:
        board = othello.Board(size)
        while actions := board.legal_actions():
            boards.append(board.copy())
            board.play(chosen.choice(actions))
    boards = boards[:count]
    discs = [board.discs() for board in boards]
    own = np.array([pair[board.to_move] for pair, board in zip(discs, boards)], np.uint64)
    opponent = np.array([pair[1 - board.to_move] for pair, board in zip(discs, boards)], np.uint64)
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
            side = board.to_move
            board.play(actions[0])
            assert board.discs()[side] == before | turned | bit(size, actions[0])


def test_gomoku():
    chosen, boards = random.Random(2), []
    for _ in range(100):
        board = gomoku.Board(9, 11)
        for _ in range(chosen.randrange(80)):
            if not board.is_over():
                board.play(chosen.choice(board.legal_actions()))
        boards.append(board)
    cells = np.stack([board.cells() for board in boards], 1)
    weights = 1 << np.arange(11)
    black, white = (((cells == stone) @ weights).astype(np.uint16) for stone in (1, 2))
    black_wins, white_wins = np.empty_like(black), np.empty_like(white)
    gomoku.winning_cells_many(black, white, black_wins, white_wins, 11)
    seen = 0
    for index, board in enumerate(boards):
        if board.is_over():
            continue
        wins = (black_wins, white_wins)[board.to_move][:, index]
        for action in board.legal_actions():
            child = board.copy()
            child.play(action)
            won = bool(wins[action // 11] >> (action % 11) & 1)
            assert won == (child.outcome() is not None and any(child.returns()))
            seen += won
    assert seen > 10


def test_wrong_positions_and_arrays():
    one, out = np.array([1, 3], np.uint64), np.empty(2, np.uint64)
    for call, kind, why in [
        (lambda: othello.legal_moves_many(one, one, out), ValueError, "positions from 0 on: "),
        (lambda: othello.legal_moves_many(one, one[:1], out), ValueError, r"opponent: expected shape \(2,\)"),
        (lambda: othello.legal_moves_many(one, one << np.uint64(3), out, size=5), ValueError, "size=5: expected 4, 6 or 8"),
        (lambda: othello.legal_moves_many(one, one << np.uint64(3), one), ValueError, "out: the array shares memory"),
        (lambda: othello.mobility_many(one, one << np.uint64(3), out), TypeError, "out: expected an array of dtype uint8"),
        (
            lambda: othello.flips_many(one, one << np.uint64(3), np.array([0, 64], np.uint8), out),
            ValueError,
            "squares: entry 1 is 64, off the board",
        ),
    ]:
        with pytest.raises(kind, match=why):
            call()
