"""The command `stonemask-shards` of the Python package, which makes shards of games; `python -m stonemask` is the same."""

import argparse
import os
import sys
from typing import List, Optional

from .shards import Job, generate


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="stonemask-shards", description="The Python package's command.")
    commands = parser.add_subparsers(dest="command", required=True)
    shard = commands.add_parser("generate", help="make one shard of a job's games, a Parquet file, unless it is there")
    shard.add_argument("game", help="othello4, othello6, othello8, gomoku or nogo")
    shard.add_argument("--games", type=int, required=True, help="the games of the whole job")
    shard.add_argument("--seed", type=int, default=0, help="the job's seed")
    shard.add_argument("--policy", choices=["random", "search"], default="random")
    shard.add_argument("--playouts", type=int, default=20, help="random games after each ply, under search")
    array = os.environ.get("SLURM_ARRAY_TASK_ID")
    shard.add_argument(
        "--shard", type=int, default=array, required=array is None, help="which shard [default: SLURM_ARRAY_TASK_ID]"
    )
    shard.add_argument("--shards", type=int, required=True, help="how many shards the job has")
    shard.add_argument("--out", default=".", help="the folder of the shards")
    shard.add_argument("--rows", type=int)
    shard.add_argument("--columns", type=int)
    shard.add_argument("--rule")
    shard.add_argument("--blocked")
    given = parser.parse_args(arguments)
    options = {name: getattr(given, name) for name in ("rows", "columns", "rule", "blocked")}
    options = {name: value for name, value in options.items() if value is not None}
    try:
        job = Job(given.game, given.games, given.seed, given.policy, given.playouts, options=options)
        print(generate(job, given.shard, given.shards, given.out))
    except (ValueError, TypeError, OSError, ImportError) as error:
        print(f"stonemask-shards: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
