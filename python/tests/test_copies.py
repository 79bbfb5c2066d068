"""Promise: slabs, states, trees and environments can be pickled and copied, and go on as the original does."""

import copy
import pickle

import numpy as np
import pytest
from stonemask import Slab, States, Trees, gomoku, nogo, othello

STARTS = [
    othello.Board(4),
    othello.Board(8),
    gomoku.Board(),
    gomoku.Board(6, 6, "renju"),
    nogo.Board(),
    nogo.Board(5, 7, "b2 c3"),
]
COPIES = [copy.copy, copy.deepcopy, lambda slab: pickle.loads(pickle.dumps(slab))]


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("ended", ["restart", "freeze"])
def test_a_copied_slab_goes_on_as_the_original(start, how, ended):
    games = 300
    slab = Slab(start, games, seed=4, ended=ended, history=2, threads=2)
    actions, planes = np.empty((2, games), np.uint16), np.empty((2, games, 4, start.rows, start.columns), np.uint8)
    for _ in range(20):
        slab.step_random(actions[0])
    other = how(slab)
    for ply in range(70):
        for index, one in enumerate([slab, other]):
            if ply == 50:
                one.reset(np.arange(games) < 40, random_plies=2)
            one.step_random(actions[index], planes=planes[index])
        assert np.array_equal(actions[0], actions[1]) and np.array_equal(planes[0], planes[1])
    seen = np.zeros((2, games), np.uint32)
    slab.observe(plies=seen[0])
    other.observe(plies=seen[1])
    assert np.array_equal(seen[0], seen[1])
    assert other.start == slab.start


def test_a_copied_slab_has_the_starts_of_each_game():
    starts = [nogo.Board.parse("---/---/--- X"), nogo.Board.parse("-X-/O--/--- X")]
    slab = Slab(starts)
    slab.step(np.array([0, 8]))
    for how in COPIES:
        other = how(slab)
        assert [other.board(game) for game in range(2)] == [slab.board(game) for game in range(2)]
        other.reset()
        assert [other.board(game) for game in range(2)] == starts


def test_states_and_trees():
    for how in COPIES:
        states = how(States(gomoku.Board(7, 9), threads=2))
        assert states.words == 3 and states.action_count == 63
        trees = Trees(othello.Board(6), 5, leaves=2, threads=2)
        planes, mask = np.zeros((10, 2, 6, 6), np.uint8), np.zeros((10, 37), np.uint8)
        logits, values = np.zeros((10, 37), np.float32), np.linspace(-1, 1, 10, dtype=np.float32)

        def search(trees, times):
            for _ in range(times):
                trees.select(planes, mask)
                trees.update(logits, values)
            return trees.visits(np.zeros((5, 37), np.uint32))

        search(trees, 30)
        other = how(trees)
        for _ in range(3):
            visits = search(trees, 20)
            assert np.array_equal(search(other, 20), visits)
            for one in trees, other:
                one.advance(visits.argmax(axis=1))
        assert [other.board(tree) for tree in range(5)] == [trees.board(tree) for tree in range(5)]
    trees.select(planes, mask)
    with pytest.raises(RuntimeError, match="pickle: 10 leaves wait for update"):
        pickle.dumps(trees)


def test_what_was_not_pickled_is_refused():
    for thing in Slab(othello.Board(4), 3), Trees(othello.Board(4), 3):
        restore, (how, *rest) = thing.__reduce__()
        with pytest.raises(ValueError, match="pickled"):
            restore(how[:-1] + (0,), *rest)
    restore, (how, boards, blocks) = Slab(othello.Board(4), 3).__reduce__()
    with pytest.raises(ValueError, match="pickled"):
        restore(how, boards, [(b"", b"", 0, b"")])
    with pytest.raises(ValueError, match="pickled"):
        restore(how, boards, [])


def test_environments():
    pytest.importorskip("gymnasium")
    from stonemask.gymnasium import StonemaskEnv, StonemaskVectorEnv

    def play(envs):
        random = np.random.default_rng(2)
        out = []
        for _ in range(30):
            actions = np.array([random.choice(np.flatnonzero(mask)) for mask in envs.action_masks()])
            observation, rewards, *_ = envs.step(actions)
            out.append((observation.tobytes(), rewards.tobytes()))
        return out

    for opponent in "random", "search", None:
        envs = StonemaskVectorEnv(6, game="othello6", opponent=opponent, playouts=2)
        envs.reset(seed=3)
        play(envs)
        others = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
        games = play(envs)
        assert [play(other) for other in others] == [games, games]
    env = pickle.loads(pickle.dumps(StonemaskEnv(game="nogo")))
    assert env.reset(seed=1)[0].shape == (2, 9, 9)

    pytest.importorskip("pettingzoo")
    from stonemask.pettingzoo import env as aec
    from stonemask.pettingzoo import parallel_env, raw_env

    for make in aec, raw_env, parallel_env:
        game = make("othello6")
        game.reset()
        other = copy.deepcopy(game)
        assert pickle.loads(pickle.dumps(game)).unwrapped.board == other.unwrapped.board == game.unwrapped.board
