"""Promise: WTHOR databases are read and replayed, passes put in, and a record that breaks the rules is named."""

import os
import random
import struct
from pathlib import Path

import pytest
from stonemask import othello


def record(actions, black=33, theoretical=32):
    moves = [10 * (action // 8 + 1) + action % 8 + 1 for action in actions if action < 64]
    return struct.pack("<HHHBB60s", 0, 0, 0, black, theoretical, bytes(moves))


def file(records):
    return struct.pack("<4BIHHBBBB", 20, 24, 1, 1, len(records), 0, 2024, 8, 0, 24, 0) + b"".join(records)


def game(seed):
    board, chosen, actions = othello.Board(8), random.Random(seed), []
    while legal := board.legal_actions():
        actions.append(chosen.choice(legal))
        board.play(actions[-1])
    return actions, board


def test_games_come_back_with_their_passes(tmp_path):
    games = [game(seed) for seed in range(60)]
    assert any(64 in actions for actions, _ in games)
    path = tmp_path / "games.wtb"
    path.write_bytes(file([record(actions, index) for index, (actions, _) in enumerate(games)]))
    read = othello.read_wthor(path)
    for index, ((actions, board), (again, black, theoretical, outcome)) in enumerate(zip(games, read)):
        assert again == actions and (black, theoretical) == (index, 32) and outcome == board.outcome()
    assert len(read) == 60


def test_what_is_wrong_is_named(tmp_path):
    path = tmp_path / "bad.wtb"
    path.write_bytes(file([record(game(1)[0]), record([19, 19])]))
    with pytest.raises(ValueError, match=r"bad.wtb, game 2, move 2: illegal move d3 for white: the square holds"):
        othello.read_wthor(str(path))
    broken = bytearray(record(game(1)[0]))
    broken[8 + 4] = 0
    path.write_bytes(file([bytes(broken)]))
    with pytest.raises(ValueError, match="bad.wtb, game 1, move 5: 0 names no square"):
        othello.read_wthor(path)
    path.write_bytes(file([])[:10])
    with pytest.raises(ValueError, match="bad.wtb: "):
        othello.read_wthor(path)
    for missing, kind in (tmp_path / "none.wtb", FileNotFoundError), (tmp_path, IsADirectoryError):
        with pytest.raises(kind) as caught:
            othello.read_wthor(missing)
        assert caught.value.errno and caught.value.strerror and Path(caught.value.filename) == missing


def test_tournament_games():
    folder = Path(os.environ.get("STONEMASK_DATA", "none"))
    paths = sorted(folder.glob("**/*.wtb")) + sorted(folder.glob("**/*.WTB"))
    if not paths:
        pytest.skip("STONEMASK_DATA names no folder with WTHOR databases")
    games = [game for path in paths for game in othello.read_wthor(path)]
    agree = sum((black > 32) - (black < 32) == {1: 1, 2: 0, 3: -1}[outcome] for _, black, _, outcome in games if outcome)
    assert len(games) > 1000 and agree == sum(outcome != 0 for *_, outcome in games)
