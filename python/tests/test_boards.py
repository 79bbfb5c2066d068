"""Promise: boards have the library's rules, and behave as values of Python."""

import copy
import json
import math
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
import stonemask
from stonemask import Certainty, Colour, IllegalMove, Outcome, gomoku, nogo, othello

STARTS = [
    othello.Board(4),
    othello.Board(6),
    othello.Board(8),
    gomoku.Board(),
    gomoku.Board(7, 9, "renju"),
    gomoku.Board(3, 20, "caro"),
    nogo.Board(),
    nogo.Board(5, 7, "b2 c3"),
    nogo.Board(5, 5, forbid_centre=True),
]


def random_game(start, seed):
    """The boards of a random game, the start and the end among them."""
    random_plies = random.Random(seed)
    board = start.copy()
    boards = [board.copy()]
    while actions := board.legal_actions():
        board.play(random_plies.choice(actions))
        boards.append(board.copy())
    return boards


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_every_board_of_a_game_is_a_value(start):
    for board in random_game(start, 1):
        for twin in (
            copy.copy(board),
            copy.deepcopy(board),
            pickle.loads(pickle.dumps(board)),
            type(board).parse(str(board)),
            eval(repr(board), {"othello": othello, "gomoku": gomoku, "nogo": nogo}),
        ):
            assert twin == board and twin is not board
            assert hash(twin) == hash(board)
            assert type(twin) is type(board)
            assert twin.legal_actions() == board.legal_actions()
            assert twin.outcome() == board.outcome()
        assert board != str(board)


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_a_copy_does_not_follow_its_original(start):
    original = start.copy()
    original.play(original.legal_actions()[0])
    assert original != start


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_plies_by_text_and_by_number_are_the_same(start):
    for board in random_game(start, 2):
        moves, actions = board.legal_moves(), board.legal_actions()
        assert [board.action(move) for move in moves] == actions
        assert [board.ply(action) for action in actions] == moves
        assert np.flatnonzero(board.legal_mask()).tolist() == actions == sorted(actions)
        for move, child in board.children():
            by_text, by_number = board.copy(), board.copy()
            by_text.play(move)
            by_number.play(np.int64(board.action(move)))
            assert by_text == by_number == child


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_boards_have_the_rust_librarys_names(start):
    for board in random_game(start, 4)[::5]:
        cells, names = board.cells().ravel(), [board.ply(action) for action in range(board.cells().size)]
        points = [[name for name, cell in zip(names, cells) if cell == value] for value in (0, 1, 2)]
        assert [sorted(found()) for found in (board.empty, board.black, board.white)] == [sorted(each) for each in points]
        assert board.empties() == board.empty() and board.moves() == board.legal_moves()
        assert [board.stones(colour) for colour in Colour] == [board.black(), board.white()]
        assert [board.count(colour) for colour in Colour] == [len(points[1]), len(points[2])]
        assert board.stone_count() == np.isin(cells, [1, 2]).sum()
        assert [board.stone(name) for name in names] == [Colour(cell) if cell in (1, 2) else None for cell in cells.tolist()]
        assert board.mobility() == len([move for move in board.legal_moves() if move != "pass"])
        outcome = board.outcome()
        assert board.winner() == (outcome and outcome.winner)
        assert board.child_boards() == [child for _, child in board.children()] == [board.after(ply) for ply in board.moves()]
        images = board.symmetries()
        assert len(images) == board.symmetry_count and images[0] == board and board.canonical() in images
        assert len({(image.canonical(), image.canonical().key()) for image in images}) == 1
    with pytest.raises(ValueError, match="^colour=0: expected 1, black, or 2, white"):
        start.stones(0)


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_colours_have_one_numbering(start):
    """1 is black and 2 white: in `Colour`, cells, sides to move of slabs and of states, and planes are by the side to move."""
    slab, pure, board = stonemask.Slab(start, 1), stonemask.States(start), start.copy()
    for number in (1, 2, 1):
        assert board.to_move == number and list(Colour) == [1, 2]
        to_move, planes = np.zeros((2, 1), np.uint8), np.zeros((2, 1, 2, board.rows, board.columns), np.uint8)
        slab.observe(to_move=to_move[0], planes=planes[0])
        pure.observe(pure.write(board, np.empty((1, pure.words), np.uint64)), to_move=to_move[1], planes=planes[1])
        assert to_move.tolist() == [[number], [number]]
        cells = board.cells()
        expected = [cells == board.to_move, cells == board.to_move.other]
        assert all(np.array_equal(each, expected) for each in (planes[0, 0], planes[1, 0], board.observe()))
        out = np.full((2, board.rows, board.columns), 9, np.uint8)
        assert board.observe(out) is out and np.array_equal(out, expected)
        action = board.legal_actions()[-1]
        board.play(action)
        slab.step(np.array([action]))
        assert board.cells().ravel()[action] == number


