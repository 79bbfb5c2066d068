"""Promise: a slab plays what boards play, into the caller's arrays and nowhere else."""

import gc
import tracemalloc

import numpy as np
import pytest
import stonemask
from stonemask import IllegalAction, Outcome, Slab, gomoku, nogo, othello

STARTS = [
    othello.Board(4),
    othello.Board(6),
    othello.Board(8),
    gomoku.Board(),
    gomoku.Board(7, 9, "renju"),
    gomoku.Board(3, 20, "standard"),
    nogo.Board(),
    nogo.Board(5, 7, "b2 c3"),
]
GAMES = 37


def arrays(slab):
    """An array for each thing that a slab holds, full of rubbish."""
    n, size = slab.games, (slab.rows, slab.columns)
    return {
        "planes": np.full((n, 2 * slab.history, *size), 9, np.uint8),
        "cells": np.full((n, *size), 9, np.uint8),
        "to_move": np.full(n, 9, np.uint8),
        "outcomes": np.full(n, 9, np.uint8),
        "plies": np.full(n, 9, np.uint32),
        "rewards": np.full((n, 2), 9, np.float32),
    }


def planes_of(board, side):
    cells = board.cells()
    return [cells == side, cells == side.other]


def restart(slab, boards, plies):
    for game, board in enumerate(boards):
        if board.is_over():
            boards[game] = slab.start
            plies[game] = -1


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("ended", ["restart", "freeze"])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_slab_plays_what_boards_play(start, ended, threads):
    slab = Slab(start, GAMES, ended=ended, seed=3, threads=threads)
    random = np.random.default_rng(1)
    boards, plies = [start.copy() for _ in range(GAMES)], [0] * GAMES
    mask, seen = np.empty((GAMES, start.action_count), np.uint8), arrays(slab)
    for dtype in [np.int64, np.int32, np.uint16] * 60:
        slab.legal_mask(mask)
        slab.observe(**seen)
        for game, board in enumerate(boards):
            assert np.array_equal(mask[game], board.legal_mask())
            assert np.array_equal(seen["cells"][game], board.cells())
            assert seen["to_move"][game] == board.to_move
            assert seen["outcomes"][game] == (board.outcome() or 0)
            assert seen["plies"][game] == plies[game]
            assert tuple(seen["rewards"][game]) == board.returns()
            assert np.array_equal(seen["planes"][game], planes_of(board, board.to_move))
            assert slab.board(game) == board
        actions = np.array([random.choice(board.legal_actions() or [9999]) for board in boards], dtype)
        slab.step(actions)
        for game, board in enumerate(boards):
            if not board.is_over():
                board.play(actions[game])
                plies[game] += 1
            elif ended == "restart":
                boards[game], plies[game] = start.copy(), 0


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_random_plies_are_legal_and_told(start):
    slab = Slab(start, GAMES, seed=5)
    boards = [start.copy() for _ in range(GAMES)]
    actions = np.empty(GAMES, np.uint16)
    for _ in range(150):
        slab.step_random(actions)
        for game, board in enumerate(boards):
            if board.is_over():
                assert actions[game] == 65535
                boards[game] = start.copy()
            else:
                board.play(actions[game])
            assert slab.board(game) == boards[game]


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_seed_gives_the_same_games_on_every_tier(start, threads):
    played, best = [], stonemask.tier()
    for tier in stonemask.tiers():
        stonemask.use_tier(tier)
        slab = Slab(start, GAMES, seed=11, threads=threads)
        stonemask.use_tier(best)
        actions = np.empty((100, GAMES), np.uint16)
        for row in actions:
            slab.step_random(row)
        played.append(actions)
    assert all(np.array_equal(other, played[0]) for other in played)


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("history", [1, 3])
@pytest.mark.parametrize("planes", [np.uint8, np.float32])
def test_a_step_writes_all_that_calls_of_their_own_write(start, history, planes):
    games = 300
    one, other = (Slab(start, games, seed=2, history=history) for _ in range(2))
    wanted, seen = arrays(one), arrays(one)
    for each in wanted, seen:
        each["planes"] = np.full(each["planes"].shape, 9, planes)
    wanted["mask"], seen["mask"] = (np.full((games, start.action_count), 9, np.int8) for _ in range(2))
    wanted["ended"], actions = np.zeros(games, bool), np.empty((2, games), np.uint16)
    for ply in range(90):
        if ply % 2:
            one.step_random(actions[0], finished="all", **wanted)
            other.step_random(actions[1])
            assert np.array_equal(actions[0], actions[1])
        else:
            board_mask = other.legal_mask(np.empty((games, start.action_count), np.uint8), finished="all")
            chosen = board_mask.argmax(axis=1)
            one.step(chosen, finished="all", **wanted)
            other.step(chosen)
        mask = seen.pop("mask")
        other.legal_mask(mask, finished="all")
        other.observe(**seen)
        seen["mask"] = mask
        for name, array in seen.items():
            assert np.array_equal(array, wanted[name]), (name, ply)
        assert np.array_equal(wanted["ended"], seen["outcomes"] != 0)
    before = {name: array.copy() for name, array in wanted.items()}
    with pytest.raises(IllegalAction):
        one.step(np.full(games, 9999), **wanted)
    with pytest.raises(ValueError, match="ended: expected shape"):
        one.step(chosen, ended=np.zeros(3, bool), **{"mask": mask})
    assert all(np.array_equal(array, before[name]) for name, array in wanted.items())


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_numbers_pick_the_actions(start):
    slab, random = Slab(start, 300), np.random.default_rng(4)
    actions, mask = np.empty(300, np.uint16), np.empty((300, start.action_count), np.uint8)
    for _ in range(40):
        numbers = random.integers(2**64, size=300, dtype=np.uint64)
        slab.legal_mask(mask)
        slab.step_random(actions, numbers=numbers)
        for row, number, action in zip(mask, numbers, actions):
            legal = np.flatnonzero(row)
            assert action == (legal[(int(number) >> 32) * len(legal) >> 32] if len(legal) else 65535)
    with pytest.raises(ValueError, match=r"numbers: expected shape \(300,\)"):
        slab.step_random(actions, numbers=numbers[:5])


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_a_reset_plays_random_openings(start):
    slab = Slab(start, 50, seed=3, history=2)
    plies, planes = np.arange(50, dtype=np.uint8) % 5, np.empty((50, 4, start.rows, start.columns), np.uint8)
    slab.step_random(np.empty(50, np.uint16))
    slab.reset(random_plies=plies)
    slab.observe(planes=planes)
    boards = [slab.board(game) for game in range(50)]
    for board, count, planes_of_game in zip(boards, plies, planes):
        # A pass places no stone.
        stones = (board.cells() % 3 > 0).sum() - (start.cells() % 3 > 0).sum()
        assert stones == count or board.game.startswith("othello") and stones < count
        assert not board.is_over() and not planes_of_game[2:].any()
    assert len({str(board) for board in boards}) > 10
    where = np.arange(50) < 10
    slab.reset(where, random_plies=1)
    assert [slab.board(game) for game in range(10, 50)] == boards[10:]
    counted = np.full(50, 9, np.uint32)
    slab.observe(plies=counted)
    assert not counted.any()


