#!/usr/bin/env python3
"""Writes the docstrings of the built extension module into its stubs, stonemask/_stonemask.pyi, where editors show them.

usage: stubs.py            (with the package installed, as by `maturin develop`)
"""

import ast
import inspect
import pathlib
import textwrap
from typing import Any, Iterator, Tuple

STUBS = pathlib.Path(__file__).parent / "stonemask" / "_stonemask.pyi"


def documented(tree: ast.Module) -> Iterator[Tuple[Any, str]]:
    """Each class and function of the stubs, and what the module says of it; special methods aside."""
    from stonemask import _stonemask

    for node in tree.body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        thing = getattr(_stonemask, node.name)
        yield node, _text(thing)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    yield inner, _text(inspect.getattr_static(thing, inner.name, None) or getattr(thing, inner.name))


def _text(thing: object) -> str:
    thing = getattr(thing, "__func__", thing)
    return inspect.cleandoc(getattr(thing, "__doc__", None) or "")


def _begin(node: Any) -> int:
    """The line on which a node begins, its decorators included."""
    return min([node.lineno] + [one.lineno for one in getattr(node, "decorator_list", [])])


def with_docstrings(source: str) -> str:
    """The stubs with the docstrings of the module, whatever they had."""
    lines = source.split("\n")
    for node, text in sorted(documented(ast.parse(source)), key=lambda pair: -_begin(pair[0].body[0])):
        first = node.body[0]
        indent = " " * (node.col_offset + 4)
        quoted = textwrap.indent(f'"""{text}"""' if "\n" not in text else f'"""{text}\n"""', indent)
        is_text = isinstance(first, ast.Expr) and isinstance(getattr(first, "value", None), ast.Constant)
        old = is_text and isinstance(first.value.value, str)
        dots = is_text and first.value.value is ...
        if not text:
            continue
        if old:
            lines[first.lineno - 1 : first.end_lineno] = quoted.split("\n")
        elif dots:
            row = first.lineno - 1
            head = lines[row][: first.col_offset].rstrip()
            lines[row : row + 1] = ([head] if head else []) + quoted.split("\n")
        else:
            lines[_begin(first) - 1 : _begin(first) - 1] = quoted.split("\n")
    return "\n".join(lines)


if __name__ == "__main__":
    STUBS.write_text(with_docstrings(STUBS.read_text()))
