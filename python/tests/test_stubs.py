"""Promise: the stubs have the docstrings of the module (`python stubs.py` writes them), and boards the types of their games."""

import ast
import inspect
import pathlib

import pytest
import stonemask
from stonemask import _stonemask


def test_stubs_have_the_modules_docstrings():
    tree = ast.parse((pathlib.Path(stonemask.__file__).parent / "_stonemask.pyi").read_text())
    compared = 0
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            thing = getattr(_stonemask, node.name)
            inner = node.body if isinstance(node, ast.ClassDef) else []
            members = [one for one in inner if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")]
            for one, real in [(node, thing)] + [(member, getattr(thing, member.name)) for member in members]:
                text = inspect.cleandoc(real.__doc__ or "")
                assert (ast.get_docstring(one) or "") == text, one.name
                compared += bool(text)
    assert compared > 80, compared


def test_boards_have_the_types_of_their_games(tmp_path):
    api = pytest.importorskip("mypy.api")
    program = """
import numpy as np
import stonemask
from stonemask import gomoku, nogo, othello

stonemask.board("othello8").score()
stonemask.board("gomoku", rows=9, columns=9).winning_line()
stonemask.board("nogo", rows=3, columns=3).solve()
found: stonemask.Board = stonemask.board(str())
for _, child in othello.Board().children():
    child.score()
for _, place in gomoku.Board().children():
    place.forbidden()
for _, point in nogo.Board().children():
    point.playout(np.uint64(1))
stonemask.Slab(found, 4, seed=np.int64(1))
"""
    said, errors, status = api.run(["--config-file=", "--strict", "--cache-dir", str(tmp_path), "-c", program])
    assert status == 0, said + errors