def test_history_shows_the_boards_before_by_the_side_to_move_now():
    start = gomoku.Board(5, 5)
    slab = Slab(start, 8, seed=2, history=3)
    boards = [[start.copy()] for _ in range(8)]
    planes, actions = np.empty((8, 6, 5, 5), np.float32), np.empty(8, np.uint16)
    for step in range(80):
        if step % 20 == 19:
            where = np.arange(8) % 2 == 0
            slab.reset(where)
            boards = [[start.copy()] if chosen else game for chosen, game in zip(where, boards)]
        slab.observe(planes=planes)
        for game, past in enumerate(boards):
            side = past[-1].to_move
            expected = [plane for board in past[:-4:-1] for plane in planes_of(board, side)]
            expected += [np.zeros((5, 5))] * (6 - len(expected))
            assert np.array_equal(planes[game], expected), (step, game)
        slab.step_random(actions)
        for past, action in zip(boards, actions):
            if past[-1].is_over():
                past[:] = [start.copy()]
            else:
                past.append(past[-1].copy())
                past[-1].play(action)


def test_masks_of_finished_games():
    board = othello.Board.parse("XXXXXXXXXXXXXXX- X")
    slab = Slab([othello.Board(4), board], ended="freeze")
    for dtype in np.uint8, np.int8, np.bool_:
        mask = np.empty((2, 17), dtype)
        assert slab.legal_mask(mask) is mask
        assert mask.sum(axis=1).tolist() == [4, 0]
        assert slab.legal_mask(mask, finished="all").sum(axis=1).tolist() == [4, 17]


