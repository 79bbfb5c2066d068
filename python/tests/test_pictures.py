"""Promise: boards are pictures: SVG for notebooks and pages, pixels for environments."""

import xml.etree.ElementTree as xml

import numpy as np
import pytest
import stonemask
from stonemask import IllegalMove, gomoku, nogo, othello

BOARDS = [othello.Board(4), othello.Board(8), gomoku.Board(3, 20), nogo.Board(5, 7, "b2 c3")]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_svg(board):
    board = board.copy()
    action = board.legal_actions()[1]
    board.play(action)
    values = np.full(board.action_count, np.nan, np.float32)
    values[board.legal_actions()[0]] = 0.25
    drawing = board.svg(last=action, legal=True, values=values)
    root = xml.fromstring(drawing)
    assert root.tag.endswith("svg") and "0.25" in drawing and "nan" not in drawing.lower()
    circles = [one for one in root.iter() if one.tag.endswith("circle")]
    stones = int(np.isin(board.cells(), [1, 2]).sum())
    assert len(circles) == stones + len(board.legal_actions()) + 1
    assert board._repr_svg_() == board.svg()
    with pytest.raises(ValueError, match="values: expected one for each of"):
        board.svg(values=[1.0])
    with pytest.raises(TypeError, match="values: expected a list of numbers"):
        board.svg(values="ab")
    with pytest.raises((IllegalMove, ValueError)):
        board.svg(last="z99")


def test_pixels():
    gymnasium = pytest.importorskip("gymnasium")
    import stonemask.gymnasium
    from stonemask._image import CELL, STONES, picture

    for board in BOARDS:
        board = board.copy()
        board.play(board.legal_actions()[0])
        pixels = picture(board)
        assert pixels.shape == (CELL * board.rows, CELL * board.columns, 3) and pixels.dtype == np.uint8
        middles = pixels[CELL // 2 :: CELL, CELL // 2 :: CELL]
        for cell, colour in STONES.items():
            assert np.array_equal((middles == colour).all(axis=2), board.cells() == cell)
    env = gymnasium.make("stonemask/NoGo9-v0", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (288, 288, 3)
    envs = gymnasium.make_vec("stonemask/Othello8-v0", 2, render_mode="rgb_array")
    envs.reset(seed=1)
    assert len(envs.render()) == 2
    with pytest.raises(ValueError, match="render_mode='human': expected 'ansi', 'rgb_array' or None"):
        stonemask.gymnasium.StonemaskEnv(render_mode="human")


def test_pettingzoo_draws():
    pytest.importorskip("pettingzoo")
    from stonemask.pettingzoo import env

    game = env("gomoku", render_mode="rgb_array")
    game.reset()
    assert game.render().shape == (480, 480, 3)
