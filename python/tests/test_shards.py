"""Promise: a shard is its job and its games, whoever makes it and in whatever pieces, and a file that is there is whole."""

import subprocess
import sys

import numpy as np
import pytest
import stonemask

pytest.importorskip("pyarrow")
from stonemask import shards  # noqa: E402
from stonemask.shards import Job, generate  # noqa: E402

JOBS = [
    Job("othello6", 60, 1),
    Job("gomoku", 30, 2, options=dict(rows=6, columns=7, rule="standard")),
    Job("nogo", 40, 3, options=dict(rows=5, columns=5, blocked="c3")),
    Job("othello4", 20, 4, policy="search", playouts=8),
]


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.game + job.policy)
def test_any_number_of_shards_has_the_same_games(job, tmp_path):
    tables = []
    for count in 1, 3, 7:
        paths = [generate(job, shard, count, tmp_path / str(count)) for shard in range(count)]
        tables.append(shards.read(reversed(paths)))
    assert tables[0].equals(tables[1]) and tables[0].equals(tables[2])
    assert tables[0].column("game").to_pylist() == list(range(job.games))
    for row in tables[0].to_pylist():
        board = job.start()
        for action in row["actions"]:
            board.play(action)
        assert board.is_over() and board.outcome() == row["outcome"]
    games = {tuple(row) for row in tables[0].column("actions").to_pylist()}
    assert len(games) > job.games // 2


def test_random_actions_are_uniform():
    first = np.array([actions[0] for actions in shards.play(Job("othello8", 8000, 5), 0, 8000).actions()])
    counts = np.unique(first, return_counts=True)[1]
    # Four actions, 2000 expected each: five standard deviations are 194.
    assert len(counts) == 4 and (abs(counts - 2000) < 194).all()


