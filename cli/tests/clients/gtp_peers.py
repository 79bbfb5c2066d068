"""Two other engines that speak GTP: Debian's grhino plays Othello with ours, each the referee of the other, and GNU Go says how lines
that begin with numbers, tabs and comments are read.

usage: python3 gtp_peers.py STONEMASK [GRHINO [GNUGO]]     - for one that is missing
"""

import subprocess
import sys


class Engine:
    """An engine behind pipes."""

    def __init__(self, *words):
        self.name = words[0]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def answer(self):
        """The lines of an answer: the sign with the number, then the text."""
        lines = []
        for line in self.process.stdout:
            line = line.rstrip("\n")
            if line == "" and lines:
                head, _, rest = lines[0].partition(" ")
                return head, "\n".join([rest.strip(), *lines[1:]]).strip()
            if line != "":
                lines.append(line)
        raise AssertionError(f"{self.name} ended")

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        head, text = self.answer()
        return head == "=", text

    def good(self, command):
        is_good, text = self.ask(command)
        assert is_good, f"{self.name}: {command}: {text}"
        return text

    def quit(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        assert self.process.wait(timeout=20) == 0, self.name


def rhino(stonemask, grhino, ours, level):
    """A game: ours is the colour of our engine."""
    us = Engine(stonemask, "gtp", "othello8", "--table", "16", "--seed", str(level))
    them = Engine(grhino, "--level", str(level))
    them.good("set_game Othello")
    us.good("set_game Othello")
    us.good("time_settings 10 0 0")
    them.good("boardsize 8")
    them.good("clear_board")
    plies = 0
    while legal := us.good("gogui-rules_legal_moves").split():
        colour = us.good("gogui-rules_side_to_move")
        mover, other = (us, them) if colour == ours else (them, us)
        vertex = mover.good(f"genmove {colour}")
        assert vertex.upper() in [known.upper() for known in legal], f"{mover.name}: {vertex}, not {legal}"
        # grhino passes by itself, and takes no pass from others.
        if not (other is them and vertex.lower() == "pass"):
            other.good(f"play {colour} {vertex}")
        # Both show equal boards: rows from the top, letters to the right.
        shown = [row(text) for text in (us.good("gogui-rules_board"), them.good("showboard"))]
        assert shown[0] == shown[1], shown
        plies += 1
    result = us.good("final_score")
    theirs = them.good("final_score").replace(".0", "")
    # grhino counts empty squares for the winner.
    black, white, empty = (shown[0].count(cell) for cell in "XO.")
    margin = abs(black - white)
    assert result == ("0" if margin == 0 else f"{'B' if black > white else 'W'}+{margin}"), result
    assert theirs in (result, f"{result[0]}+{margin + empty}"), f"{theirs}, not {result}"
    us.quit()
    them.quit()
    print(f"grhino, level {level}: we are {ours}: {plies} plies, {result}")


def row(text):
    """The cells of a diagram, whatever stands around them."""
    cells = [word for line in text.splitlines() for word in line.split() if word in (".", "X", "O")]
    assert len(cells) == 64, text
    return cells


# Lines that are read alike by all engines.
LINES = [
    "1 protocol_version",
    "protocol_version",
    "  7   protocol_version   # a comment",
    "8\tprotocol_version",
    "# only a comment",
    "",
    "   ",
    "9 no_such_command",
    "no_such_command",
    "10 known_command genmove",
    "11 known_command no_such_command",
    "12 boardsize 99",
    "13 boardsize 9",
    "14 clear_board",
    "15 komi 6.5",
    "16 play black d4",
    "17 play w D4",
    "18 play w z99",
    "19 undo",
    "20 undo",
    "21 PROTOCOL_VERSION",
    "proto\x01col_version",
    "000022 protocol_version",
    "23 quit",
]


def read_alike(stonemask, gnugo):
    heads = []
    for words in ((stonemask, "gtp", "nogo"), (gnugo, "--mode", "gtp")):
        done = subprocess.run(words, input="\n".join(LINES) + "\n", capture_output=True, text=True, check=True, timeout=60)
        answers = [part for part in done.stdout.split("\n\n") if part]
        heads.append([part.split()[0] for part in answers])
    assert heads[0] == heads[1], "\n".join(f"{ours} {theirs}" for ours, theirs in zip(*heads))
    print(f"gnugo: {len(heads[0])} answers to {len(LINES)} lines are of the same form")


def main():
    stonemask, grhino, gnugo = (sys.argv[1:] + ["-", "-"])[:3]
    if grhino != "-":
        for level, ours in enumerate(["black", "white", "black", "white"], start=1):
            rhino(stonemask, grhino, ours, min(level, 3))
    if gnugo != "-":
        read_alike(stonemask, gnugo)


main()
