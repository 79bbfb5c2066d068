"""Checks the lines of `stonemask vectors` for Othello, NoGo and freestyle Gomoku by rules of its own:

    stonemask vectors othello8 --count 1000 | python3 check_vectors.py
"""
import json, sys

DIRECTIONS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


class Board:
    def __init__(self, game, cells, colour):
        self.game, self.cells, self.colour = game, cells, colour  # cells: {(row, column): "X", "O" or "-"}

    def flips(self, at, own):
        turned = []
        for down, right in DIRECTIONS:
            run = []
            r, c = at[0] + down, at[1] + right
            while self.cells.get((r, c)) in ("X", "O") and self.cells[r, c] != own:
                run.append((r, c))
                r, c = r + down, c + right
            turned += run if self.cells.get((r, c)) == own else []
        return turned

    def line(self, at, own):  # the longest run of own stones through a point, as if one stood there
        best = []
        for down, right in DIRECTIONS[4:]:
            run = [at]
            for sign in (-1, 1):
                r, c = at[0] + sign * down, at[1] + sign * right
                while self.cells.get((r, c)) == own:
                    run.append((r, c))
                    r, c = r + sign * down, c + sign * right
            best = max(best, run, key=len)
        return best

    def alive(self, at):  # whether the group of the stone has a liberty
        group, seen = [at], {at}
        for r, c in group:
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if self.cells.get(near) == "-":
                    return True
                if self.cells.get(near) == self.cells[at] and near not in seen:
                    group.append(near), seen.add(near)
        return False

    def allowed(self, own):  # NoGo: no group may lose its last liberty
        def fits(at):
            self.cells[at] = own
            r, c = at
            near = [n for n in (at, (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if self.cells.get(n) in ("X", "O")]
            fine = all(self.alive(n) for n in near)
            self.cells[at] = "-"
            return fine
        return [at for at, cell in self.cells.items() if cell == "-" and fits(at)]

    def empty(self):
        return [at for at, cell in self.cells.items() if cell == "-"]

    def winning(self, own):
        return [at for at in self.empty() if len(self.line(at, own)) >= 5]

    def outcome(self):
        if self.game == "gomoku":
            won = [own for at, own in self.cells.items() if own in "XO" and len(self.line(at, own)) >= 5]
            return {"X": "black", "O": "white"}[won[0]] if won else None if self.empty() else "draw"
        if self.game == "nogo":
            return None if self.allowed(self.colour) else {"X": "white", "O": "black"}[self.colour]
        if any(self.flips(at, own) for at in self.empty() for own in "XO"):
            return None
        return "black" if self.score() > 0 else "white" if self.score() < 0 else "draw"

    def score(self):
        return sum({"X": 1, "O": -1, "-": 0}[cell] for cell in self.cells.values())

    def legal(self):
        if self.outcome():
            return []
        if self.game == "gomoku":
            return self.empty()
        if self.game == "nogo":
            return self.allowed(self.colour)
        return [at for at in self.empty() if self.flips(at, self.colour)] or ["pass"]

    def perft(self, depth):
        legal = self.legal() if depth else []
        if depth == 1 and legal:
            return len(legal), 0
        counts = [self.after(at).perft(depth - 1) for at in legal]
        return (sum(n for n, _ in counts), sum(f for _, f in counts)) if legal else (1, int(depth > 0))

    def after(self, at):
        cells = dict(self.cells)
        if at != "pass":
            turned = self.flips(at, self.colour) if self.game.startswith("othello") else []
            cells.update(dict.fromkeys([at, *turned], self.colour))
        return Board(self.game, cells, "O" if self.colour == "X" else "X")


def name(at, game):
    if at == "pass":
        return at
    letters = "abcdefghjklmnopqrstuvwxyz" if game == "nogo" else "abcdefghijklmnopqrstuvwxyz"
    first, second = divmod(at[1], len(letters))
    return (letters[first - 1] if first else "") + letters[second] + str(at[0] + 1)


def answers(vector):
    game = vector["game"]
    rows = [row.replace("+", "-") for row in vector["rows"]]
    cells = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "#"}
    board = Board(game, cells, "X" if vector["to_move"] == "black" else "O")
    names = lambda points: sorted(name(at, game) for at in points)
    nodes, finished = board.perft(vector["depth"])
    found = {"legal": names(board.legal()), "outcome": board.outcome(), "nodes": nodes, "finished": finished}
    if game == "nogo":
        found["allowed"] = {"black": names(board.allowed("X")), "white": names(board.allowed("O"))}
    elif game == "gomoku":
        both = {"black": board.winning("X"), "white": board.winning("O")}
        found["winning"] = {colour: [] if found["outcome"] else names(points) for colour, points in both.items()}
    else:
        found["score"] = board.score()
        squares = [at for at in board.legal() if at != "pass"]
        found["flips"] = {name(at, game): names(board.flips(at, board.colour)) for at in squares}
    return found


def ordered(value):
    if isinstance(value, dict):
        return {key: ordered(inner) for key, inner in value.items()}
    return sorted(value) if isinstance(value, list) else value


count = 0
for count, text in enumerate(sys.stdin, 1):
    vector = json.loads(text)
    if vector.get("rule", "freestyle") != "freestyle":
        sys.exit(f"line {count}: this checker knows freestyle Gomoku alone")
    for field, value in answers(vector).items():
        if ordered(vector[field]) != value:
            sys.exit(f"line {count}, {vector['kind']}, {field}: {vector[field]}, expected {value}")
print(count, "vectors agree")