def test_a_shard_that_is_there_is_not_made_again(tmp_path):
    path = generate(JOBS[0], 0, 2, tmp_path)
    path.write_bytes(b"there")
    assert generate(JOBS[0], 0, 2, tmp_path) == path and path.read_bytes() == b"there"
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_a_failure_leaves_nothing_behind(tmp_path, monkeypatch):
    import pyarrow.parquet

    def fail(table, where, **keywords):
        open(where, "wb").write(b"half")
        raise OSError("no space left")

    monkeypatch.setattr(pyarrow.parquet, "write_table", fail)
    with pytest.raises(OSError, match="no space left"):
        generate(JOBS[0], 0, 2, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_rows_that_were_changed_are_noticed(tmp_path):
    import pyarrow.parquet

    path = generate(JOBS[0], 0, 1, tmp_path)
    table = pyarrow.parquet.read_table(path)
    outcomes = [1] * table.num_rows
    changed = table.set_column(2, "outcome", pyarrow.array(outcomes, pyarrow.uint8()))
    pyarrow.parquet.write_table(changed, path)
    with pytest.raises(ValueError, match="its rows are not those that were written"):
        shards.read([path])


def test_the_command_makes_the_same_shard(tmp_path):
    command = [sys.executable, "-m", "stonemask", "generate", "nogo", "--games", "40", "--seed", "3", "--rows", "5"]
    command += ["--columns", "5", "--blocked", "c3", "--shards", "2", "--out", str(tmp_path / "command")]
    paths = [
        subprocess.run([*command, "--shard", str(shard)], check=True, capture_output=True, text=True).stdout.strip()
        for shard in range(2)
    ]
    ours = [generate(JOBS[2], shard, 2, tmp_path / "function") for shard in range(2)]
    assert shards.read(paths).equals(shards.read(ours))
    wrong = subprocess.run([*command, "--shard", "2"], capture_output=True, text=True)
    assert (wrong.returncode, wrong.stderr) == (2, "stonemask-shards: shard 2 of 2: expected 0 to 1\n")


@pytest.mark.parametrize("game", ["othello8", "nogo"])
def test_every_tier_makes_the_same_shard(game, tmp_path, monkeypatch):
    """By random plies, then by search."""
    command = [sys.executable, "-m", "stonemask", "generate", game, "--games", "3", "--shard", "0", "--shards", "1"]
    command += ["--policy", "search", "--playouts", "4"]
    tables = []
    for tier in stonemask.tiers():
        monkeypatch.setenv("STONEMASK_TIER", tier)
        said = subprocess.run([sys.executable, "-c", "import stonemask; print(stonemask.tier())"], capture_output=True, text=True)
        assert said.stdout.strip() == tier
        out = [*command, "--out", str(tmp_path / tier)]
        made = subprocess.run(out, check=True, capture_output=True, text=True).stdout.strip()
        tables.append(open(made, "rb").read())
    assert len(tables) > 1 and all(table == tables[0] for table in tables)


def test_a_job_that_was_killed_goes_on_with_what_is_there(tmp_path):
    job = ["gomoku", "--games", "4000", "--seed", "2", "--shards", "8", "--out", str(tmp_path)]
    script = "import sys; from stonemask.__main__ import main\nfor k in range(8): main(sys.argv[1:] + ['--shard', str(k)])"
    command = [sys.executable, "-c", script, "generate", *job]
    worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for _ in range(2):
        worker.stdout.readline()
    worker.kill()
    worker.wait()
    there = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.parquet")}
    assert 2 <= len(there)
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert len(said) == 8 and all(path.stat().st_mtime_ns == time for path, time in there.items())
    table = shards.read(said)
    ours = generate(Job("gomoku", 4000, 2), 0, 1, tmp_path / "whole")
    assert table.equals(shards.read([ours]))


def evaluate(planes, mask):
    values = (planes[:, 0] - planes[:, 1]).sum(axis=(1, 2)) / 16
    return np.zeros(mask.shape, np.float32), values.astype(np.float32)


def test_tree_searches_write_what_they_found(tmp_path):
    job = Job("othello4", 30, 5, policy="trees", simulations=20, network="stones")
    tables = []
    for count in 1, 3:
        paths = [generate(job, shard, count, tmp_path / str(count), evaluate) for shard in range(count)]
        tables.append(shards.read(paths))
    assert tables[0].equals(tables[1])
    for row in tables[0].to_pylist():
        board = job.start()
        assert len(row["actions"]) == len(row["visits"]) == len(row["policy"]) == len(row["values"])
        for visits, policy in zip(row["visits"], row["policy"]):
            assert np.allclose(policy, np.array(visits) / sum(visits))
        for action, visits, value in zip(row["actions"], row["visits"], row["values"]):
            legal = board.legal_actions()
            assert sum(visits) >= 16 or len(legal) == 1 or board.cells().astype(bool).sum() > 11
            assert all(action in legal for action in np.flatnonzero(visits)) and action in legal and -1 <= value <= 1
            board.play(action)
        assert board.is_over() and board.outcome() == row["outcome"]
    assert len({tuple(row) for row in tables[0].column("actions").to_pylist()}) > 10
    with pytest.raises(ValueError, match="evaluate: expected under policy 'trees'"):
        generate(job, 0, 1, tmp_path / "none")


def test_a_policy_that_was_changed_is_noticed(tmp_path):
    import pyarrow.parquet

    path = generate(Job("othello4", 5, 5, policy="trees", simulations=20), 0, 1, tmp_path, evaluate)
    table = pyarrow.parquet.read_table(path)
    other = pyarrow.array(table.column("policy").to_pylist()[::-1], table.schema.field("policy").type)
    pyarrow.parquet.write_table(table.set_column(table.column_names.index("policy"), "policy", other), path)
    with pytest.raises(ValueError, match="its rows are not those that were written"):
        shards.read([path])


def test_hugging_faces_datasets_reads_shards(tmp_path, monkeypatch):
    """The rows equal pyarrow's, of random games and of searched ones."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    for job, asked in (JOBS[0], None), (Job("othello4", 9, 5, policy="trees", simulations=20), evaluate):
        paths = [generate(job, shard, 3, tmp_path / job.game, asked) for shard in range(3)]
        files = [str(path) for path in paths]
        rows = datasets.load_dataset("parquet", data_files=files, split="train", cache_dir=str(tmp_path / "cache"))
        assert rows.to_list() == shards.read(paths).to_pylist()
        assert asked is None or {"visits", "policy", "values"} <= set(rows.column_names)


def test_bad_jobs():
    for make, why in [
        (lambda: Job("chess", 1, 1), "'chess' is not a game"),
        (lambda: Job("nogo", -1, 1), "games=-1"),
        (lambda: Job("nogo", 1, 2**64), "seed="),
        (lambda: Job("nogo", 1, 1, policy="best"), "policy='best'"),
        (lambda: Job("nogo", 10, 1).range(3, 3), "shard 3 of 3"),
    ]:
        with pytest.raises(ValueError, match=why):
            make()
    assert stonemask.shards.Job("nogo", 10, 1).digest() != Job("nogo", 10, 2).digest()


@pytest.mark.parametrize("policy", ["random", "trees"])
def test_more_entries_than_32_bits_count_are_large_lists(policy, tmp_path, monkeypatch):
    """Offsets of 32 bits went round after 2**31 - 1 entries; a smaller limit shows what happens beyond it."""
    import pyarrow.parquet

    def evaluate(planes, mask):
        return np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32)

    job = Job("othello4", 12, 7, policy=policy, simulations=8)
    evaluate = evaluate if policy == "trees" else None
    small = shards.read([generate(job, shard, 2, tmp_path / "small", evaluate) for shard in range(2)])
    monkeypatch.setattr(shards, "_MOST_ENTRIES", 10)
    paths = [generate(job, shard, 2, tmp_path / "large", evaluate) for shard in range(2)]
    large = shards.read(paths)
    assert large.to_pylist() == small.to_pylist()
    assert pyarrow.types.is_large_list(pyarrow.parquet.read_table(paths[0]).schema.field("actions").type)
    # Shards of either form are read together.
    monkeypatch.undo()
    mixed = shards.read([paths[0], generate(job, 1, 2, tmp_path / "small", evaluate)])
    assert mixed.to_pylist() == small.to_pylist()


def test_offsets_beyond_32_bits_are_kept():
    import pyarrow

    offsets = np.array([0, 2**31 + 8], np.int64)
    array = shards._lists(2**31)(offsets, pyarrow.nulls(2**31 + 8))
    assert array.offsets.to_pylist() == [0, 2**31 + 8] and array.value_lengths().to_pylist() == [2**31 + 8]
    with pytest.raises((ValueError, pyarrow.ArrowException)):
        shards._lists(10)(offsets, pyarrow.nulls(10))
