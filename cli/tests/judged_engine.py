"""An engine of Othello, NoGo and Gomoku for the tests of the judge: it plays at random, by plain rules, and may have a fault.

    judged_engine.py PROTOCOL GAME RULE [FAULT]
"""
import random, sys, time

PROTOCOL, GAME, RULE = sys.argv[1:4]
FAULT = sys.argv[4] if len(sys.argv) > 4 else ""
OTHELLO = GAME.startswith("othello")
AXES = [(0, 1), (1, 0), (1, 1), (1, -1)]
RAYS = AXES + [(-down, -right) for down, right in AXES]
if FAULT == "missed diagonal":
    RAYS.remove((-1, -1))
random.seed(1)


class Board:
    def __init__(self, rows, columns, cells=None, colour="X"):
        self.rows, self.columns, self.colour = rows, columns, colour
        self.cells = cells or dict.fromkeys(((r, c) for r in range(rows) for c in range(columns)), "-")
        self.over = self.five()
        if OTHELLO and not cells:
            r, c = rows // 2, columns // 2
            self.cells.update({(r - 1, c - 1): "O", (r, c): "O", (r - 1, c): "X", (r, c - 1): "X"})

    def step(self, at, ray):
        r, c = at[0] + ray[0], at[1] + ray[1]
        if FAULT == "wrapped row" and ray in ((0, 1), (0, -1)) and not 0 <= c < self.columns:
            r, c = r + ray[1], c % self.columns
        return r, c

    def run(self, at, ray, own):
        run, at = [], self.step(at, ray)
        while self.cells.get(at) == own:
            run.append(at)
            at = self.step(at, ray)
        return run, at

    def flips(self, at, own):
        other = "O" if own == "X" else "X"
        runs = [self.run(at, ray, other) for ray in RAYS]
        return [square for run, end in runs if self.cells.get(end) == own for square in run]

    def length(self, at, axis, own):
        back = (-axis[0], -axis[1])
        return 1 + len(self.run(at, axis, own)[0]) + len(self.run(at, back, own)[0])

    def wins(self, at, own):
        lengths = [self.length(at, axis, own) for axis in AXES]
        exact = RULE == "standard" or RULE == "renju" and own == "X"
        return 5 in lengths if exact and FAULT != "overline wins" else max(lengths) >= 5

    def five(self):
        if GAME != "gomoku":
            return None
        return next((own for at, own in self.cells.items() if own != "-" and self.wins(at, own)), None)

    def forbidden(self, at):
        """Renju, section 9, for a black stone on an empty point."""
        if self.wins(at, "X"):
            return False
        self.cells[at] = "X"
        fours = sum(self.fours(at, axis) for axis in AXES)
        threes = sum(self.three(at, axis) for axis in AXES) if fours < 2 else 0
        long = any(self.length(at, axis, "X") > 5 for axis in AXES)
        self.cells[at] = "-"
        return fours > 1 or threes > (2 if FAULT == "wrong double three" else 1) or long

    def near(self, at, axis, most):
        points = [(at[0] + n * axis[0], at[1] + n * axis[1]) for n in range(-most, most + 1)]
        return [point for point in points if self.cells.get(point) == "-"]

    def fours(self, at, axis):
        rows = set()
        for point in self.near(at, axis, 4):
            runs = self.run(point, axis, "X")[0] + self.run(point, (-axis[0], -axis[1]), "X")[0]
            if len(runs) == 4 and at in runs:
                rows.add(tuple(sorted(runs)))
        return len(rows)

    def three(self, at, axis):
        for point in self.near(at, axis, 3):
            self.cells[point] = "X"
            (ahead, end), (behind, start) = self.run(point, axis, "X"), self.run(point, (-axis[0], -axis[1]), "X")
            row = [point, *ahead, *behind]
            ends = [e for e in (end, start) if self.cells.get(e) == "-" and self.length(e, axis, "X") == 5]
            self.cells[point] = "-"
            if len(row) == 4 and at in row and len(ends) == 2 and not self.wins(point, "X") and not self.forbidden(point):
                return True
        return False

    def breathes(self, at):
        group, seen = [at], {at}
        for r, c in group:
            for point in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if self.cells.get(point) == "-":
                    return True
                if self.cells.get(point) == self.cells[at] and point not in seen:
                    seen.add(point), group.append(point)
        return False

    def allowed(self, at, own):
        self.cells[at] = own
        r, c = at
        near = [p for p in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if self.cells.get(p) not in (None, "-")]
        others = [p for p in near if self.cells[p] != own]
        fine = all(map(self.breathes, others)) and ("suicide" in FAULT or self.breathes(at))
        self.cells[at] = "-"
        return fine

    def legal(self, own=None):
        own, empty = own or self.colour, [at for at, cell in self.cells.items() if cell == "-"]
        if self.over:
            return []
        if GAME == "nogo":
            return [at for at in empty if self.allowed(at, own)]
        if OTHELLO:
            moves = [at for at in empty if self.flips(at, own)]
            return moves or ["pass"] * any(self.flips(at, "O" if own == "X" else "X") for at in empty)
        return empty if RULE != "renju" or own == "O" else [at for at in empty if not self.forbidden(at)]

    def play(self, at, own=None):
        own = own or self.colour
        if at != "pass":
            turned = self.flips(at, own) if OTHELLO else []
            if GAME == "gomoku" and self.wins(at, own):
                self.over = own
            self.cells.update(dict.fromkeys([at, *turned], own))
        self.colour = "O" if own == "X" else "X"
        if FAULT == "passes by itself" and self.legal() == ["pass"]:
            self.colour = own

    def perft(self, depth):
        moves = self.legal() if depth else []
        if not moves:
            return 1
        total = 0
        for at in moves:
            after = Board(self.rows, self.columns, dict(self.cells), self.colour)
            after.play(at)
            total += after.perft(depth - 1)
        return total

    def result(self):
        if OTHELLO:
            score = sum({"X": 1, "O": -1, "-": 0}[cell] for cell in self.cells.values())
            return f"B+{score}" if score > 0 else f"W+{-score}" if score else "0"
        winner = self.over if GAME == "gomoku" else "O" if self.colour == "X" else "X"
        return {"X": "B+R", "O": "W+R", None: "0"}[winner]


