"""Promise: batched tree searches are PUCT, find wins, and keep what they know when a game advances."""

import math

import numpy as np
import pytest
import stonemask
from stonemask import IllegalAction, Outcome, Trees, gomoku, nogo, othello

STARTS = [othello.Board(4), othello.Board(6), gomoku.Board(6, 7, "standard"), nogo.Board(4, 4)]


def evaluation(planes, actions):
    """Numbers that depend on the position alone, and on every stone of it."""
    weights = np.random.default_rng(1).normal(size=(planes[0].size, actions + 1))
    out = np.tanh(planes.reshape(len(planes), -1).astype(np.float64) @ weights / 4)
    return (2 * out[:, :actions]).astype(np.float32), out[:, actions].astype(np.float32)


class Searches:
    """Trees and their arrays."""

    def __init__(self, start, trees=None, dtype=np.float32, **keywords):
        self.trees = Trees(start, trees, **keywords)
        like = start if trees is not None else start[0]
        rows = len(self.trees) * self.trees.leaves
        self.planes = np.zeros((rows, 2, like.rows, like.columns), dtype)
        self.mask = np.zeros((rows, like.action_count), np.uint8)

    def search(self, times):
        for _ in range(times):
            waiting = self.trees.select(self.planes, self.mask)
            self.trees.update(*evaluation(self.planes[:waiting], self.mask.shape[1]))

    def visits(self):
        return self.trees.visits(np.empty((len(self.trees), self.mask.shape[1]), np.uint32))

    def values(self):
        return self.trees.values(np.empty(len(self.trees), np.float32))


class Node:
    """A plain tree, one position at a time."""

    def __init__(self, board):
        self.board, self.edges = board, {}

    def simulate(self):
        """One visit; the value for the side to move here."""
        if self.board.is_over():
            return self.board.returns()[self.board.to_move.index]
        if not self.edges:
            cells, side = self.board.cells(), self.board.to_move
            planes = np.stack([cells == side, cells == side.other])[None]
            logits, values = evaluation(planes, self.board.action_count)
            legal = self.board.legal_actions()
            weights = np.exp(logits[0, legal] - logits[0, legal].max())
            for action, prior in zip(legal, weights / weights.sum()):
                self.edges[action] = [0, 0.0, float(prior), None]
            return float(values[0])
        total = max(1, sum(edge[0] for edge in self.edges.values()))

        def score(edge):
            return (edge[1] / edge[0] if edge[0] else 0.0) + 1.25 * math.sqrt(total) * edge[2] / (1 + edge[0])

        action, edge = max(self.edges.items(), key=lambda item: score(item[1]))
        if edge[3] is None:
            board = self.board.copy()
            board.play(action)
            edge[3] = Node(board)
        value = -edge[3].simulate()
        edge[0] += 1
        edge[1] += value
        return value


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_one_leaf_at_a_time_is_plain_puct(start, dtype):
    searches, plain = Searches(start, 3, dtype), Node(start.copy())
    searches.search(150)
    # An evaluation is a visit of the plain tree, and so is the end of a game, which is not a leaf here: as many as were visited.
    visits = searches.visits()
    while sum(edge[0] for edge in plain.edges.values()) < visits[0].sum() or not plain.edges:
        plain.simulate()
    expected = np.zeros(start.action_count)
    for action, edge in plain.edges.items():
        expected[action] = edge[0]
    assert np.array_equal(visits, [expected] * 3)
    mean = sum(edge[1] for edge in plain.edges.values()) / expected.sum()
    assert np.allclose(searches.values(), mean, atol=1e-4)


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_threads_change_nothing(start):
    starts = []
    board = start.copy()
    while actions := board.legal_actions():
        starts.append(board.copy())
        board.play(actions[0])
    one, three = Searches(starts, leaves=4), Searches(starts, leaves=4, threads=3)
    for searches in one, three:
        searches.search(20)
    assert np.array_equal(one.visits(), three.visits())
    assert np.array_equal(one.values(), three.values())


def test_leaves_are_positions_with_their_masks():
    starts = [othello.Board(4), othello.Board(4)]
    starts[1].play(1)
    searches = Searches(starts)
    assert searches.trees.select(searches.planes, searches.mask) == 2
    for row, board in enumerate(starts):
        assert np.array_equal(searches.mask[row], board.legal_mask())
        assert np.array_equal(searches.planes[row, 0], board.cells() == board.to_move)
        assert np.array_equal(searches.planes[row, 1], board.cells() == board.to_move.other)