def test_random_boards_follow_from_their_seed():
    for of in (othello.Board, gomoku.Board, nogo.Board):
        assert of.random(20, 7) == of.random(20, 7) != of.random(20, 8)
        assert type(of.random(3, 1)) is of and of.random(5000, 1).is_over()
    assert othello.Board.random(6, 1, size=6).stone_count() == 10
    board = nogo.Board(3, 3)
    assert 0 < board.play_random(seed=1, plies=100) == board.stone_count() < 9


def test_discs_that_plies_turn():
    board = othello.Board()
    assert board.flips("d3") == board.flips(19) == board.flips_of("d3") == ["d4"] and board.flips("a1") == board.flips("pass") == []
    with pytest.raises(IllegalMove, match="'i9' is not a square"):
        board.flips("i9")


def test_a_board_after_an_illegal_ply_is_refused():
    board = othello.Board()
    with pytest.raises(IllegalMove, match="flips nothing"):
        board.after("a1")
    assert board == othello.Board() != board.after("d3")


def test_groups_and_allowed_points_of_nogo():
    board = nogo.Board.parse("-XX/O--/--- O")
    assert board.group("b1") == stonemask.Group(Colour.BLACK, ["b1", "c1"], ["a1", "b2", "c2"]) and board.group("a1") is None
    assert board.allowed(board.to_move) == board.legal_moves()
    corner = nogo.Board.parse("-X-/X--/--- O")
    assert "a1" in corner.allowed(Colour.BLACK) and "a1" not in corner.allowed(Colour.WHITE)


def test_reasons_of_renju():
    board = gomoku.Board(15, 15, "renju")
    for move in "h9 a1 h10 a15 i8 o1 j8 o15".split():
        board.play(move)
    assert board.forbidden() == ["h8"] and board.why_forbidden("h8") == "double three" and board.why_forbidden("a2") is None