LETTERS = "abcdefghjklmnopqrstuvwxyz" if GAME == "nogo" or PROTOCOL == "gtp" and not OTHELLO else "abcdefghijklmnopqrstuvwxyz"


def name(at, rows):
    if at == "pass":
        return at
    return LETTERS[at[1]] + str(rows - at[0] if PROTOCOL == "gtp" and not OTHELLO else at[0] + 1)


def point(text, rows):
    text = text.lower()
    if text in ("pass", "pa"):
        return "pass"
    row = int(text[1:])
    return rows - row if PROTOCOL == "gtp" and not OTHELLO else row - 1, LETTERS.index(text[0])


def say(text):
    print(text, flush=True)


def choose(board):
    if FAULT == "late":
        time.sleep(1.2)
    if FAULT == "hang":
        time.sleep(1000)
    if FAULT == "crash":
        import os

        os.kill(os.getpid(), 11)
    if FAULT == "status":
        sys.exit(3)
    if FAULT == "illegal":
        return (0, 0)
    return random.choice(board.legal())


def gtp():
    board = Board(8, 8) if OTHELLO else Board(9, 9)
    commands = ["protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board", "komi"]
    commands += ["play", "genmove", "gogui-rules_final_result"] + ["gogui-rules_legal_moves"] * ("no list" not in FAULT)
    asked = 0
    for line in sys.stdin:
        words = line.split("#")[0].split()
        if not words:
            continue
        number = words.pop(0) if words[0].isdigit() else ""
        command, *rest = words
        answer, good = "", True
        asked += 1
        if command == "protocol_version":
            answer = "2"
        elif command in ("name", "version"):
            answer = "judged"
        elif command == "known_command":
            answer = "true" if rest[0] in commands else "false"
        elif command == "list_commands":
            answer = "\n".join(commands)
        elif command == "boardsize":
            board = Board(int(rest[0]), int(rest[0]))
        elif command == "clear_board":
            board = Board(board.rows, board.columns)
        elif command == "play":
            own, at = {"b": "X", "w": "O"}[rest[0].lower()], point(rest[1], board.rows)
            good = at in board.legal(own) and not (FAULT == "pass refused" and at == "pass")
            if good:
                board.play(at, own)
            else:
                answer = "illegal move"
        elif command == "genmove":
            board.colour = {"b": "X", "w": "O"}[rest[0].lower()]
            at = choose(board)
            board.play(at)
            answer = name(at, board.rows)
        elif command == "gogui-rules_legal_moves":
            answer = " ".join(name(at, board.rows) for at in board.legal())
        elif command == "gogui-rules_final_result":
            answer = board.result().translate({66: "W", 87: "B"} if FAULT == "wrong result" else {})
        elif command != "quit":
            answer, good = "unknown command", False
        if FAULT == "lost id" and asked % 40 == 0:
            number = ""
        if FAULT == "garbage" and asked > 30:
            say("hello")
        say(("=" if good else "?") + number + " " + answer + ("" if FAULT == "no empty line" and asked > 30 else "\n"))
        if command == "quit":
            return


