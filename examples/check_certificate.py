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


class Gomoku:
    """A board of Gomoku, on which stones are placed and taken away: the rows one after the other."""

    AXES = ((0, 1), (1, 0), (1, 1), (1, -1))

    def __init__(self, text):
        size, self.rule, board, self.to_move = text.split(" ")
        rows = board.split("/")
        if self.rule not in ("freestyle", "standard", "renju", "caro", "caro-exact"):
            raise Wrong(f"'{self.rule}' is no rule")
        self.rows, self.columns = len(rows), len(rows[0])
        if size != f"{self.rows}x{self.columns}" or {len(row) for row in rows} != {self.columns}:
            raise Wrong(f"'{text}' has another size")
        fits = 1 <= self.columns <= 64 and self.rows <= 64
        if not fits or set(board) - set("XO-/") or self.to_move not in OTHER:
            raise Wrong(f"'{text}' is no board of Gomoku")
        self.cells, self.count = list("".join(rows)), self.rows * self.columns
        self.steps = [[self.ray(cell, *axis) for axis in self.AXES] for cell in range(self.count)]
        rays = [(cell, *ray) for cell, axes in enumerate(self.steps) for ray in axes]
        self.lines = [[cell, *after] for cell, before, after in rays if not before and len(after) >= 4]

    def ray(self, cell, down, right):
        """The cells before and after one along an axis, the nearest first."""
        found = ([], [])
        for sign, cells in ((-1, found[0]), (1, found[1])):
            r, c = divmod(cell, self.columns)
            while 0 <= (r := r + sign * down) < self.rows and 0 <= (c := c + sign * right) < self.columns:
                cells.append(r * self.columns + c)
        return found

    def run(self, cell, axis):
        """The stones of the run through a stone, and how many of its ends touch the other colour."""
        colour, stones, blocked = self.cells[cell], [cell], 0
        for side in self.steps[cell][axis]:
            for other in side:
                if self.cells[other] != colour:
                    blocked += self.cells[other] != EMPTY
                    break
                stones.append(other)
        return stones, blocked

    def has_won(self, cell):
        """Whether the stone on a cell wins."""
        for axis in range(4):
            stones, blocked = self.run(cell, axis)
            length, exact = len(stones), self.rule == "standard" or self.rule == "renju" and self.cells[cell] == BLACK
            if self.rule in ("caro", "caro-exact"):
                if length == 5 and blocked < 2 or length > 5 and self.rule == "caro":
                    return True
            elif length == 5 or length > 5 and not exact:
                return True
        return False

    def wins_at(self, cell, colour):
        self.cells[cell] = colour
        wins = self.has_won(cell)
        self.cells[cell] = EMPTY
        return wins

    def fives(self, colour):
        """The empty cells on which the colour wins: in a row with four of its stones at least."""
        near = set()
        for line in self.lines:
            cells = [self.cells[cell] for cell in line]
            if cells.count(colour) >= 4:
                near.update(cell for cell, stone in zip(line, cells) if stone == EMPTY)
        return [cell for cell in sorted(near) if self.wins_at(cell, colour)]

    def is_legal(self, cell, colour):
        if self.cells[cell] != EMPTY:
            return False
        return self.rule != "renju" or colour == WHITE or not self.is_forbidden(cell)

    def is_forbidden(self, cell):
        """Whether renju forbids black an empty cell: two fours, two threes, or six in a row, and no five."""
        self.cells[cell] = BLACK
        lengths = [len(self.run(cell, axis)[0]) for axis in range(4)]
        forbidden = 5 not in lengths and (
            max(lengths) > 5
            or sum(self.fours(cell, axis) for axis in range(4)) >= 2
            or sum(self.has_three(cell, axis) for axis in range(4)) >= 2
        )
        self.cells[cell] = EMPTY
        return forbidden

    def near(self, cell, axis):
        """The empty cells of an axis within four steps."""
        return [other for side in self.steps[cell][axis] for other in side[:4] if self.cells[other] == EMPTY]

    def exact_five(self, cell, axis):
        """The stones of the five that black would make on an empty cell, along the axis; none when it makes none."""
        self.cells[cell] = BLACK
        stones = self.run(cell, axis)[0]
        self.cells[cell] = EMPTY
        return frozenset(stones) if len(stones) == 5 else frozenset()

    def fours(self, cell, axis):
        """How many fours the stone belongs to: four stones that one more makes exactly five."""
        fives = [(other, self.exact_five(other, axis)) for other in self.near(cell, axis)]
        return len({five - {other} for other, five in fives if cell in five})

    def has_three(self, cell, axis):
        """Whether one more stone, which black may place, makes a straight four of the stone and others, and no five."""
        for other in self.near(cell, axis):
            self.cells[other] = BLACK
            stones = self.run(other, axis)[0]
            straight = len(stones) == 4 and cell in stones
            straight = straight and sum(cell in self.exact_five(end, axis) for end in self.near(other, axis)) == 2
            five = straight and any(len(self.run(other, way)[0]) == 5 for way in range(4))
            self.cells[other] = EMPTY
            if straight and not five and not self.is_forbidden(other):
                return True
        return False


