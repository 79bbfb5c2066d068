"""Promise: states stepped without memory are the boards, and what is wrong becomes a status."""

import numpy as np
import pytest
import stonemask
from stonemask import States, gomoku, nogo, othello

STARTS = [
    othello.Board(4),
    othello.Board(6),
    othello.Board(8),
    gomoku.Board(),
    gomoku.Board(6, 7),
    gomoku.Board(15, 5),
    gomoku.Board(7, 9, "renju"),
    gomoku.Board(8, 8, "caro"),
    nogo.Board(),
    nogo.Board(5, 7, "b2 c3"),
    nogo.Board(5, 5, forbid_centre=True),
]
PLAYED, ILLEGAL, OVER, NO_STATE = range(4)


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("threads", [1, 3])
def test_states_are_boards(start, threads):
    games = 23
    pure = States(start, threads=threads)
    assert pure.words == 1 + 2 * -(-start.rows * start.columns // 64)
    states = pure.write(start, np.empty((games, pure.words), np.uint64))
    after, status = np.empty_like(states), np.empty(games, np.uint8)
    mask = np.empty((games, pure.action_count), np.bool_)
    size = start.rows, start.columns
    seen = dict(
        planes=np.empty((games, 2, *size), np.float32),
        cells=np.empty((games, *size), np.uint8),
        to_move=np.empty(games, np.uint8),
        outcomes=np.empty(games, np.uint8),
        rewards=np.empty((games, 2), np.float32),
    )
    boards = [start.copy() for _ in range(games)]
    random = np.random.default_rng(2)
    while not all(board.is_over() for board in boards):
        pure.legal_mask(states, mask)
        pure.observe(states, **seen)
        for game, board in enumerate(boards):
            assert np.array_equal(mask[game], board.legal_mask())
            assert np.array_equal(seen["cells"][game], board.cells())
            assert seen["to_move"][game] == board.to_move
            assert seen["outcomes"][game] == (board.outcome() or 0)
            assert tuple(seen["rewards"][game]) == board.returns()
            own = board.cells() == board.to_move
            assert np.array_equal(seen["planes"][game, 0], own)
            if not board.is_over():
                assert pure.board(states[game]) == board
        actions = np.array([random.choice(board.legal_actions() or [0]) for board in boards])
        over = [board.is_over() for board in boards]
        before = states.copy()
        pure.step(states, actions, after, status)
        assert np.array_equal(states, before)
        assert np.array_equal(status, np.where(over, OVER, PLAYED))
        pure.step(states, actions)
        assert np.array_equal(states, after)
        for game, board in enumerate(boards):
            if not over[game]:
                board.play(actions[game])
    pure.legal_mask(states, mask, finished="all")
    assert mask.all()


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_what_is_wrong_is_a_status_and_changes_nothing(start):
    pure = States(start)
    state = pure.write(start, np.empty((1, pure.words), np.uint64))
    status = np.empty(1, np.uint8)

    def became(state, action):
        before = state.copy()
        pure.step(state, np.array([action]), status=status)
        if status[0] != PLAYED:
            assert np.array_equal(state, before)
        return status[0]

    assert became(state.copy(), start.legal_actions()[0]) == PLAYED
    for action in start.action_count, -1, 2**40:
        assert became(state.copy(), action) == ILLEGAL
    unknown, overlap, beyond, over = (state.copy() for _ in range(4))
    unknown[0, 0] = 16
    overlap[0, 1] |= 1
    overlap[0, 1 + (pure.words - 1) // 2] |= 1
    over[0, 0] |= 2
    assert became(unknown, 0) == NO_STATE
    assert became(overlap, 0) == NO_STATE
    assert became(over, 0) == OVER
    if start.rows * start.columns % 64:
        beyond[0, -1] |= 1 << 63
        assert became(beyond, 0) == NO_STATE
    mask = np.full((1, pure.action_count), 7, np.uint8)
    assert pure.legal_mask(overlap, mask).sum() == 0
    with pytest.raises(ValueError, match="no game reaches it"):
        pure.board(overlap[0])


def test_groups_without_liberties_are_no_state():
    board = nogo.Board(3, 3)
    pure = States(board)
    state = np.zeros((1, pure.words), np.uint64)
    state[0, 1] = 0b000_001_010  # black on b1 and a2
    state[0, 2] = 0b000_000_001  # white on a1, captured
    status = np.empty(1, np.uint8)
    pure.step(state, np.array([8]), status=status)
    assert status[0] == NO_STATE


def test_wrong_arrays():
    pure = States(othello.Board(8))
    states = np.zeros((3, pure.words), np.uint64)
    actions = np.zeros(3, np.int64)
    for call, kind, why in [
        (lambda: pure.step(states[0], actions), ValueError, r"states: expected shape \(games, 3\), got 1 axes"),
        (lambda: pure.step(states[:, :2].copy(), actions), ValueError, r"states: expected shape \(3, 3\), got \(3, 2\)"),
        (lambda: pure.step(states, actions[:2]), ValueError, "actions: expected shape"),
        (lambda: pure.step(states, actions, states), ValueError, "states: the array shares memory"),
        (lambda: pure.step(states.astype(np.int64), actions), TypeError, "states: expected an array of dtype uint64"),
        (lambda: pure.write(othello.Board(6), states), ValueError, "board 0 has another size or rule"),
        (lambda: pure.write([othello.Board(8)], states), ValueError, "boards: expected 3, got 1"),
        (lambda: pure.write("x", states), TypeError, "boards: expected a Board, or a list of them"),
    ]:
        with pytest.raises(kind, match=why):
            call()


def test_seeds_of_a_slab_and_states_agree():
    slab = stonemask.Slab(nogo.Board(), 50, seed=4, ended="freeze")
    pure = States(nogo.Board())
    states = pure.write(nogo.Board(), np.empty((50, pure.words), np.uint64))
    actions = np.empty(50, np.uint16)
    for _ in range(81):
        slab.step_random(actions)
        pure.step(states, actions)
    cells, same = np.empty((2, 50, 9, 9), np.uint8)
    slab.observe(cells=cells)
    pure.observe(states, cells=same)
    assert np.array_equal(cells, same)
