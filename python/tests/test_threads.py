"""Promise: one seed gives the same games with any number of threads; a fork has threads of its own; Ctrl-C ends what is long."""

import os
import signal
import threading
import time

import numpy as np
import pytest
import stonemask
from stonemask import Slab, States, Trees, gomoku, nogo, othello

STARTS = [othello.Board(6), othello.Board(8), gomoku.Board(), gomoku.Board(6, 6, "renju"), nogo.Board()]


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_random_plies_do_not_depend_on_the_threads(start):
    games = 700
    one, three = (Slab(start, games, seed=5, threads=threads) for threads in (1, 3))
    actions = np.empty((2, games), np.uint16)
    for ply in range(30):
        if ply % 9 == 0:
            for slab in one, three:
                slab.reset(np.arange(games) % 3 == 0, random_plies=4)
        one.step_random(actions[0])
        three.step_random(actions[1])
        assert np.array_equal(actions[0], actions[1])
    # The blocks of games have seeds of their own.
    assert not np.array_equal(actions[0, :256], actions[0, 256:512])


def in_child(work):
    """The result of ``work`` in a process that is forked off, or None after ten seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        os.write(writing, bytes(work()))
        os._exit(0)
    os.close(writing)
    said = os.read(reading, 1 << 16)
    os.waitpid(child, 0)
    os.close(reading)
    return said


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_objects_with_threads_work_after_a_fork():
    slab = Slab(othello.Board(8), 600, seed=3, threads=2)
    states = States(othello.Board(8), threads=2)
    trees = Trees(othello.Board(6), 8, threads=2)
    actions, rows = np.zeros(600, np.uint16), np.zeros((600, states.words), np.uint64)
    slab.step_random(actions)
    states.write(othello.Board(8), rows)

    def work():
        mask = np.zeros((600, 65), np.uint8)
        slab.step_random(actions)
        states.legal_mask(rows, mask)
        found = trees.select(np.zeros((8, 2, 6, 6), np.uint8), np.zeros((8, 37), np.uint8))
        return [int(found), int(mask[599].sum()), *(actions % 251).tolist()]

    assert in_child(work) == bytes(work())


def test_control_c_ends_a_search():
    slab = Slab(othello.Board(8), 512)
    seeds = np.zeros(512, np.uint64)
    # A shell's background jobs ignore SIGINT: there the search would never end.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        slab.search(np.zeros(512, np.uint16), 10**9, seeds)
    signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 3


def test_numbers_out_of_range_are_named():
    board = othello.Board(8)
    slab = Slab(board, 2)
    actions, seeds = np.zeros(2, np.uint16), np.zeros(2, np.uint64)
    last = 2**64 - 1
    for call, kind, why in [
        (lambda: Slab(board, 4, seed=-1), ValueError, f"seed=-1: expected 0 to {last}"),
        (lambda: Slab(board, 4, seed=2**64), ValueError, f"seed={2**64}: expected 0 to {last}"),
        (lambda: Slab(board, 4, seed=0.5), TypeError, "seed: expected a whole number, got float"),
        (lambda: Slab(board, 2**40), ValueError, "games=1099511627776: expected 1 to 4294967295"),
        (lambda: Slab(board, -1), ValueError, "games=-1: expected 1 to 4294967295"),
        (lambda: Slab(nogo.Board(), 2**32 - 1, history=64), MemoryError, "games: "),
        (lambda: Slab(board, 4, threads=2000), ValueError, "threads=2000: expected 1 to 1024"),
        (lambda: Slab(board, 4, history=65), ValueError, "history=65: expected 1 to 64"),
        (lambda: Slab(board, 4, history=10**5000), ValueError, "history=a number of thousands of digits: expected 1 to 64"),
        (lambda: slab.search(actions, -1, seeds), ValueError, "playouts=-1: expected 1 to"),
        (lambda: slab.reset(random_plies=256), ValueError, "random_plies=256: expected 0 to 255"),
        (lambda: Trees(board, 0), ValueError, "trees=0: expected 1 to 4294967295"),
        (lambda: Trees(board, 4, leaves=0), ValueError, "leaves=0: expected 1 to 1024"),
        (lambda: States(board, threads=-3), ValueError, "threads=-3: expected 1 to 1024"),
        (lambda: board.playouts(10, -5), ValueError, "seed=-5: expected 0 to"),
        (lambda: board.playout(-5), ValueError, "seed=-5: expected 0 to"),
        (lambda: board.perft(-1), ValueError, "depth=-1: expected 0 to 255"),
        (lambda: board.divide(4000), ValueError, "depth=4000: expected 0 to 255"),
        (lambda: stonemask.use_tier("avx9"), ValueError, "avx9"),
        (lambda: othello.Board(-8), ValueError, "size=-8: expected 4, 6 or 8"),
        (lambda: othello.mobility_many(seeds, seeds, actions, size=-8), ValueError, "size=-8: expected 4, 6 or 8"),
        (lambda: gomoku.Board(-1), ValueError, "rows=-1: expected 1 to 64"),
        (lambda: gomoku.Board(columns=2**70), ValueError, f"columns={2**70}: expected 1 to 64"),
        (lambda: gomoku.any_five_many(actions, actions, actions, -1), ValueError, "columns=-1: expected 1 to 64"),
        (lambda: nogo.Board(10), ValueError, "rows=10: expected 1 to 9"),
        (lambda: nogo.masks_many(actions, actions, actions, actions, rows=-1), ValueError, "rows=-1: expected 1 to 9"),
        (lambda: slab.board(-1), IndexError, "game -1 of 2"),
        (lambda: slab.board(2), IndexError, "game 2 of 2"),
        (lambda: slab.load(2**70, board), IndexError, f"game {2**70} of 2"),
        (lambda: Trees(board, 4).board(-1), IndexError, "tree -1 of 4"),
        (lambda: Trees(board, 4).restart(-1), IndexError, "tree -1 of 4"),
        (lambda: Trees(board, 4).restart("1"), TypeError, "tree: expected a whole number, got str"),
        (lambda: board.playouts(9, 1, shares=(-1, 2)), ValueError, "shares=-1: expected 0 to"),
        (lambda: board.solve(table_bytes=-5), ValueError, "table_bytes=-5: expected 0 to"),
        (lambda: nogo.Board(3, 3).solve(table_bytes=-5), ValueError, "table_bytes=-5: expected 0 to"),
        (lambda: board.solve(threads=0), ValueError, "threads=0: expected 1 to 1024"),
        (lambda: board.analyse(depth=1, threads=-1), ValueError, "threads=-1: expected 1 to 1024"),
        (lambda: board.play(2**70), stonemask.IllegalMove, f"action {2**70} does not exist: expected 0 to 64"),
        (lambda: board.play(-1), stonemask.IllegalMove, "action -1 does not exist: expected 0 to 64"),
        (lambda: board.play(1.0), TypeError, "a ply is a text"),
    ]:
        with pytest.raises(kind, match=why):
            call()
    assert Slab(board, np.int64(3), seed=np.uint64(last)).games == 3


@pytest.mark.parametrize("kind", ["Slab", "Trees"])
def test_an_object_in_use_says_so(kind):
    """Two threads that call one object: the second is told what it is that is in use, and that goes on as if it had not been called."""
    games = 2000
    slab = Slab(othello.Board(8), games, seed=1)
    trees = Trees(gomoku.Board(15, 15), 500, leaves=8)
    planes, mask = np.zeros((4000, 2, 15, 15), np.float32), np.zeros((4000, 225), np.int8)
    actions, plies, seeds = np.empty(games, np.uint16), np.empty(games, np.uint16), np.arange(games, dtype=np.uint64)
    logits, values = np.zeros((4000, 225), np.float32), np.zeros(4000, np.float32)

    def search():
        waiting = trees.select(planes, mask)
        trees.update(logits[:waiting], values[:waiting])

    work_on, others = {
        "Slab": (lambda: slab.search(actions, 50, seeds), [lambda: len(slab), lambda: slab.step_random(plies), slab.copy]),
        "Trees": (search, [lambda: len(trees), trees.copy]),
    }[kind]
    told, done = set(), threading.Event()

    def work():
        try:
            for _ in range(20 if kind == "Slab" else 100):
                work_on()
        except RuntimeError as error:
            told.add(str(error))
        finally:
            done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        for call in others:
            try:
                call()
            except RuntimeError as error:
                told.add(str(error))
        if any("in use" in text for text in told):
            break
    thread.join()
    named = [text for text in told if "in use" in text]
    assert named and all(text.startswith(f"this {kind} is in use by another call") for text in named), told
    assert not any("borrowed" in text for text in told), told
