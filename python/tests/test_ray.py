"""Promise: results on Ray are those of one process, whatever the nodes' tiers, even when a node dies in the middle."""

import os
import threading
import time

import pytest
import stonemask

ray = pytest.importorskip("ray")
pytest.importorskip("pyarrow")
import stonemask.ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402
from stonemask import shards  # noqa: E402
from stonemask.shards import Job  # noqa: E402


LOW_TIERS = [tier for tier in ("portable", "x64") if tier in stonemask.tiers()]


@pytest.fixture(scope="module")
def cluster():
    """A head without processors, and two nodes of one each, on low tiers: three node processes on one machine."""
    cluster = Cluster(initialize_head=True, head_node_args=dict(num_cpus=0, include_dashboard=False))
    nodes = []
    with pytest.MonkeyPatch.context() as patch:
        for tier in LOW_TIERS:
            patch.setitem(os.environ, "STONEMASK_TIER", tier)
            nodes.append(cluster.add_node(num_cpus=1))
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster, nodes
    ray.shutdown()
    cluster.shutdown()


def test_the_nodes_are_on_low_tiers(cluster):
    @ray.remote(scheduling_strategy="SPREAD")
    def tier():
        time.sleep(0.2)
        return stonemask.tier()

    assert set(ray.get([tier.remote() for _ in range(20)])) == set(LOW_TIERS)


def test_counts_are_those_of_one_process(cluster):
    start = stonemask.board("othello8")
    for games in 300, 500_000:
        on_ray = stonemask.ray.playouts(start, games, 3, shares_per_task=2)
        assert on_ray == start.playouts(games, 3) and on_ray.games == games
    said = []
    assert stonemask.ray.perft(start, 7, progress=lambda *now: said.append(now)) == start.perft(7)
    assert said[-1] == (12, 12)
    small = stonemask.board("gomoku", rows=3, columns=3)
    assert stonemask.ray.perft(small, 12, split=3) == small.perft(12)
    boards = [stonemask.board("othello4"), stonemask.board("nogo", rows=3, columns=3)]
    solved = stonemask.ray.solve_many(boards)
    assert solved[0].score == -8 and solved[1].winner == stonemask.Colour.BLACK


def test_a_node_that_dies_costs_no_shard_and_makes_none_twice(cluster, tmp_path):
    cluster, nodes = cluster
    job, count = Job("othello8", 600, 8, policy="search", playouts=20), 12
    killed = threading.Event()

    def kill(done, _):
        if done >= 2 and not killed.is_set():
            killed.set()
            cluster.remove_node(nodes[0], allow_graceful=False)

    paths = stonemask.ray.generate(job, count, tmp_path / "ray", progress=kill)
    assert killed.is_set()
    alone = [shards.generate(job, shard, count, tmp_path / "alone") for shard in range(count)]
    assert [path.name for path in paths] == [path.name for path in alone]
    left = sorted(path.name for path in (tmp_path / "ray").iterdir() if not path.name.startswith("."))
    assert left == sorted(path.name for path in alone)
    for path, other in zip(paths, alone):
        assert path.read_bytes() == other.read_bytes()
    begun = time.monotonic()
    assert stonemask.ray.generate(job, count, tmp_path / "ray") == paths
    assert time.monotonic() - begun < 30
