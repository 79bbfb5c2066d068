#!/usr/bin/env python3
"""Checks a certificate of stonemask: python3 check_certificate.py FILE

It shares nothing with stonemask but the format, which `cli/src/certificate/mod.rs` describes: rules and search are written here, plainly,
on lists of cells. It says "proved" and ends with 0, or says what is wrong and ends with 1.
"""

import sys

sys.setrecursionlimit(10_000)
BLACK, WHITE, EMPTY, BLOCKED = "X", "O", "-", "#"
OTHER = {BLACK: WHITE, WHITE: BLACK}


class Wrong(Exception):
    """Something in the file is not so."""


class Othello:
    """A position of Othello: the rows one after the other."""

    def __init__(self, cells, to_move, size, scoring):
        self.cells, self.to_move, self.size, self.scoring = cells, to_move, size, scoring
        self._places = None

    @classmethod
    def read(cls, size, text, scoring):
        cells, to_move = text.split(" ")
        if len(cells) != size * size or set(cells) - set("XO-") or to_move not in ("X", "O"):
            raise Wrong(f"'{text}' is no position of {size}x{size}")
        return cls(cells, to_move, size, scoring)

    def flips(self, cell, colour):
        """The cells of the discs that turn if a disc of the colour is placed there."""
        row, column = divmod(cell, self.size)
        found = []
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                run, r, c = [], row + down, column + right
                while 0 <= r < self.size and 0 <= c < self.size and self.cells[r * self.size + c] == OTHER[colour]:
                    run.append(r * self.size + c)
                    r, c = r + down, c + right
                if 0 <= r < self.size and 0 <= c < self.size and self.cells[r * self.size + c] == colour:
                    found += run
        return found

    def places(self, colour):
        return [c for c, disc in enumerate(self.cells) if disc == EMPTY and self.flips(c, colour)]

    def replies(self):
        """Each legal move and the position after it; a pass has no cell. None when the game is over."""
        mine = self.places(self.to_move)
        if not mine and self.places(OTHER[self.to_move]):
            return [(None, Othello(self.cells, OTHER[self.to_move], self.size, self.scoring))]
        after = []
        for cell in mine:
            cells = list(self.cells)
            for turned in [cell, *self.flips(cell, self.to_move)]:
                cells[turned] = self.to_move
            after.append((cell, Othello("".join(cells), OTHER[self.to_move], self.size, self.scoring)))
        return after

    def result(self):
        """Black's score of a finished game."""
        difference = self.cells.count(BLACK) - self.cells.count(WHITE)
        if self.scoring == "winner-takes-empties" and difference:
            difference += self.cells.count(EMPTY) * (1 if difference > 0 else -1)
        return difference

    def key(self):
        """The least of the eight images of the board, and the side to move."""
        n = self.size
        rows = [self.cells[r * n : r * n + n] for r in range(n)]
        images = []
        for _ in range(2):
            for _ in range(4):
                images.append("".join(rows))
                rows = ["".join(column) for column in zip(*rows[::-1])]
            rows = [row[::-1] for row in rows]
        return min(images), self.to_move

    def empties(self):
        return self.cells.count(EMPTY)


class NoGo(Othello):
    """A position of NoGo, in which who cannot move loses: rows of a board that may lack cells."""

    def __init__(self, cells, to_move, rows, columns):
        self.cells, self.to_move, self.rows, self.columns = cells, to_move, rows, columns

    @classmethod
    def read(cls, text):
        board, to_move = text.split(" ")
        rows = board.split("/")
        if len({len(row) for row in rows}) != 1 or set("".join(rows)) - set("XO-#") or to_move not in ("X", "O"):
            raise Wrong(f"'{text}' is no position of NoGo")
        return cls("".join(rows), to_move, len(rows), len(rows[0]))

    def near(self, cell):
        row, column = divmod(cell, self.columns)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < self.rows and 0 <= c < self.columns:
                yield r * self.columns + c

    def has_liberty(self, cell):
        group, seen = [cell], {cell}
        while group:
            for other in self.near(group.pop()):
                if self.cells[other] == EMPTY:
                    return True
                if self.cells[other] == self.cells[cell] and other not in seen:
                    seen.add(other)
                    group.append(other)
        return False

    def replies(self):
        after = []
        for cell, stone in enumerate(self.cells):
            if stone == EMPTY:
                cells = self.cells[:cell] + self.to_move + self.cells[cell + 1 :]
                child = NoGo(cells, OTHER[self.to_move], self.rows, self.columns)
                if all(child.has_liberty(c) for c in [cell, *self.near(cell)] if cells[c] in "XO"):
                    after.append((cell, child))
        return after

    def result(self):
        return 1 if self.to_move == WHITE else -1

    def key(self):
        rows = [self.cells[r * self.columns : (r + 1) * self.columns] for r in range(self.rows)]
        images = []
        for _ in range(2):
            for _ in range(4):
                if len(rows) == self.rows:
                    images.append("".join(rows))
                rows = ["".join(column) for column in zip(*rows[::-1])]
            rows = [row[::-1] for row in rows]
        return min(images), self.to_move