def test_starts_and_loads():
    starts = [nogo.Board.parse("---/---/--- X"), nogo.Board.parse("-X-/O--/--- X")]
    slab = Slab(starts)
    slab.step(np.array([0, 8]))
    assert slab.board(1) != starts[1]
    slab.reset(np.array([False, True]))
    assert slab.board(1) == starts[1] and slab.board(0) != starts[0]
    slab.load(0, starts[1])
    assert slab.board(0) == starts[1]
    slab.reset()
    assert [slab.board(game) for game in range(2)] == starts
    with pytest.raises(ValueError, match="another size or rule"):
        slab.load(0, nogo.Board())
    with pytest.raises(ValueError, match="another size or rule"):
        slab.load(0, othello.Board())
    with pytest.raises(IndexError, match="game 2 of 2"):
        slab.board(2)


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_an_illegal_action_moves_no_game(start, threads):
    slab = Slab(start, 9, threads=threads)
    before = [slab.board(game) for game in range(9)]
    legal = start.legal_actions()[0]
    for wrong in 9999, -1, 2**40, start.action_count:
        actions = np.full(9, legal)
        actions[7] = wrong
        with pytest.raises(IllegalAction, match=f"game 7: action {wrong} is illegal") as caught:
            slab.step(actions)
        assert (caught.value.game, caught.value.action) == (7, wrong)
        assert [slab.board(game) for game in range(9)] == before


def test_wrong_arrays_are_refused_by_name_and_nothing_is_written():
    slab = Slab(othello.Board(8), 4)
    good = np.full((4, 65), 7, np.uint8)
    read_only = good.copy()
    read_only.flags.writeable = False
    unaligned = np.zeros(4 * 4 + 1, np.uint8)[1:].view(np.uint32)
    for call, kind, why in [
        (lambda: slab.legal_mask([1]), TypeError, "out: expected a NumPy array, got list"),
        (lambda: slab.legal_mask(good.astype(np.float64)), TypeError, "out: expected an array of dtype uint8, int8 or bool, got float64"),
        (lambda: slab.legal_mask(good[:3]), ValueError, r"out: expected shape \(4, 65\), got \(3, 65\)"),
        (lambda: slab.legal_mask(np.zeros((65, 4), np.uint8).T), ValueError, "out: expected a C-contiguous array"),
        (lambda: slab.legal_mask(np.zeros((4, 130), np.uint8)[:, ::2]), ValueError, "out: expected a C-contiguous array"),
        (lambda: slab.legal_mask(read_only), ValueError, "out: the array is read-only"),
        (lambda: slab.legal_mask(good, finished="no"), ValueError, "finished='no': expected 'none' or 'all'"),
        (lambda: slab.observe(plies=unaligned), ValueError, "plies: the array is not aligned"),
        (lambda: slab.observe(plies=np.zeros(4, ">u4")), TypeError, "plies: expected an array of dtype uint32, got >u4"),
        (lambda: slab.observe(planes=np.zeros((4, 2, 8, 8))), TypeError, "planes: expected an array of dtype uint8 or float32"),
        (lambda: slab.step([19] * 4), TypeError, "actions: expected a NumPy array, got list"),
        (lambda: slab.step(np.zeros(4)), TypeError, "actions: expected an array of dtype int64, int32 or uint16"),
        (lambda: slab.step(np.zeros(3, np.int64)), ValueError, r"actions: expected shape \(4,\), got \(3,\)"),
        (lambda: slab.step_random(np.zeros(4, np.int64)), TypeError, "actions: expected an array of dtype uint16"),
        (lambda: slab.reset(np.zeros(4, np.int64)), TypeError, "where: expected an array of dtype bool"),
    ]:
        with pytest.raises(kind, match=why):
            call()
    assert (good == 7).all()
    shared = np.zeros(8, np.uint8)
    with pytest.raises(ValueError, match="shares memory with another argument"):
        slab.observe(to_move=shared[:4], outcomes=shared[2:6])
    slab.observe(to_move=shared[:4], outcomes=shared[4:])


def test_bad_slabs():
    for make, kind, why in [
        (lambda: Slab(othello.Board()), TypeError, "games: expected how many"),
        (lambda: Slab(othello.Board(), 0), ValueError, "games=0: expected 1 to 4294967295"),
        (lambda: Slab(othello.Board(), 4, ended="stop"), ValueError, "ended='stop': expected 'restart' or 'freeze'"),
        (lambda: Slab(othello.Board(), 4, threads=0), ValueError, "threads=0"),
        (lambda: Slab(othello.Board(), 4, history=0), ValueError, "history=0: expected 1 to 64"),
        (lambda: Slab([]), ValueError, "at least one board"),
        (lambda: Slab([othello.Board(4), othello.Board(6)]), ValueError, "more than one game or size"),
        (lambda: Slab([nogo.Board(4, 4), nogo.Board(5, 5)]), ValueError, "another size or rule"),
        (lambda: Slab("othello8", 3), TypeError, "start: expected a Board"),
    ]:
        with pytest.raises(kind, match=why):
            make()