class Forced:
    """A forced win at Gomoku: the tree of the winner's moves, followed."""

    def __init__(self, name, board, winner, section):
        self.name, self.board, self.winner, self.loser = name, board, winner, OTHER[winner]
        self.width = 1 if board.count + 2 <= 256 else 2
        self.section, self.used, self.end, self.rest = section, 0, board.count, board.count + 1

    def fail(self, at, reason):
        raise Wrong(f"{self.name}: byte {at}: {reason}")

    def number(self):
        self.used += self.width
        if self.used > len(self.section):
            raise Wrong(f"{self.name}: it ends before the proof does")
        return int.from_bytes(self.section[self.used - self.width : self.used], "big")

    def win(self, depth, in_rest):
        """Reads a win: where it stands, its cell, the listed answers and those to all other replies."""
        at, cell = self.used, self.number()
        if cell >= self.end:
            self.fail(at, f"{cell} is no cell of the board")
        return at, cell, *self.answers(depth, in_rest)

    def answers(self, depth, in_rest):
        listed, others = {}, []
        while (reply := self.number()) != self.end:
            if reply > self.rest or reply == self.rest and in_rest or 2 * depth > self.end:
                self.fail(self.used, f"{reply} is no reply there")
            win = self.win(depth + 1, in_rest or reply == self.rest)
            if reply == self.rest:
                others.append(win)
            else:
                listed.setdefault(reply, win)
        return listed, others

    def prove(self):
        board = self.board
        won = {c for c in (BLACK, WHITE) for at, stone in enumerate(board.cells) if stone == c and board.has_won(at)}
        if won and won != {self.winner}:
            raise Wrong(f"{self.name}: the game is over, and not won")
        if not won and not any(board.is_legal(cell, board.to_move) for cell in range(board.count)):
            raise Wrong(f"{self.name}: the game is drawn")
        if won or board.to_move == self.winner:
            tree = self.win(1, False) if self.section and not won else None
        else:
            tree = (0, None, *self.answers(1, False))
        if self.used != len(self.section):
            raise Wrong(f"{self.name}: {len(self.section) - self.used} bytes are left over")
        if not won:
            (self.attack if board.to_move == self.winner else self.defend)(tree)

    def attack(self, win):
        """The winner is to move."""
        if self.board.fives(self.winner):
            return
        if win is None:
            raise Wrong(f"{self.name}: it has no first move")
        at, cell = win[:2]
        if not self.board.is_legal(cell, self.winner):
            self.fail(at, f"cell {cell} is no legal move there")
        self.board.cells[cell] = self.winner
        try:
            self.defend(win)
        finally:
            self.board.cells[cell] = EMPTY

    def defend(self, win):
        """The loser is to move: each legal reply loses."""
        board, (at, _, listed, others) = self.board, win
        if board.fives(self.loser):
            self.fail(at, "the other side wins at once")
        fives, moves = board.fives(self.winner), 0
        # Stones elsewhere take no five away, but for rules that count the ends.
        kept = 0 if board.rule in ("caro", "caro-exact") else len(fives)
        for reply in range(board.count):
            if board.cells[reply] != EMPTY or kept - (reply in fives) > 0 and moves:
                continue
            if not board.is_legal(reply, self.loser):
                continue
            moves += 1
            board.cells[reply] = self.loser
            try:
                if not any(five != reply and board.wins_at(five, self.winner) for five in fives):
                    self.answer(at, reply, listed, others)
            finally:
                board.cells[reply] = EMPTY
        if not moves:
            self.fail(at, "the game is drawn")

    def answer(self, at, reply, listed, others):
        """A reply was placed that leaves no five."""
        if reply in listed:
            return self.attack(listed[reply])
        for win in others:
            try:
                return self.attack(win)
            except Wrong:
                pass
        self.fail(at, f"the reply {reply} has no answer that wins")


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
    if game in ("gomoku", "nogo"):
        scoring = None
        position = Gomoku(words["position"]) if game == "gomoku" else NoGo.read(words["position"])
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
        if game == "gomoku":
            Forced(f"{name} {score}", position, holder, moves).prove()
            continue
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