@pytest.mark.parametrize("leaves", [1, 8])
def test_a_win_is_found(leaves):
    board = gomoku.Board(7, 7)
    for ply in "a1 a7 b1 b7 c1 c7 d1 g7".split():
        board.play(ply)
    searches = Searches(board, 2, leaves=leaves, exploration=3.0)
    for _ in range(400 // leaves):
        waiting = searches.trees.select(searches.planes, searches.mask)
        searches.trees.update(np.zeros((waiting, 49), np.float32), np.zeros(waiting, np.float32))
    assert (searches.visits().argmax(axis=1) == board.action("e1")).all()
    searches.trees.advance(np.full(2, board.action("e1")))
    assert searches.trees.board(0).outcome() is Outcome.BLACK_WON
    # White would be to move, and has lost.
    assert searches.values().tolist() == [-1, -1]
    assert searches.trees.select(searches.planes, searches.mask) == 0
    searches.trees.advance(np.zeros(2, np.int64))


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_advance_keeps_what_is_known(start):
    searches = Searches(start, 2, leaves=3)
    searches.search(60)
    visits = searches.visits()
    chosen = visits.argmax(axis=1)
    searches.trees.advance(chosen)
    board = start.copy()
    board.play(chosen[0])
    assert searches.trees.board(0) == board
    # The first visit of the ply made the node; the others went on below it.
    assert searches.visits().sum(axis=1).tolist() == [visits[game, action] - 1 for game, action in enumerate(chosen)]
    searches.search(5)
    assert set(np.flatnonzero(searches.visits()[0])) <= set(board.legal_actions())
    searches.trees.restart(0)
    assert searches.trees.board(0) == start and searches.visits()[0].sum() == 0


def test_noise_changes_the_priors():
    searches = Searches(othello.Board(6), 2)
    searches.search(1)
    noise = np.zeros((2, 37), np.float32)
    action = othello.Board(6).legal_actions()[-1]
    noise[1, action] = 1
    searches.trees.mix(noise, 1.0)
    searches.search(1)
    visits = searches.visits()
    assert visits[1, action] == 1 and visits[1].sum() == 1 and visits[0].sum() == 1


def test_wrong_calls_say_so():
    searches = Searches(othello.Board(6), 3, leaves=2)
    trees, planes, mask = searches.trees, searches.planes, searches.mask
    with pytest.raises(TypeError, match="planes: expected an array of dtype uint8 or float32"):
        trees.select(planes.astype(np.float64), mask)
    assert trees.select(planes, mask) == 3
    with pytest.raises(RuntimeError, match="select: 3 leaves wait for update"):
        trees.select(planes, mask)
    with pytest.raises(RuntimeError, match="advance: 3 leaves wait"):
        trees.advance(np.zeros(3, np.int64))
    logits, values = np.zeros((3, 37), np.float32), np.zeros(3, np.float32)
    logits[1, 5] = np.nan
    with pytest.raises(ValueError, match="logits: row 1 holds NaN"):
        trees.update(logits, values)
    with pytest.raises(ValueError, match="noise: row 1 holds NaN"):
        trees.mix(logits, 0.25)
    for fraction, text in (np.nan, "NaN"), (5.0, "5"), (-0.5, "-0.5"):
        with pytest.raises(ValueError, match=f"fraction={text}: expected 0 to 1"):
            trees.mix(np.zeros((3, 37), np.float32), fraction)
    for exploration, text in (np.nan, "NaN"), (np.inf, "inf"), (-1, "-1"):
        with pytest.raises(ValueError, match=f"exploration={text}: expected a finite number, 0 or more"):
            Trees(othello.Board(6), 3, exploration=exploration)
    with pytest.raises(ValueError, match=r"values: expected shape \(3,\), got \(2,\)"):
        trees.update(np.zeros((3, 37), np.float32), values[:2])
    trees.update(np.zeros((6, 37), np.float32), np.zeros(6, np.float32))
    with pytest.raises(IllegalAction, match="game 1: action 0 is illegal") as caught:
        trees.advance(np.array([8, 0, 8]))
    assert caught.value.game == 1
    assert trees.board(0) == othello.Board(6)
    for make in [
        lambda: Trees(othello.Board(), 0),
        lambda: Trees([]),
        lambda: Trees([othello.Board(4), nogo.Board()]),
        lambda: Trees(othello.Board(), 2, leaves=0),
        lambda: trees.restart(0, othello.Board(8)),
    ]:
        with pytest.raises(ValueError):
            make()


def test_trees_begin_at_states():
    start = stonemask.board("nogo", rows=5, columns=5)
    states, trees = stonemask.States(start), Trees(start, 6, leaves=1)
    rows = states.write(start, np.zeros((6, states.words), np.uint64))
    for action in 3, 8, 20:
        states.step(rows, np.full(6, action))
    where = np.arange(6) % 2 == 0
    trees.restart_many(rows, where)
    assert [str(trees.board(tree)) == str(states.board(rows[tree])) for tree in range(6)] == where.tolist()
    trees.restart_many(rows)
    assert all(trees.board(tree) == states.board(rows[tree]) for tree in range(6))
    before = trees.board(0)
    rows[:, 0] ^= 1
    rows[4, 0] = 99
    with pytest.raises(ValueError, match="states: row 4: no game reaches it"):
        trees.restart_many(rows)
    assert trees.board(0) == before
