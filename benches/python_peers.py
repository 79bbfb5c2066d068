#!/usr/bin/env python3
"""Speed from Python beside OpenSpiel, pgx on CPU and PettingZoo, in one run on one core; and whole games through OpenSpiel and us.

usage: benches/python_peers.py [--seconds S] [--json FILE] [--plot FILE]     random play, steps a second
       benches/python_peers.py --threads [--seconds S]                       slabs with one and two threads, by the clock on the wall
       benches/python_peers.py --check GAMES                                 the same games through OpenSpiel and through ours

Needs the package (`pip install python/`); peers that are not installed are left out, by name. Peers: open_spiel, pgx and jax, pettingzoo
and pygame, numpy. What a step is: each game advances by one random legal ply, with the legal mask and the observation that the
peer gives a learner; games that end begin anew. At 1024 games the rows in brackets say who chooses: "same rule", the legal action that
a number of 32 bits picks, on both sides; "NumPy", the actions of NumPy's numbers by the mask, on both sides; "logits", one drawn by a
policy's logits, by `choose` here and by `categorical` there; "categorical", pgx's own of equal ones.
"""

import argparse
import itertools
import json
import os
import platform
import random
import statistics
import sys
import time

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import numpy as np  # noqa: E402
import stonemask  # noqa: E402

BATCHES = (1, 64, 1024, 16384)
GAMES = {"othello": "othello8", "gomoku": "gomoku", "nogo": "nogo"}


def slab(game, batch, threads=1, by=None):
    """Masks, planes, sides to move and rewards of all games, in arrays that are there."""
    games = stonemask.Slab(stonemask.board(GAMES[game]), batch, seed=1, threads=threads)
    actions = np.zeros(batch, np.uint16)
    mask = np.zeros((batch, games.action_count), np.uint8)
    planes = np.zeros((batch, 2, games.rows, games.columns), np.uint8)
    to_move, rewards = np.zeros(batch, np.uint8), np.zeros((batch, 2), np.float32)
    chosen, seeds = np.random.default_rng(1), itertools.count()
    logits = chosen.standard_normal((batch, games.action_count), np.float32)
    games.legal_mask(mask)

    def step():
        if by == "logits":
            games.choose(actions, logits, how="logits", seed=next(seeds))
            games.step(actions, mask=mask, planes=planes, to_move=to_move, rewards=rewards)
        elif by == "NumPy":
            games.step(numpy_choice(mask, chosen), mask=mask, planes=planes, to_move=to_move, rewards=rewards)
        else:
            games.step_random(actions, mask=mask, planes=planes, to_move=to_move, rewards=rewards)
        return batch

    return step


def numpy_choice(mask, chosen):
    """One of the legal actions of each game, by NumPy; any where none is legal."""
    counts = np.cumsum(mask, axis=1, dtype=np.uint16)
    draw = (chosen.integers(0, 1 << 32, len(mask), np.uint64) * counts[:, -1] >> np.uint64(32)).astype(np.uint16)
    return (counts > draw[:, None]).argmax(axis=1)


def one_board(game):
    """A board, one call a question."""
    start, chosen = stonemask.board(GAMES[game]), random.Random(1)
    state = [start.copy()]

    def step():
        board = state[0]
        actions = board.legal_actions()
        if not actions:
            state[0] = start.copy()
            return 0
        board.play(actions[chosen.randrange(len(actions))])
        return 1

    return step


def open_spiel(game, observe):
    """A state of pyspiel in a loop of Python."""
    import pyspiel

    start, chosen = pyspiel.load_game(game), random.Random(1)
    state = [start.new_initial_state()]

    def step():
        now = state[0]
        if now.is_terminal():
            state[0] = start.new_initial_state()
            return 0
        actions = now.legal_actions()
        now.apply_action(actions[chosen.randrange(len(actions))])
        if observe and not now.is_terminal():
            now.legal_actions_mask()
            now.observation_tensor(now.current_player())
        return 1

    return step