class Section:
    """A bound of black's score, and the moves of the side that holds it."""

    def __init__(self, name, is_least, score, moves, leaves, holder):
        self.name, self.is_least, self.score, self.moves = name, is_least, score, moves
        self.leaves, self.holder, self.used, self.seen = leaves, holder, 0, set()

    def holds(self, score):
        return score >= self.score if self.is_least else score <= self.score

    def visit(self, position):
        replies = position.replies()
        if not replies:
            if not self.holds(position.result()):
                raise Wrong(f"{self.name}: byte {self.used}: a game ends with {position.result()}")
            return
        key = position.key()
        if key in self.seen:
            return
        self.seen.add(key)
        if position.empties() <= self.leaves:
            if not self.finish(position):
                raise Wrong(f"{self.name}: before byte {self.used}: a leaf is worth something else")
            return
        if position.to_move == self.holder and replies[0][0] is not None:
            if self.used == len(self.moves):
                raise Wrong(f"{self.name}: it ends before the proof does")
            cell = self.moves[self.used]
            replies = [(c, reply) for c, reply in replies if c == cell]
            if not replies:
                raise Wrong(f"{self.name}: byte {self.used}: cell {cell} is no legal move there")
            self.used += 1
        for _, reply in replies:
            self.visit(reply)

    def finish(self, position):
        replies = position.replies()
        if not replies:
            return self.holds(position.result())
        enough = any if position.to_move == self.holder else all
        return enough(self.finish(reply) for _, reply in replies)


def check(data):
    """The claim of a certificate, if it is proved."""
    head, separator, rest = data.partition(b"\n\n")
    lines = head.decode("ascii", "replace").split("\n")
    if not separator or lines[0] != "stonemask certificate 1":
        raise Wrong("it is not a certificate")
    words = dict(line.split(" ", 1) for line in lines[1:] if ": " not in line)
    game = words["game"]
    if game == "nogo":
        position, scoring = NoGo.read(words["position"]), None
        claim = f"winner {words['winner']}"
        bounds = {"black": [("at-least", 1)], "white": [("at-most", -1)]}[words["winner"]]
    else:
        scoring = words["scoring"]
        if scoring not in ("discs", "winner-takes-empties", "anti"):
            raise Wrong(f"'{scoring}' is no scoring")
        position = Othello.read({"othello4": 4, "othello6": 6, "othello8": 8}[game], words["position"], scoring)
        claim = f"score {int(words['score'])}"
        bounds = [("at-least", int(words["score"])), ("at-most", int(words["score"]))]
    sections = [line for line in lines[1:] if ": " in line]
    if [line.split(": ")[0] for line in sections] != [f"{name} {score}" for name, score in bounds]:
        raise Wrong("its sections do not prove its claim")
    for line, (name, score) in zip(sections, bounds):
        length = int(line.split(": ")[1].removesuffix(" bytes"))
        moves, rest = rest[:length], rest[length:]
        holder = BLACK if (name == "at-least") != (scoring == "anti") else WHITE
        section = Section(f"{name} {score}", name == "at-least", score, moves, int(words["leaves"]), holder)
        section.visit(position)
        if section.used != length:
            raise Wrong(f"{section.name}: {length - section.used} bytes are left over or missing")
    if rest:
        raise Wrong(f"{len(rest)} bytes follow the last section")
    return f"{game}, {words['position']}: {claim}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    try:
        with open(sys.argv[1], "rb") as file:
            print("proved", check(file.read()))
    except (Wrong, OSError, KeyError, ValueError) as error:
        sys.exit(f"not proved: {error}")
