"""Games as Parquet shards, whose identity is their job and their range of games: what a worker does never depends on which worker it is.

A job is a start, a seed and how many games there are; shard k of n has games ``games * k // n`` to ``games * (k + 1) // n`` - 1. Game g is
played from a seed that follows from the job's seed and g alone, so that any number of shards, workers and failures leads to the same
games. A shard is written to a temporary file and renamed: a file that is there is whole, and is not made again.

The columns: ``game`` uint64, the game's number; ``actions`` list of uint16; ``outcome`` uint8, 1 black won, 2 drawn, 3 white won. Games of
tree searches have ``visits`` too, a list of uint32 for each ply, how often the search visited each action; ``policy``, a list of float32 for
each ply, these divided by their sum; and ``values``, a float32 for each ply, what the search says for the side to move. The metadata of the file has the job and a digest of the rows, which, unlike the file's bytes, does not depend on the version of pyarrow.

>>> import stonemask, tempfile
>>> job = Job("othello4", games=10, seed=1)
>>> with tempfile.TemporaryDirectory() as folder:
...     paths = [generate(job, shard, 2, folder) for shard in range(2)]
...     table = read(paths)
>>> table.num_rows, table.column("game").to_pylist() == list(range(10))
(10, True)
"""

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import Board, Slab, Trees, board

GAMES_AT_ONCE = 1024
Evaluator = Callable[
    [npt.NDArray[np.float32], npt.NDArray[np.int8]], Tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]
]


@dataclass(frozen=True)
class Job:
    """The games to play, whoever plays them."""

    game: str
    games: int
    seed: int
    policy: str = "random"
    """"random"; "search", the best ply of ``playouts`` random games after each; or "trees", tree searches with an evaluator."""
    playouts: int = 20
    random_plies: int = 8
    """How many plies at the beginning of a game are random under "search", or drawn by visits under "trees", so that games differ."""
    options: Dict[str, Any] = field(default_factory=dict)
    """The arguments of `stonemask.board` beside the name."""
    simulations: int = 64
    """How many leaves each search of "trees" evaluates at most, by 8."""
    network: str = ""
    """A text that tells the evaluator of "trees" from others, such as a digest of its weights; games of another are another job."""

    def __post_init__(self) -> None:
        if self.policy not in ("random", "search", "trees"):
            raise ValueError(f"policy={self.policy!r}: expected 'random', 'search' or 'trees'")
        if self.simulations < 1:
            raise ValueError(f"simulations={self.simulations}: expected 1 or more")
        if self.games < 0 or not 0 <= self.seed < 2**64:
            raise ValueError(f"games={self.games}, seed={self.seed}: expected no negative number, and a seed of 64 bits")
        self.start()

    def start(self) -> Board:
        """The board that the games begin with."""
        return board(self.game, **self.options)

    def text(self) -> str:
        """The job as JSON, the same for equal jobs."""
        return json.dumps(asdict(self), sort_keys=True)

    def digest(self) -> str:
        """The digest that tells the job from others, in 16 hexadecimal digits."""
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]

    def range(self, shard: int, shards: int) -> Tuple[int, int]:
        """The first game of a shard, and the one after its last."""
        if not 0 <= shard < shards:
            raise ValueError(f"shard {shard} of {shards}: expected 0 to {shards - 1}")
        return self.games * shard // shards, self.games * (shard + 1) // shards


def path_of(job: Job, shard: int, shards: int, folder: Union[str, Path]) -> Path:
    """Where a shard stands: its name says the job and its games."""
    first, last = job.range(shard, shards)
    return Path(folder) / f"{job.digest()}-{first:012}-{last:012}.parquet"


@dataclass(frozen=True)
class Games:
    """Games that were played, one after the other: ``plies`` has the actions of all of them, ``lengths`` how many are whose."""

    plies: npt.NDArray[np.uint16]
    lengths: npt.NDArray[np.int64]
    outcomes: npt.NDArray[np.uint8]
    visits: Optional[npt.NDArray[np.uint32]] = None
    """Of each ply under "trees", how often each action was visited."""
    values: Optional[npt.NDArray[np.float32]] = None
    """Of each ply under "trees", what the search says."""

    def policy(self) -> npt.NDArray[np.float32]:
        """Of each ply under "trees", the visits divided by their sum."""
        assert self.visits is not None
        policy: npt.NDArray[np.float32] = self.visits.astype(np.float32) / self.visits.sum(axis=1, keepdims=True, dtype=np.float32)
        return policy

    def actions(self) -> List[npt.NDArray[np.uint16]]:
        """The actions of each game."""
        return np.split(self.plies, np.cumsum(self.lengths)[:-1]) if len(self.lengths) else []


