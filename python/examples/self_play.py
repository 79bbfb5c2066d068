"""Learns 6x6 Othello by playing itself, with NumPy alone, and beats a random player.

usage: python examples/self_play.py [--minutes M] [--plot FILE]

A table of weights for what lies on lines and corners (n-tuples) says what a position is worth; the greedy player looks one ply
ahead. It plays against itself, now and then a random ply, and each value is pulled towards the next one (TD(0), with afterstates). All games
advance together in one slab; the children of all positions are made by `States.step`. Seconds on one core.
"""

import argparse
import time

import numpy as np
import stonemask
from stonemask import Slab, States

GAME = "othello6"
SIZE = 6
PHASES = 4


def tuples():
    """The squares of the patterns under all symmetries: rows, columns, diagonals, corners of 2x3 and 3x3 less one."""
    first = [[row * SIZE + column for column in range(SIZE)] for row in range(3)]
    first += [[step * SIZE + step for step in range(SIZE)], [step * SIZE + step + 1 for step in range(SIZE - 1)]]
    first += [[0, 1, 2, SIZE, SIZE + 1, SIZE + 2], [0, 1, SIZE, SIZE + 1, 2 * SIZE, 2, 2 * SIZE + 2]]
    images = stonemask.board(GAME).symmetry_actions()[:, : SIZE * SIZE]
    return [[image[squares] for image in images] for squares in first]


class Values:
    """The value of positions for the side that is to move: a sum over patterns, through tanh."""

    def __init__(self):
        self.patterns = tuples()
        self.weights = [np.zeros(PHASES * 3 ** len(images[0])) for images in self.patterns]
        self.powers = [3 ** np.arange(len(images[0])) for images in self.patterns]

    def indices(self, planes):
        """The entries that positions, [n, 2, rows, columns], have in each table: n by 8 each."""
        cells = planes[:, 0].reshape(len(planes), -1) + 2 * planes[:, 1].reshape(len(planes), -1).astype(np.int64)
        phase = (np.count_nonzero(cells, axis=1) * PHASES // (SIZE * SIZE + 1))[:, None]
        return [
            np.stack([cells[:, squares] @ powers for squares in images], 1) + phase * 3 ** len(powers)
            for images, powers in zip(self.patterns, self.powers)
        ]

    def of(self, indices):
        total = sum(weights[index].sum(1) for weights, index in zip(self.weights, indices))
        return np.tanh(total)

    def pull(self, indices, errors, rate):
        """Moves each entry by the mean error of the positions that have it: many games pass through the same ones."""
        each = np.repeat(errors, 8)
        for weights, index in zip(self.weights, indices):
            count = np.bincount(index.ravel(), minlength=len(weights))
            weights += rate / (8 * len(self.weights)) * np.bincount(index.ravel(), each, len(weights)) / np.maximum(count, 1)


class Player:
    """Looks one ply ahead in many games at once."""

    def __init__(self, values, games):
        self.values, self.start = values, stonemask.board(GAME)
        self.pure = States(self.start)
        self.states = np.empty((games, self.pure.words), np.uint64)
        self.mask = np.empty((games, self.start.action_count), np.uint8)

    def choose(self, states, random, wild=0.0):
        """The best action of each state, or now and then a random one; and what the best is worth to the side that plays it."""
        mask = self.pure.legal_mask(states, np.empty((len(states), self.start.action_count), np.uint8))
        game, action = (np.ascontiguousarray(index) for index in np.nonzero(mask))
        chosen, worth = np.zeros(len(states), np.int64), np.zeros(len(states))
        if len(game) == 0:
            return chosen, worth
        children = states[game]
        self.pure.step(children, action)
        planes = np.empty((len(game), 2, SIZE, SIZE), np.uint8)
        rewards, outcomes = np.empty((len(game), 2), np.float32), np.empty(len(game), np.uint8)
        self.pure.observe(children, planes=planes, rewards=rewards, outcomes=outcomes)
        mover = (states[game, 0] & np.uint64(1)).astype(np.int64)
        value = np.where(outcomes > 0, rewards[np.arange(len(game)), mover], -self.values.of(self.values.indices(planes)))

        def first_by(order):
            order = np.lexsort((order, game))
            return order[np.r_[True, np.diff(game[order]) > 0]]

        best = first_by(-value - 1e-6 * random.random(len(value)))
        any_one = first_by(random.random(len(value)))
        worth[game[best]] = value[best]
        chosen[game[best]] = action[np.where(random.random(len(best)) < wild, any_one, best)]
        return chosen, worth


def learn(values, games, steps, random, rate):
    player = Player(values, games)
    states = player.pure.write(player.start, player.states)
    planes = np.empty((games, 2, SIZE, SIZE), np.uint8)
    outcomes = np.empty(games, np.uint8)
    for _ in range(steps):
        player.pure.observe(states, planes=planes, outcomes=outcomes)
        over = outcomes > 0
        if over.any():
            states[over] = player.pure.write(player.start, np.empty((int(over.sum()), player.pure.words), np.uint64))
            player.pure.observe(states, planes=planes)
        indices = values.indices(planes)
        actions, worth = player.choose(states, random, wild=0.1)
        values.pull(indices, worth - values.of(indices), rate)
        player.pure.step(states, actions)


def match(values, games, random):
    """The share of games won against a random player, half of them with each colour; a draw counts half."""
    slab = Slab(stonemask.board(GAME), games, ended="freeze", seed=int(random.integers(2**63)))
    player, won = Player(values, games), 0.0
    learner = np.arange(games) % 2
    mask, to_move, rewards = player.mask, np.empty(games, np.uint8), np.empty((games, 2), np.float32)
    while slab.legal_mask(mask).any():
        slab.observe(to_move=to_move)
        noise = random.random(mask.shape) * mask
        actions = noise.argmax(1)
        turn = np.flatnonzero((to_move - 1 == learner) & mask.any(1))
        if len(turn):
            boards = [slab.board(int(game)) for game in turn]
            states = player.pure.write(boards, np.empty((len(turn), player.pure.words), np.uint64))
            actions[turn] = player.choose(states, random)[0]
        slab.step(actions)
    slab.observe(rewards=rewards)
    won = (rewards[np.arange(games), learner] + 1) / 2
    return float(won.mean())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=0.5)
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", help="a file for the curve (needs matplotlib)")
    given = parser.parse_args()
    random, values, curve, begun = np.random.default_rng(given.seed), Values(), [], time.monotonic()
    spent = 0.0
    while True:
        score = match(values, 400, random)
        curve.append((spent, score))
        print(f"{spent:6.1f} s of learning: {100 * score:.1f} % against a random player", flush=True)
        if time.monotonic() - begun > 60 * given.minutes:
            break
        turn = time.monotonic()
        learn(values, given.games, 30, random, rate=1.0)
        spent += time.monotonic() - turn
    if given.plot:
        import matplotlib

        matplotlib.use("svg")
        from matplotlib import pyplot

        figure, axis = pyplot.subplots(figsize=(6, 3.2))
        axis.plot([seconds for seconds, _ in curve], [100 * score for _, score in curve], marker="o")
        axis.axhline(95, color="grey", linewidth=0.8)
        axis.set(xlabel="seconds of learning", ylabel="% against a random player", title="6x6 Othello, self-play, one core")
        figure.tight_layout()
        figure.savefig(given.plot, metadata={"Date": None})


if __name__ == "__main__":
    main()