def test_counts_of_games_have_the_librarys_names():
    tally = othello.Board(4).playouts(100, 1)
    assert tally.wins == (tally.black_wins, tally.white_wins) and sum(tally.wins) + tally.draws == tally.games == 100
    assert [tally.share(colour) * 100 for colour in Colour] == [pytest.approx(wins + tally.draws / 2) for wins in tally.wins]
    assert str(tally) == f"100 games: black won {tally.wins[0]}, white won {tally.wins[1]}, {tally.draws} drawn"
    playout = othello.Board(4).playout(1)
    assert playout.winner == playout.outcome.winner
    assert [outcome.winner for outcome in Outcome] == [Colour.BLACK, None, Colour.WHITE]


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_undo_restores_every_board(start):
    board = start.copy()
    taken = []
    while actions := board.legal_actions():
        taken.append((board.copy(), board.make(actions[len(actions) // 2])))
    for before, undo in reversed(taken):
        board.undo(undo)
        assert board == before and board.outcome() is None
    with pytest.raises(ValueError, match="not the board after the ply"):
        board.undo(taken[-1][1])


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_the_end_of_a_game(start):
    *before, end = random_game(start, 3)
    assert all(not board.is_over() and board.outcome() is None and board.returns() == (0, 0) for board in before)
    assert end.is_over() and end.legal_moves() == []
    expected = {Outcome.BLACK_WON: (1, -1), Outcome.DRAW: (0, 0), Outcome.WHITE_WON: (-1, 1)}
    assert end.returns() == expected[end.outcome()]
    with pytest.raises(IllegalMove):
        end.play(0)


def test_published_numbers():
    # Edax and others for Othello; without fives Gomoku has every order of points.
    assert [othello.Board(8).perft(depth).nodes for depth in range(8)] == [1, 4, 12, 56, 244, 1396, 8200, 55092]
    assert othello.Board(8).perft(9, threads=2) == (3005288, 0)
    assert gomoku.Board().perft(3) == (225 * 224 * 223, 0)
    for start in STARTS:
        divided = start.divide(3)
        assert [ply for ply, _ in divided] == start.legal_moves()
        assert tuple(map(sum, zip(*(count for _, count in divided)))) == start.perft(3)


@pytest.mark.parametrize("tier", stonemask.tiers())
def test_every_tier_counts_the_same(tier):
    best = stonemask.tier()
    boards = [(nogo.Board(3, 3), 9), (gomoku.Board(3, 5), 6)]
    expected = [board.perft(depth) for board, depth in boards]
    try:
        stonemask.use_tier(tier)
        assert stonemask.tier() == tier
        assert othello.Board(8).perft(6) == (8200, 0)
        assert [board.perft(depth) for board, depth in boards] == expected
    finally:
        stonemask.use_tier(best)


def test_a_row_of_nogo_may_be_long():
    assert len(nogo.Board(1, 17).legal_moves()) == 17


def test_solve():
    assert othello.Board(4).solve().score == -8
    assert othello.Board(4).solve(scoring="fewest-discs").score == -3
    solution = nogo.Board(3, 3).solve()
    assert solution.winner is Colour.BLACK
    board = nogo.Board(3, 3)
    for ply in solution.line:
        board.play(ply)
    assert board.outcome() is Outcome.BLACK_WON
    with pytest.raises(ValueError, match="too large to solve"):
        nogo.Board().solve()


def test_forced_wins_of_gomoku():
    board = gomoku.Board.parse("7x9 freestyle ---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X")
    found = board.solve()
    assert (found.winner, found.means, found.complete) == (Colour.BLACK, "threes", True)
    played = board.copy()
    for ply in found.line:
        played.play(ply)
    assert played.outcome() is Outcome.BLACK_WON
    # By fours alone there is none; a limit leaves it open.
    assert board.solve(means="fours")[:3] == (None, "fours", ())
    long = gomoku.Board.parse(
        "15x15 freestyle ---------------/---------------/---------------/---------------/-X-O-----------/---------------/-----X---------/"
        "-------X-O-X---/-------O-------/----X----------/-------X-------/-----XOX-O--O--/----------O----/---------------/--------------- O"
    )
    cut = long.solve(nodes=1)
    assert (cut.winner, cut.line, cut.complete) == (None, (), False) and cut == long.solve(nodes=1)
    assert not long.solve(time=1e-6).complete and long.solve(time=float("inf")).winner is Colour.WHITE
    for wrong, text in (dict(means="fives"), "means='fives'"), (dict(nodes=0), "nodes=0"), (dict(time=0.0), "time=0"):
        with pytest.raises(ValueError, match=text):
            board.solve(**wrong)
    with pytest.raises(ValueError, match="too large to solve"):
        gomoku.Board(33, 33).solve()


def test_an_analysis_says_how_sure_its_scores_are():
    start = othello.Board(8)
    found = start.analyse(depth=6, top=3)
    assert found == start.analyse(depth=6, top=3, threads=1)._replace(seconds=found.seconds)
    assert len(found.moves) == 3 and found.complete and (found.lower, found.upper) == (-64, 64)
    assert [move.score for move in found.moves] == sorted((move.score for move in found.moves), reverse=True)
    assert (found.score, found.certainty, found.confidence) == found.moves[0][:3]
    for move in found.moves:
        assert move.certainty is Certainty.ESTIMATE and 0 < move.confidence < 100 and move.depth == 6
        board = start.copy()
        for ply in move.line:
            board.play(ply)
    # Near the end it is exact, and the same as the solver's.
    board = othello.Board(8)
    for number in range(60):
        moves = board.legal_moves()
        if len(moves) == 0 or (board.cells() == 0).sum() <= 12:
            break
        board.play(moves[number % len(moves)])
    exact = board.analyse(time=math.inf)
    assert (exact.certainty, exact.confidence, exact.complete) == (Certainty.EXACT, None, True)
    assert exact.score == exact.lower == exact.upper == board.solve().score
    for ply in exact.moves[0].line:
        board.play(ply)
    assert board.is_over() and board.score() == exact.score
    over = board.analyse(nodes=1)
    assert (over.score, over.certainty, over.moves) == (exact.score, Certainty.EXACT, ())
    # Where there are no estimates, what is not proved is a bound.
    some = othello.Board(6).analyse(nodes=1, scoring="fewest-discs")
    assert some.certainty in (Certainty.AT_LEAST, Certainty.AT_MOST) and not some.complete
    assert othello.Board(4).analyse(depth=64).score == -8


def test_gomoku_and_nogo_are_analysed_in_shares_of_wins():
    board = gomoku.Board(15, 15, "freestyle")
    for ply in "h8 a1 i8 a3 j8 a5".split():
        board.play(ply)
    found = board.analyse(nodes=2000)
    assert (found.score, found.certainty, found.confidence) == (1.0, Certainty.EXACT, None)
    assert found.moves[0].line[0] in ("g8", "k8")
    for ply in found.moves[0].line:
        board.play(ply)
    assert board.is_over()
    for start in (gomoku.Board(), nogo.Board()):
        start.play(str(start.legal_moves()[3]))
        found = start.analyse(nodes=3000, top=4)
        assert found == start.analyse(nodes=3000, top=4)._replace(seconds=found.seconds)
        assert len(found.moves) == 4 and 0 < found.score < 1 and found.certainty is Certainty.ESTIMATE
        assert (found.confidence, found.lower, found.upper) == (None, 0.0, 1.0)
    exact = nogo.Board(3, 3).analyse(time=math.inf)
    assert (exact.certainty, exact.complete) == (Certainty.EXACT, True)
    assert exact.score == float(nogo.Board(3, 3).solve().winner == stonemask.Colour.BLACK)
    with pytest.raises(ValueError, match="analyse needs a limit"):
        nogo.Board().analyse()


def test_an_analysis_keeps_its_limits():
    begun = time.monotonic()
    found = othello.Board(8).analyse(time=0.2)
    assert 0.2 <= found.seconds < 0.7 and time.monotonic() - begun < 2 and not found.complete
    assert 50_000 <= othello.Board(8).analyse(nodes=50_000).nodes < 100_000
    start = othello.Board(8)
    for limits, message in [
        ({}, "analyse needs a limit: time, depth or nodes"),
        ({"time": 0}, "time=0: expected seconds, more than 0"),
        ({"time": math.nan}, "time=NaN: expected seconds, more than 0"),
        ({"depth": 0}, "depth=0: expected 1 to 64"),
        ({"nodes": 0}, "nodes=0: expected 1 to 18446744073709551615"),
        ({"depth": 1, "top": 0}, "top=0: expected 1 to 64"),
        ({"depth": 1, "threads": 0}, "threads=0: expected 1 to 1024"),
        ({"depth": 1, "scoring": "x"}, "scoring='x': expected discs, empties-to-winner or fewest-discs"),
    ]:
        with pytest.raises(ValueError) as caught:
            start.analyse(**limits)
        assert str(caught.value) == message
    with pytest.raises(TypeError):
        start.analyse(depth=1.5)


@pytest.mark.parametrize("start", STARTS[:4] + STARTS[6:7], ids=repr)
def test_playouts_do_not_depend_on_threads_or_machines(start):
    one = start.playouts(200_000, 7)
    assert one.games == 200_000
    assert start.playouts(200_000, 7, threads=2) == one
    parts = [start.playouts(200_000, 7, shares=(share, share + 1)) for share in range(4)]
    assert tuple(map(sum, zip(*parts))) == one
    assert start.playouts(200_000, 8) != one


def command():
    """The command `stonemask` of this tree, where it is built."""
    path = os.environ.get("STONEMASK_COMMAND")
    if path is None or shutil.which(path) is None:
        pytest.skip("STONEMASK_COMMAND names no built command to compare with")
    return path


@pytest.mark.parametrize("tier", stonemask.tiers())
@pytest.mark.parametrize("game", ["othello4", "othello6", "othello8", "gomoku", "nogo"])
def test_a_seed_gives_the_games_of_the_command(game, tier):
    """On whatever tier the command plays them."""
    games = 100 if tier == "reference" else 70_000
    arguments = [command(), "playout", game, "--games", str(games), "--seed", "5", "--tier", tier, "--json"]
    said = json.loads(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout)
    tally = stonemask.board(game).playouts(games, 5)
    assert (said["first_wins"], said["draws"], said["second_wins"], said["plies"]) == tally


def test_illegal_plies_say_why_and_change_nothing():
    board = othello.Board(8)
    before = board.copy()
    for ply, why in [
        ("a1", "illegal move a1 for black: it flips nothing"),
        ("pass", "cannot pass: legal moves are"),
        ("z9", "'z9' is not a square"),
        (65, "action 65 does not exist: expected 0 to 64"),
        (-1, "action -1 does not exist"),
        (27, "the square holds a white disc"),
    ]:
        with pytest.raises(IllegalMove, match=why):
            board.play(ply)
        assert not board.is_legal(ply)
        assert board == before
    with pytest.raises(TypeError, match="a ply is a text"):
        board.play(3.5)
    with pytest.raises(IllegalMove, match="the board is 3x3"):
        gomoku.Board(3, 3).play("h8")
    with pytest.raises(IllegalMove, match="suicide|liberty"):
        nogo.Board.parse("-X-/X--/--- O").play("a1")


def test_bad_boards():
    for make, why in [
        (lambda: othello.Board(7), "size=7: expected 4, 6 or 8"),
        (lambda: gomoku.Board(0, 5), "rows"),
        (lambda: gomoku.Board(rule="chess"), "'chess' is not a rule"),
        (lambda: nogo.Board(10), "rows=10: expected 1 to 9"),
        (lambda: nogo.Board(9, 18), "columns=18: expected 1 to 17"),
        (lambda: nogo.Board(2, 10), "or one row of up to 17 cells"),
        (lambda: nogo.Board(3, 3, "e5"), "off the 3x3 board"),
        (lambda: nogo.Board(4, 4, forbid_centre=True), "no centre"),
        (lambda: othello.Board.parse("X"), "expected"),
        (lambda: stonemask.board("chess"), "'chess' is not a game"),
        (lambda: stonemask.use_tier("mmx"), "'mmx' is not a tier"),
        (lambda: othello.Board(8).perft(3, threads=0), "threads=0: expected 1 to 1024"),
    ]:
        with pytest.raises(ValueError, match=why):
            make()
    with pytest.raises(TypeError):
        stonemask.Board()


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_symmetries_map_games_onto_games(start):
    if start.game == "nogo" and str(start) != str(nogo.Board(start.rows, start.columns)):
        return  # blocked cells and the centre need not be symmetric
    actions = start.symmetry_actions()
    assert actions.shape == (start.symmetry_count, start.action_count)
    assert (actions[0] == np.arange(start.action_count)).all()
    for image_of in actions:
        board = start.copy()
        image = start.copy()
        if start.game.startswith("othello") and image.is_legal(int(image_of[board.legal_actions()[0]])) is False:
            continue  # a reflection that exchanges the colours of the start
        chosen = random.Random(4)
        while legal := board.legal_actions():
            assert sorted(image_of[legal].tolist()) == image.legal_actions()
            action = chosen.choice(legal)
            board.play(action)
            image.play(int(image_of[action]))
        assert board.outcome() == image.outcome()


def interrupted(work, seconds=1.0):
    """Runs a program, sends it SIGINT in the middle, and says how long it went on."""
    # A shell's background jobs ignore SIGINT, and their children after them.
    heeds = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    tries = f"print('ready', flush=True)\ntry:\n    {work}\nexcept KeyboardInterrupt:\n    print('stopped')"
    program = f"{heeds}import stonemask\n{tries}"
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(seconds)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[0]
        return said, time.monotonic() - begun
    finally:
        process.kill()


@pytest.mark.parametrize(
    "work",
    [
        "stonemask.othello.Board(8).perft(40)",
        "stonemask.gomoku.Board().perft(40)",
        "stonemask.nogo.Board().perft(40)",
        "stonemask.othello.Board(8).perft(40, threads=2)",
        "stonemask.othello.Board(8).divide(40, threads=2)",
        # The deepest on the largest board: it fits on the stack.
        "stonemask.gomoku.Board(64, 64).perft(255)",
        "stonemask.gomoku.Board(64, 64).divide(255, threads=2)",
        "stonemask.othello.Board(8).playouts(10**12, 1)",
        "stonemask.othello.Board(8).playouts(2**63, 1)",
        "stonemask.gomoku.Board(40, 40, 'renju').playouts(10**12, 1)",
        "stonemask.nogo.Board().playouts(10**12, 1)",
        "stonemask.othello.Board(8).solve()",
        "stonemask.othello.Board(8).analyse(time=float('inf'))",
        "stonemask.nogo.Board(5, 6).solve()",
    ],
)
def test_ctrl_c_ends_a_long_call_within_a_second(work):
    said, seconds = interrupted(work)
    assert said == "stopped\n"
    assert seconds < 1, f"{seconds:.2f} s"


def test_other_threads_go_on_during_a_long_call():
    counted = threading.Event()
    thread = threading.Thread(target=lambda: (othello.Board(8).perft(11), counted.set()))
    thread.start()
    turns = 0
    while not counted.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 5


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_a_level_plays_legal_plies_to_the_end_and_the_same_again(start):
    board, plies = start.copy(), 0
    while (ply := board.level_move(2, seed=plies)) is not None:
        assert ply == board.level_move(2, plies) and board.action(ply) in board.legal_actions()
        board.play(ply)
        plies += 1
    assert board.is_over()
    for level in (0, 10, -1):
        with pytest.raises(ValueError, match=f"level={level}: expected 1 to 9"):
            board.level_move(level)