def play(job: Job, first: int, last: int, evaluate: Optional[Evaluator] = None) -> Games:
    """Plays games ``first`` to ``last`` - 1 of a job. Under "trees", ``evaluate`` takes planes, float32 [n, 2, rows, columns], and masks,
    int8 [n, action_count], and returns logits, float32 [n, action_count], and values, float32 [n]; it must say the same of a position
    whatever else it is asked with."""
    if (job.policy == "trees") != (evaluate is not None):
        raise ValueError("evaluate: expected under policy 'trees', and there alone")
    some = [
        _play_some(job, begin, min(last, begin + GAMES_AT_ONCE), evaluate) for begin in range(first, last, GAMES_AT_ONCE)
    ]
    if not some:
        return _play_some(job, first, first, evaluate)
    searched = [(games.visits, games.values) for games in some if games.visits is not None and games.values is not None]
    return Games(
        np.concatenate([games.plies for games in some]),
        np.concatenate([games.lengths for games in some]),
        np.concatenate([games.outcomes for games in some]),
        np.concatenate([visits for visits, _ in searched]) if searched else None,
        np.concatenate([values for _, values in searched]) if searched else None,
    )


def _play_some(job: Job, first: int, last: int, evaluate: Optional[Evaluator]) -> Games:
    games = last - first
    if not games:
        empty = Games(np.zeros(0, np.uint16), np.zeros(0, np.int64), np.zeros(0, np.uint8))
        if evaluate is None:
            return empty
        visits = np.zeros((0, job.start().action_count), np.uint32)
        return replace(empty, visits=visits, values=np.zeros(0, np.float32))
    search = None if evaluate is None else _Search(job, games, evaluate)
    slab = Slab(job.start(), games, ended="freeze")
    outcomes, ended = np.zeros(games, np.uint8), np.zeros(games, np.bool_)
    numbers = np.arange(first, last, dtype=np.uint64)
    of_games = _mixed(_mixed(np.full(games, job.seed, np.uint64)) ^ numbers)
    plies: List[npt.NDArray[np.uint16]] = []
    while True:
        # A number of 64 bits that follows from the seed, the game and the ply picks the action.
        draw = _mixed(of_games ^ np.uint64(len(plies)))
        actions = np.empty(games, np.uint16)
        if job.policy == "search" and len(plies) >= job.random_plies:
            slab.search(actions, job.playouts, draw)
            slab.step(actions, outcomes=outcomes, ended=ended)
        elif search is not None:
            actions = search.actions(draw if len(plies) < job.random_plies else None, ended)
            slab.step(actions, outcomes=outcomes, ended=ended)
        else:
            slab.step_random(actions, numbers=draw, outcomes=outcomes, ended=ended)
        if (actions == 65535).all():
            break
        plies.append(actions)
        if ended.all():
            break
    table = np.array(plies, np.uint16).reshape(len(plies), games).T
    played = table != 65535
    if search is None:
        return Games(table[played], played.sum(axis=1), outcomes)
    visits = np.stack(search.visits, 1)[played] if search.visits else np.zeros((0, slab.action_count), np.uint32)
    values = np.stack(search.values, 1)[played] if search.values else np.zeros(0, np.float32)
    return Games(table[played], played.sum(axis=1), outcomes, visits, values)


