"""Answers the protocol `perft` of `stonemask judge` for Othello: docs/JUDGE.md."""
import sys


def flips(cells, n, at, own):
    turned = []
    for down, right in [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]:
        run, r, c = [], at // n + down, at % n + right
        while 0 <= r < n and 0 <= c < n and cells[r * n + c] not in (own, "-"):
            run.append(r * n + c)
            r, c = r + down, c + right
        turned += run if 0 <= r < n and 0 <= c < n and cells[r * n + c] == own else []
    return turned


def perft(cells, n, own, depth, passed=False):
    other = "O" if own == "X" else "X"
    if depth == 0:
        return 1
    total = 0
    for at in range(n * n):
        turned = flips(cells, n, at, own) if cells[at] == "-" else []
        if turned:
            after = [own if i in turned or i == at else cell for i, cell in enumerate(cells)]
            total += perft(after, n, other, depth - 1)
    if total == 0:  # a pass is a ply; a game that is over counts once
        return 1 if passed else perft(cells, n, other, depth - 1, True) if depth > 1 else 1
    return total


for line in sys.stdin:
    game, depth, cells, own = line.split()
    print(perft(list(cells), int(game[-1]), own, int(depth)), flush=True)