def test_dlpack_shares_the_memory():
    slab = Slab(gomoku.Board(), 16)
    mask = np.zeros((16, 225), np.uint8)
    same = np.from_dlpack(mask)
    slab.legal_mask(mask)
    assert same.all() and np.shares_memory(same, mask)


def test_nothing_is_allocated_per_step():
    slab = Slab(othello.Board(8), 256)
    seen, mask, actions = arrays(slab), np.empty((256, 65), np.uint8), np.empty(256, np.uint16)

    def step():
        slab.step_random(actions)
        slab.legal_mask(mask)
        slab.observe(**seen)

    step()
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(1000):
        step()
    grown, peak = (memory - before for memory in tracemalloc.get_traced_memory())
    tracemalloc.stop()
    # A loop's own counters and an argument's tuple, no array: the smallest here has 256 bytes for a thousand steps each.
    assert grown < 1000 and peak < 4096, (grown, peak)


def test_a_draw_and_both_wins_are_told():
    slab = Slab(othello.Board(4), 2000, seed=1, ended="freeze")
    actions, seen = np.empty(2000, np.uint16), arrays(slab)
    while True:
        slab.step_random(actions)
        if (actions == 65535).all():
            break
    slab.observe(**seen)
    assert set(seen["outcomes"]) == set(Outcome)
    black = np.array([0, 1, 0, -1])[seen["outcomes"]]
    assert np.array_equal(seen["rewards"], np.stack([black, -black], 1))


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("threads", [1, 3])
def test_choose_takes_the_best_legal_action_as_numpy_does(start, threads):
    slab = Slab(start, 600, seed=5, threads=threads)
    random = np.random.default_rng(2)
    mask, actions = np.empty((600, start.action_count), bool), np.empty(600, np.uint16)
    for _ in range(30):
        slab.step_random(actions, mask=mask)
        scores = random.integers(-3, 4, mask.shape).astype(np.float32)
        expected = np.where(mask, scores, -np.inf).argmax(axis=1)
        expected[~mask.any(axis=1)] = 65535
        scores[~mask] = np.nan
        slab.choose(actions, scores)
        assert (actions == expected).all()
        slab.choose(actions, np.where(mask, np.exp(scores), -1).astype(np.float32), how="weights", seed=9)
        drawn = actions.copy()
        over = drawn == 65535
        assert (over == ~mask.any(axis=1)).all() and mask[~over, drawn[~over]].all()
        slab.choose(actions, scores, how="logits", seed=9)
        # Odds and seed are the same, but for rounding.
        assert (actions == drawn).mean() > 0.99


def test_choose_draws_by_the_odds_and_by_the_seed():
    slabs = [Slab(othello.Board(8), 20_000, threads=threads) for threads in (1, 3)]
    scores = np.zeros((20_000, 65), np.float32)
    scores[:, [19, 26, 37, 44]] = np.log([1, 2, 3, 4])
    actions = [np.empty(20_000, np.uint16) for _ in slabs]
    for slab, drawn in zip(slabs, actions):
        slab.choose(drawn, scores, how="logits", seed=1)
    assert (actions[0] == actions[1]).all()
    shares = [(actions[0] == action).mean() for action in (19, 26, 37, 44)]
    assert np.allclose(shares, [0.1, 0.2, 0.3, 0.4], atol=0.02)
    slabs[0].choose(actions[0], scores, how="logits", seed=2)
    assert (actions[0] != actions[1]).any()


def test_choose_names_what_is_wrong():
    slab = Slab(othello.Board(8), 400)
    actions, scores = np.empty(400, np.uint16), np.ones((400, 65), np.float32)
    scores[300, 26] = np.nan
    for how, message in [("best", "score of action 26 is NaN"), ("weights", "weight of action 26"), ("logits", "logit of")]:
        with pytest.raises(ValueError, match=f"scores: game 300: the {message}"):
            slab.choose(actions, scores, how=how)
    with pytest.raises(ValueError, match="how='worst': expected 'best', 'weights' or 'logits'"):
        slab.choose(actions, scores, how="worst")
    with pytest.raises(ValueError, match=r"scores: expected shape \(400, 65\), got \(400, 64\)"):
        slab.choose(actions, np.ones((400, 64), np.float32))
    with pytest.raises(TypeError, match="scores: expected an array of dtype float32, got float64"):
        slab.choose(actions, np.ones((400, 65)))