class _Search:
    """The trees of some games, and what they found at each ply."""

    def __init__(self, job: Job, games: int, evaluate: Evaluator) -> None:
        start, self.leaves = job.start(), min(8, job.simulations)
        self.trees = Trees(start, games, leaves=self.leaves)
        self.rounds = -(-job.simulations // self.leaves)
        self.evaluate = evaluate
        self.planes = np.zeros((games * self.leaves, 2, start.rows, start.columns), np.float32)
        self.mask = np.zeros((games * self.leaves, start.action_count), np.int8)
        self.visits: List[npt.NDArray[np.uint32]] = []
        self.values: List[npt.NDArray[np.float32]] = []

    def actions(self, draw: Optional[npt.NDArray[np.uint64]], ended: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint16]:
        """Searches, and plays the actions that were visited most, or by visits as the numbers say."""
        # The first leaf of a search is its root; later ones have it from the search before.
        for _ in range(self.rounds + 1):
            waiting = self.trees.select(self.planes, self.mask)
            # Where no leaf waits, ends of games were met: as many rounds for each game, whichever others are beside it.
            if waiting:
                self.trees.update(*self.evaluate(self.planes[:waiting], self.mask[:waiting]))
        games = len(ended)
        visits = self.trees.visits(np.zeros((games, self.mask.shape[1]), np.uint32))
        values = self.trees.values(np.zeros(games, np.float32))
        actions = visits.argmax(axis=1)
        if draw is not None:
            sums = visits.cumsum(axis=1, dtype=np.uint64)
            chosen = (draw >> np.uint64(32)) * sums[:, -1] >> np.uint64(32)
            actions = (sums > chosen[:, None]).argmax(axis=1)
        played = np.where(ended, 65535, actions).astype(np.uint16)
        self.visits.append(visits)
        self.values.append(values)
        self.trees.advance(played)
        return played


def _mixed(value: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The next number of SplitMix64 after each."""
    value = value + np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ value >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ value >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return value ^ value >> np.uint64(31)


def rows_digest(first: int, games: Games) -> str:
    """A digest of a shard's rows."""
    digest = hashlib.sha256(first.to_bytes(8, "little"))
    for column, dtype in (games.lengths, "<u4"), (games.plies, "<u2"), (games.outcomes, "u1"):
        digest.update(column.astype(dtype).tobytes())
    if games.visits is not None and games.values is not None:
        digest.update(games.visits.astype("<u4").tobytes() + games.values.astype("<f4").tobytes())
    return digest.hexdigest()


# How many entries the lists of a column may have together, where their offsets have 32 bits.
_MOST_ENTRIES = 2**31 - 1


def _lists(entries: int) -> Callable[[npt.NDArray[np.int64], Any], Any]:
    """The function that makes an array of lists from their offsets and their entries: large lists, whose offsets have 64 bits, where there are
    more entries than the others take."""
    import pyarrow

    if entries > _MOST_ENTRIES:
        return lambda offsets, values: pyarrow.LargeListArray.from_arrays(pyarrow.array(offsets, pyarrow.int64()), values)
    return lambda offsets, values: pyarrow.ListArray.from_arrays(pyarrow.array(offsets, pyarrow.int32()), values)


def generate(
    job: Job, shard: int, shards: int, folder: Union[str, Path], evaluate: Optional[Evaluator] = None
) -> Path:
    """Makes a shard, unless it is there; returns its path. ``evaluate`` is as for `play`."""
    import pyarrow
    import pyarrow.parquet

    path = path_of(job, shard, shards, folder)
    if path.exists():
        return path
    first, last = job.range(shard, shards)
    games = play(job, first, last, evaluate)
    offsets = np.concatenate([[0], np.cumsum(games.lengths)])
    # One form for all columns of a file, so that readers find the lists of a row alike.
    entries = len(games.plies) if games.visits is None else games.visits.size
    lists = _lists(entries)
    columns = {
        "game": pyarrow.array(range(first, last), pyarrow.uint64()),
        "actions": lists(offsets, pyarrow.array(games.plies)),
        "outcome": pyarrow.array(games.outcomes, pyarrow.uint8()),
    }
    if games.visits is not None and games.values is not None:
        plies, actions = games.visits.shape
        of_plies = np.arange(plies + 1, dtype=np.int64) * actions
        for name, numbers in ("visits", games.visits), ("policy", games.policy()):
            columns[name] = lists(offsets, lists(of_plies, pyarrow.array(numbers.ravel())))
        columns["values"] = lists(offsets, pyarrow.array(games.values))
    table = pyarrow.table(columns)
    metadata = {"stonemask.job": job.text(), "stonemask.rows": rows_digest(first, games)}
    path.parent.mkdir(parents=True, exist_ok=True)
    # Beside its place, so that renaming moves no data; by the process's number, so that two that make the same do not meet.
    temporary = path.with_name(f".{path.name}.{os.uname().nodename}.{os.getpid()}")
    try:
        pyarrow.parquet.write_table(table.replace_schema_metadata(metadata), temporary, compression="zstd")
        with open(temporary, "rb") as written:
            os.fsync(written.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def read(paths: Iterable[Union[str, Path]]) -> Any:
    """The rows of shards as one table of pyarrow, in the order of the games; wrong rows are an error that names the file."""
    import pyarrow
    import pyarrow.parquet

    tables: List[Tuple[int, int, Any]] = []
    for path in paths:
        table = pyarrow.parquet.read_table(path)
        said = (table.schema.metadata or {}).get(b"stonemask.rows", b"").decode()
        column = table.column("actions").combine_chunks()
        lengths = column.value_lengths().to_numpy(zero_copy_only=False).astype(np.int64)
        games, is_said = Games(column.flatten().to_numpy(), lengths, table.column("outcome").to_numpy()), True
        if "visits" in table.column_names:
            values = table.column("values").combine_chunks().flatten().to_numpy()
            of_plies = [table.column(name).combine_chunks().flatten().flatten().to_numpy() for name in ("visits", "policy")]
            games = replace(games, visits=of_plies[0].reshape(len(values), -1), values=values)
            is_said = np.array_equal(games.policy().ravel(), of_plies[1])
        first = table.column("game")[0].as_py() if table.num_rows else 0
        if table.num_rows and (said != rows_digest(first, games) or not is_said):
            raise ValueError(f"{path}: its rows are not those that were written")
        tables.append((first, table.num_rows, table.replace_schema_metadata(None)))
    # Shards with large lists go before: those of the others become such.
    schemas = [table.schema for _, _, table in tables]
    large = [schema for schema in schemas if pyarrow.types.is_large_list(schema.field("actions").type)]
    tables.sort(key=lambda shard: shard[:2])
    table = pyarrow.concat_tables([table.cast(large[0]) if large else table for _, _, table in tables])
    # Shards in their order need no sorting, which moves the entries of all lists into one array.
    ends = [first + rows for first, rows, _ in tables]
    is_in_order = all(end <= first for end, (first, _, _) in zip(ends, tables[1:]))
    return table if is_in_order else table.sort_by("game")
