#!/usr/bin/env python3
"""The costs of calls of the package: microseconds, medians of rounds.

usage: calls.py [--seconds S] [--other FOLDER]

With --other, a folder in which another version of the package is installed (`pip install --target FOLDER ...`), both are measured in
turns in one run, and their columns stand side by side.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

GAMES = 1024


def cases():
    import inspect

    import numpy as np
    import stonemask

    fused = "mask" in inspect.getdoc(stonemask.Slab.step)
    for name in "othello8", "gomoku", "nogo":
        start = stonemask.board(name)
        slab = stonemask.Slab(start, GAMES, seed=1)
        shape = (GAMES, 2, start.rows, start.columns)
        mask, planes = np.zeros((GAMES, start.action_count), np.uint8), np.zeros(shape, np.uint8)
        floats, rewards, actions = np.zeros(shape, np.float32), np.zeros((GAMES, 2), np.float32), np.zeros(GAMES, np.uint16)

        def step(planes=planes):
            slab.step_random(actions)
            slab.legal_mask(mask)
            slab.observe(planes=planes, rewards=rewards)

        def step_fused(planes=planes):
            slab.step_random(actions, mask=mask, planes=planes, rewards=rewards)

        step_all = step_fused if fused else step
        for _ in range(20):
            slab.step_random(actions)
        yield f"{name}: `step_random`", lambda: slab.step_random(actions)
        yield f"{name}: `legal_mask`", lambda: slab.legal_mask(mask)
        yield f"{name}: `observe(planes=)`, uint8", lambda: slab.observe(planes=planes)
        yield f"{name}: `observe(planes=)`, float32", lambda: slab.observe(planes=floats)
        yield f"{name}: step, mask, planes and rewards", step_all
        states = stonemask.States(start)
        rows = states.write([slab.board(game) for game in range(GAMES)], np.zeros((GAMES, states.words), np.uint64))
        out = np.zeros_like(rows)
        states.legal_mask(rows, mask, finished="all")
        chosen = mask.argmax(axis=1)
        yield f"{name}: `States.step`", lambda: states.step(rows, chosen, out)
        yield f"{name}: `States.legal_mask`", lambda: states.legal_mask(rows, mask)
        yield f"{name}: `States.observe(planes=)`", lambda: states.observe(rows, planes=planes)
    try:
        import stonemask.gymnasium
    except ImportError:
        return
    for name in "othello8", "gomoku", "nogo":
        envs = stonemask.gymnasium.StonemaskVectorEnv(GAMES, game=name, opponent="random")
        _, info = envs.reset(seed=1)
        found = {"mask": info["action_mask"]}

        def step_env():
            _, _, _, _, info = envs.step(found["mask"].argmax(axis=1))
            found["mask"] = info["action_mask"]

        yield f"{name}: environment, `reset` against random", lambda: envs.reset(seed=1)
        found["mask"] = envs.reset(seed=1)[1]["action_mask"]
        yield f"{name}: environment, `step` against random", step_env
    from stonemask.shards import Job, play

    for name in "othello8", "gomoku", "nogo":
        job = Job(name, 4096, 1)
        yield f"{name}: shard of 4096 random games", lambda: play(job, 0, 4096)


def measure(seconds):
    times = {}
    for name, call in cases():
        call()
        count, begun = 0, time.process_time()
        while not count or time.process_time() - begun < seconds:
            call()
            count += 1
        times[name] = (time.process_time() - begun) / count * 1e6
    print(json.dumps(times))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.1, help="for each row and round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--other", help="where another version is installed")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        return measure(given.seconds)
    versions = [("", None)] + ([("other", given.other)] if given.other else [])
    found = {label: [] for label, _ in versions}
    for _ in range(given.rounds):
        for label, folder in versions:
            environment = dict(os.environ, **({"PYTHONPATH": folder} if folder else {}))
            command = [sys.executable, "-P", __file__] if sys.version_info >= (3, 11) else [sys.executable, __file__]
            said = subprocess.run(
                [*command, "--one", "--seconds", str(given.seconds)],
                env=environment, check=True, capture_output=True, text=True,
            )
            found[label].append(json.loads(said.stdout))
    median = lambda label, name: statistics.median(one[name] for one in found[label])  # noqa: E731
    print("| | other | us | times |\n|---|---|---|---|" if given.other else "| | us |\n|---|---|")
    for name in found[""][0]:
        if given.other:
            before, after = median("other", name), median("", name)
            print(f"| {name} | {before:.1f} | {after:.1f} | {before / after:.1f} |")
        else:
            print(f"| {name} | {median('', name):.1f} |")


if __name__ == "__main__":
    sys.exit(main())
