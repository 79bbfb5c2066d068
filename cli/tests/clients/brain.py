"""PyPI's `pygomo-lib`, a client of Gomocup's engines, plays whole games with the brain; its own board is the referee.

usage: python3 brain.py PBRAIN
"""

import random
import sys

from pygomo import EngineClient
from pygomo.board.bitboard import BitBoard
from pygomo.board.renju import RenjuBitBoard
from pygomo.protocol.models import Move


def game(path, rule, seed):
    """A game of the brain, as white where the seed is odd, against random moves."""
    drawn = random.Random(seed)
    board = RenjuBitBoard(15) if rule == 4 else BitBoard(15)
    plies = []
    with EngineClient(path) as engine:
        assert "stonemask" in engine.about()
        assert engine.start(15)
        engine.set_rule(rule)
        engine.set_time(turn_time_ms=1000, match_time_ms=60000)
        engine.set_memory(1 << 26)
        while not board.is_full():
            if (len(plies) + seed) % 2 == 0:
                engine.set_time(time_left_ms=60000)
                result = engine.turn(plies[-1], timeout=10) if plies else engine.begin(timeout=10)
                assert result is not None, f"no answer after {plies}"
                move = result.move
                assert board.is_valid(move), f"{move} after {plies}"
                if rule == 4 and len(plies) % 2 == 0:
                    # The client leaves out the double three; what it does know the brain must not play.
                    assert not board.is_forbidden(move), f"{move} is forbidden after {plies}"
            else:
                free = [move for move in board.get_legal_moves() if rule != 4 or not board.is_forbidden(move)]
                move = drawn.choice(free)
            assert board.place(move), move
            plies.append(move)
            if board.check_win(move) is not None:
                break
        engine.quit()
    return len(plies)


def main():
    path = sys.argv[1]
    for rule in (0, 1, 4):
        lengths = [game(path, rule, seed) for seed in range(6)]
        print(f"pygomo-lib: rule {rule}: games of {lengths} moves")
    with EngineClient(path) as engine:
        assert engine.start(15)
        first = engine.begin(timeout=10).move
        assert engine.takeback(first), "TAKEBACK"
        assert engine.begin(timeout=10).move.to_tuple() == first.to_tuple()
        assert engine.restart(), "RESTART"
        engine.quit()


main()