def gomocup():
    board = Board(15, 15)
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        pair = lambda text: tuple(reversed([int(number) for number in text.split(",")[:2]]))
        if command in ("START", "RESTART"):
            board = Board(int(rest), int(rest)) if rest else Board(board.rows, board.columns)
            say("MESSAGE here")
            say("OK")
        elif command in ("BEGIN", "TURN", "BOARD"):
            if command == "TURN":
                board.play(pair(rest))
            if command == "BOARD":
                fields = [field.split(",") for field in iter(lambda: sys.stdin.readline().strip(), "DONE")]
                board.colour = "O" if len(fields) % 2 else "X"
                other = "X" if len(fields) % 2 else "O"
                for x, y, who in fields:
                    board.cells[int(y), int(x)] = board.colour if who == "1" else other
            at = choose(board)
            board.play(at)
            say("hello" if FAULT == "garbage" else f"{at[1]},{at[0]}")
        elif command == "END":
            return


def nboard():
    board = Board(8, 8)
    pings = 0
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "ping":
            pings += 1
            say(f"pong {0 if FAULT == 'lost id' and pings == 9 else rest}")
        elif command == "set" and rest.startswith("game "):
            text = rest[rest.index("BO[") + 3 :]
            size, cells, colour = text[: text.index("]")].split()
            size, cells = int(size), cells.replace("*", "X")
            grid = {(i // size, i % size): cell for i, cell in enumerate(cells)}
            board = Board(size, size, grid, "X" if colour == "*" else "O")
            for move in text[text.index("]") + 1 :].split("]")[:-1]:
                board.play(point(move[2:], size))
        elif command == "move":
            board.play(point(rest.split("/")[0], board.rows))
        elif command == "go":
            say("status thinking")
            at = choose(board)
            say("=== " + ("PA" if at == "pass" else name(at, board.rows).upper()) + " 0.0 0.0")


def perft():
    for line in sys.stdin:
        game, depth, text = line.split(" ", 2)
        words = text.split()
        cells, colour = words[-2].replace("+", "-"), words[-1]
        columns = int(GAME[-1]) if OTHELLO else cells.index("/") if "/" in cells else len(cells)
        grid = {(i // columns, i % columns): cell for i, cell in enumerate(cells.replace("/", "")) if cell != "#"}
        board = Board(len(cells.replace("/", "")) // columns, columns, grid, colour)
        if FAULT == "garbage":
            say("hello")
        elif FAULT == "only totals" or not board.legal() or depth == "0":
            say(str(board.perft(int(depth))))
        else:
            counts = []
            for at in board.legal():
                after = Board(board.rows, board.columns, dict(grid), colour)
                after.play(at)
                counts.append(f"{name(at, board.rows)}:{after.perft(int(depth) - 1)}")
            say(" ".join(counts))


def botzone():
    """One move, as a program of the site plays it."""
    import json

    log = json.load(sys.stdin)
    board = Board(*{"othello8": (8, 8), "gomoku": (15, 15), "nogo": (9, 9)}[GAME])
    turns = [place for pair in zip(log["requests"], [*log["responses"], None]) for place in pair if place]
    if turns[0] == {"x": -1, "y": -1}:
        del turns[0]
    for place in turns:
        board.play("pass" if place["x"] < 0 else (place["y"], place["x"]))
    answered = len(log["responses"])
    assert log.get("data", answered) == answered
    at = choose(board)
    if FAULT == "garbage":
        say("hello")
    x, y = (-1, -1) if at == "pass" else (at[1], at[0])
    answer = {"response": {"x": x, "y": y}, "debug": "-"}
    say(json.dumps(answer | {"data": answered + 1}))


{"botzone": botzone, "gtp": gtp, "gomocup": gomocup, "nboard": nboard, "perft": perft}[PROTOCOL]()
