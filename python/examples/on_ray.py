"""Random games, a perft and shards of games on Ray: on this machine, or on the cluster that RAY_ADDRESS names.

usage: python examples/on_ray.py FOLDER          (RAY_ADDRESS=auto on a node of a cluster; FOLDER is one that all nodes see)
"""

import sys

import ray
import stonemask
import stonemask.ray
from stonemask.shards import Job, read


def progress(done, of):
    print(f"\r{done} of {of} tasks", end="" if done < of else "\n", file=sys.stderr)


def main(folder):
    ray.init()
    board = stonemask.board("othello8")
    print(stonemask.ray.playouts(board, 10_000_000, seed=1, progress=progress))
    print(stonemask.ray.perft(board, 10, progress=progress))
    paths = stonemask.ray.generate(Job("nogo", games=10_000, seed=1), 20, folder, progress=progress)
    print(read(paths).num_rows, "games")


if __name__ == "__main__":
    main(sys.argv[1])
