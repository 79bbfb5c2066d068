"""The package on many machines by Ray: random games, perft, solving, shards of games.

Tasks are pure functions of what they are given, and Ray repeats those of a node that dies: results depend neither on the number of
workers nor on failures nor on the processors of the nodes.

    import ray, stonemask, stonemask.ray
    ray.init()
    stonemask.ray.playouts(stonemask.board("othello8"), 10**9, seed=1)
    stonemask.ray.generate(stonemask.shards.Job("nogo", games=10**6, seed=1), shards=100, folder="/shared/games")
"""

from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import ray

from . import Board, Perft, Tally
from .shards import Job
from .shards import generate as _generate

Progress = Optional[Callable[[int, int], None]]
RETRIES = 100


def _gather(function: Any, arguments: Sequence[Tuple[Any, ...]], progress: Progress) -> List[Any]:
    """The results of a task for each of the arguments, in their order; no more than a few thousand tasks wait at a time."""
    results: List[Any] = [None] * len(arguments)
    remote = ray.remote(max_retries=RETRIES, retry_exceptions=False)(function)
    waiting: Dict[Any, int] = {}
    left, done = iter(enumerate(arguments)), 0
    while True:
        for index, argument in left:
            waiting[remote.remote(*argument)] = index
            if len(waiting) >= 2000:
                break
        if not waiting:
            return results
        ready, _ = ray.wait(list(waiting), num_returns=1)
        for reference in ready:
            results[waiting.pop(reference)] = ray.get(reference)
            done += 1
        if progress is not None:
            progress(done, len(arguments))


def _playouts(board: Board, games: int, seed: int, shares: Tuple[int, int]) -> Tally:
    return board.playouts(games, seed, shares=shares)


def playouts(
    board: Board,
    games: int,
    seed: int,
    *,
    shares_per_task: int = 64,
    progress: Progress = None,
) -> Tally:
    """Random games from a board: those of `Board.playouts`, shared out."""
    # Random games of one seed, as `Board.playouts` has them.
    share = 65_536
    shares = -(-games // share)
    spans = [(first, min(shares, first + shares_per_task)) for first in range(0, shares, shares_per_task)]
    tallies = _gather(_playouts, [(board, games, seed, span) for span in spans], progress)
    return Tally(*(sum(column) for column in zip(*tallies))) if tallies else Tally(0, 0, 0, 0)


def _perft(board: Board, depth: int) -> Perft:
    return board.perft(depth)


def perft(board: Board, depth: int, *, split: int = 2, progress: Progress = None) -> Perft:
    """`Board.perft`, a task for each way to play the first ``split`` plies."""
    boards, finished = [board], 0
    for _ in range(min(split, depth)):
        ended = sum(position.is_over() for position in boards)
        finished += ended
        boards = [child for position in boards for _, child in position.children()]
    below = depth - min(split, depth)
    counts = _gather(_perft, [(position, below) for position in boards], progress)
    return Perft(
        sum(count.nodes for count in counts) + finished, sum(count.finished for count in counts) + finished
    )


def _solve(board: Any) -> Any:
    return board.solve()


def solve_many(boards: Iterable[Board], *, progress: Progress = None) -> List[Any]:
    """The solution of each board, in their order."""
    return _gather(_solve, [(board,) for board in boards], progress)


def _shard(job: Job, shard: int, shards: int, folder: str) -> str:
    return str(_generate(job, shard, shards, folder))


def generate(job: Job, shards: int, folder: Union[str, Path], *, progress: Progress = None) -> List[Path]:
    """Makes the shards of a job that are not there yet, in a folder that all nodes see; returns the paths of all, in order."""
    arguments = [(job, shard, shards, str(folder)) for shard in range(shards)]
    return [Path(path) for path in _gather(_shard, arguments, progress)]
