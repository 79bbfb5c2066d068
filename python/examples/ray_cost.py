"""The costs of Ray: the time of a task that does nothing, and random games and shards of games on one and on two processors.

usage: python examples/ray_cost.py [--repeats 5]

Reckon from it: with W processors and tasks of t seconds each, Ray's caller hands out at most 1/c tasks a second, c being the
time of an empty task; the processors stay busy while W / t is less than that.
"""

import argparse
import statistics
import tempfile
import time

import ray
import stonemask
import stonemask.ray
from stonemask.shards import Job


def seconds(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def nothing(number):
    return number


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--tasks", type=int, default=2000, help="tasks that do nothing")
    parser.add_argument("--shares", type=int, default=64, help="shares of 65 536 random games of Othello")
    parser.add_argument("--games", type=int, default=32768, help="games of NoGo in eight shards")
    given = parser.parse_args()
    board, games = stonemask.board("othello8"), given.shares * 65_536

    def alone():
        board.playouts(games, 1)

    def playouts():
        stonemask.ray.playouts(board, games, 1, shares_per_task=max(1, given.shares // 16))

    def shards():
        with tempfile.TemporaryDirectory() as folder:
            stonemask.ray.generate(Job("nogo", given.games, 1), 8, folder)

    def tasks():
        stonemask.ray._gather(nothing, [(number,) for number in range(given.tasks)], None)

    found = {}
    # In turns, so that other load on the machine meets both alike.
    for _ in range(given.repeats):
        found.setdefault(("one process without Ray", 1), []).append(seconds(alone))
        for processors in 1, 2:
            ray.init(num_cpus=processors, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
            # A worker for each processor, with the package loaded.
            stonemask.ray.playouts(board, 65_536 * 2 * processors, 1, shares_per_task=1)
            for name, work in ("playouts", playouts), ("generate", shards), ("empty tasks", tasks):
                found.setdefault((name, processors), []).append(seconds(work))
            ray.shutdown()
    for (name, processors), times in found.items():
        each = f", {1e6 * statistics.median(times) / given.tasks:.0f} us a task" if name == "empty tasks" else ""
        print(f"{name}, {processors} processor(s): {statistics.median(times):.2f} s, of {len(times)}{each}")


if __name__ == "__main__":
    main()
