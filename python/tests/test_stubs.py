"""Promise: the stubs have the docstrings of the module (`python stubs.py` writes them)."""

import ast
import inspect
import pathlib

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