def pgx(game, batch, choice="categorical"):
    """A jitted step of pgx on the processor, with its own auto_reset."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make({"othello": "othello", "nogo": "go_9x9"}[game])
    init, advance = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))

    def categorical(key, mask):
        return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=1)

    logits = jnp.asarray(np.random.default_rng(1).standard_normal((batch, env.num_actions), np.float32))

    def by_logits(key, mask):
        return jax.random.categorical(key, jnp.where(mask, logits, -jnp.inf), axis=1)

    def same_rule(key, mask):
        counts = jnp.cumsum(mask, axis=1, dtype=jnp.uint32)
        # The high half of a number of 16 bits times the count: jax has no 64 bits unless it is told to.
        draw = (jax.random.bits(key, (batch,), jnp.uint32) >> 16) * counts[:, -1] >> 16
        return (counts > draw[:, None]).argmax(axis=1)

    def one(carry, actions):
        state, key = carry
        key, act, new = jax.random.split(key, 3)
        if actions is None:
            choose = {"categorical": categorical, "same rule": same_rule, "logits": by_logits}[choice]
            actions = choose(act, state.legal_action_mask)
        return (advance(state, actions, jax.random.split(new, batch)), key), state.observation.sum()

    held = [(init(jax.random.split(jax.random.PRNGKey(1), batch)), jax.random.PRNGKey(2))]
    if choice == "NumPy":
        advanced, chosen = jax.jit(lambda carry, actions: one(carry, actions)[0]), np.random.default_rng(1)

        def step():
            mask = np.asarray(held[0][0].legal_action_mask)
            held[0] = jax.block_until_ready(advanced(held[0], numpy_choice(mask, chosen)))
            return batch
    else:
        many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=16))

        def step():
            held[0], _ = jax.block_until_ready(many(held[0]))
            return 16 * batch

    step()
    return step


def pettingzoo(_):
    """Connect four, the nearest that PettingZoo has, in its loop."""
    from pettingzoo.classic import connect_four_v3

    env, chosen = connect_four_v3.env(), random.Random(1)
    env.reset()

    def step():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            return 0
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[chosen.randrange(len(legal))]))
        return 1

    return step


def rows():
    """The measurements: game, who, batch, how it is made."""
    for game in GAMES:
        for batch in BATCHES:
            yield game, "stonemask Slab", batch, lambda game=game, batch=batch: slab(game, batch)
        for by in "NumPy", "logits":
            yield game, f"stonemask Slab [{by}]", 1024, lambda game=game, by=by: slab(game, 1024, by=by)
        yield game, "stonemask Board", 1, lambda game=game: one_board(game)
        if game != "nogo":
            yield game, "OpenSpiel", 1, lambda game=game: open_spiel(game, False)
            yield game, "OpenSpiel, mask and observation", 1, lambda game=game: open_spiel(game, True)
        if game != "gomoku":
            for batch in (1, 1024):
                who = "pgx" if game == "othello" else "pgx go_9x9"
                yield game, f"{who} [categorical]", batch, lambda game=game, batch=batch: pgx(game, batch)
            for choice in "same rule", "NumPy", "logits":
                yield game, f"{who} [{choice}]", 1024, lambda game=game, choice=choice: pgx(game, 1024, choice)
    yield "connect four", "PettingZoo", 1, lambda: pettingzoo(None)


def rate(step, seconds, clock=time.process_time):
    """Steps a second of processor time, or of another clock's."""
    steps, begun = 0, clock()
    while (spent := clock() - begun) < seconds:
        steps += step()
    return steps / spent


def measure(seconds, rounds=5):
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ready = []
    for game, who, batch, make in rows():
        try:
            ready.append((game, who, batch, make(), []))
        except ImportError as error:
            print(f"left out: {who}: {error}", file=sys.stderr)
    for _ in range(rounds):
        for *_, step, rates in ready:
            rates.append(rate(step, seconds / rounds))
    return [dict(game=g, who=w, batch=b, steps_per_second=statistics.median(r)) for g, w, b, _, r in ready]


def threads(seconds, rounds=5):
    """Two threads beside one, by the clock on the wall, in turns."""
    print("| game | games at once | threads | plies a second |\n|---|---|---|---|")
    for game in GAMES:
        for batch in 1024, 16384:
            ready = [(count, slab(game, batch, threads=count), []) for count in (1, 2)]
            for _ in range(rounds):
                for _, step, rates in ready:
                    rates.append(rate(step, seconds / rounds, time.perf_counter))
            for count, _, rates in ready:
                print(f"| {game} | {batch} | {count} | {statistics.median(rates):,.0f} |".replace(",", " "))


def check(games):
    """Whole random games through OpenSpiel and through ours: masks, players, returns, ends."""
    import pyspiel

    for game, name in (("othello", "othello8"), ("gomoku", "gomoku")):
        theirs, ours, chosen, plies = pyspiel.load_game(game), stonemask.board(name), random.Random(1), 0
        for number in range(games):
            state, board = theirs.new_initial_state(), ours.copy()
            while not state.is_terminal():
                actions = board.legal_actions()
                same = state.legal_actions() == actions and state.current_player() == board.to_move.index and not board.is_over()
                if not same:
                    sys.exit(f"{game}, game {number}, after {state.history()}: OpenSpiel and ours part")
                action = actions[chosen.randrange(len(actions))]
                state.apply_action(action)
                board.play(action)
                plies += 1
            if not board.is_over() or tuple(state.returns()) != board.returns():
                sys.exit(f"{game}, game {number}, {state.history()}: another end or other returns")
        print(f"{game}: {games} games, {plies} plies agree in masks, players, returns and ends")


def plot(report, path):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(11, 3.4), sharey=True)
    for axis, game in zip(axes, GAMES):
        for who in dict.fromkeys(row["who"] for row in report["rows"] if row["game"] == game):
            points = [(row["batch"], row["steps_per_second"]) for row in report["rows"] if (row["game"], row["who"]) == (game, who)]
            axis.plot(*zip(*points), marker="o", label=who)
        axis.set(title=GAMES[game], xscale="log", yscale="log", xlabel="games at once")
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7)
    axes[0].set_ylabel("plies a second, one core")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2.0, help="of processor time for each row")
    parser.add_argument("--json")
    parser.add_argument("--plot")
    parser.add_argument("--check", type=int, metavar="GAMES")
    parser.add_argument("--threads", action="store_true", help="slabs with one and two threads instead")
    given = parser.parse_args()
    if given.threads:
        return threads(given.seconds)
    if given.check is not None:
        return check(given.check)
    report = dict(tier=stonemask.tier(), machine=platform.processor() or platform.machine(), rows=measure(given.seconds))
    if given.json:
        with open(given.json, "w") as out:
            json.dump(report, out, indent=1)
    print("| game | who | games at once | plies a second |\n|---|---|---|---|")
    for row in report["rows"]:
        steps = f"{row['steps_per_second']:,.0f}".replace(",", " ")
        print(f"| {row['game']} | {row['who']} | {row['batch']} | {steps} |")
    if given.plot:
        plot(report, given.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
