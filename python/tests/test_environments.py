"""Promise: the environments keep the contracts of Gymnasium and PettingZoo, and play the boards' games."""

import subprocess
import sys

import numpy as np
import pytest
import stonemask
from stonemask import IllegalAction

gymnasium = pytest.importorskip("gymnasium")
import stonemask.gymnasium  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

NAMES = ["Othello4", "Othello6", "Othello8", "NoGo9", "Gomoku15"]


def legal(info, random):
    return np.array([random.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])


@pytest.mark.parametrize("name", NAMES)
def test_gymnasiums_own_checker(name):
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(f"stonemask/{name}-v0").unwrapped, skip_render_check=True)
    check_env(gymnasium.make(f"stonemask/{name}-v0", mask_in_observation=True).unwrapped, skip_render_check=True)


def test_make_needs_no_import_of_the_package():
    program = "import gymnasium; print(gymnasium.make('stonemask.gymnasium:stonemask/Othello4-v0').action_space)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "Discrete(17)\n", done.stderr


@pytest.mark.parametrize("opponent", ["random", "search", None])
@pytest.mark.parametrize("mode", AutoresetMode)
def test_an_illegal_action_loses_where_it_is_to(opponent, mode):
    envs = gymnasium.make_vec(
        "stonemask/Othello6-v0", 4, opponent=opponent, playouts=2, illegal="lose", autoreset_mode=mode
    )
    before, info = envs.reset(seed=1)
    boards = [envs.unwrapped.board(game) for game in range(4)]
    actions = legal(info, np.random.default_rng(1))
    actions[1], actions[3] = 0, 99
    observation, rewards, terminated, _, info = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0, -1] and terminated.tolist() == [False, True, False, True]
    last = info["final_obs"] if mode is AutoresetMode.SAME_STEP else observation
    assert np.array_equal(last[1], before[1]) and np.array_equal(last[3], before[3])
    assert not np.array_equal(observation[0], before[0])
    if mode is not AutoresetMode.SAME_STEP:
        assert [envs.unwrapped.board(game) for game in (1, 3)] == [boards[1], boards[3]]
        assert info["action_mask"][[1, 3]].all()
    if mode is AutoresetMode.NEXT_STEP:
        _, rewards, terminated, _, _ = envs.step(legal(info, np.random.default_rng(2)))
        assert not rewards.any() and not terminated.any()
    if mode is AutoresetMode.DISABLED:
        _, info = envs.reset(options={"reset_mask": np.arange(4) == 1})
        assert info["action_mask"][3].all() and not info["action_mask"][1].all()
        with pytest.raises(ValueError, match="game 3 is over"):
            envs.step(legal(info, np.random.default_rng(2)))


def test_masks_are_what_sample_takes():
    env = gymnasium.make("stonemask/Othello8-v0", mask_in_observation=True)
    observation, info = env.reset(seed=1)
    assert env.action_space.sample(info["action_mask"]) in np.flatnonzero(info["action_mask"])
    assert np.array_equal(observation["action_mask"], info["action_mask"])
    assert {value.dtype for value in info.values()} == {np.dtype(np.int8)}
    envs = gymnasium.make_vec("stonemask/Othello8-v0", 3, mask_in_observation=True)
    observations, info = envs.reset(seed=1)
    assert observations in envs.observation_space
    assert (envs.action_space.sample(tuple(info["action_mask"])) < 65).all()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("opponent", ["random", None])
def test_every_autoreset_mode(name, mode, opponent):
    games = 7
    envs = gymnasium.make_vec(
        f"stonemask/{name}-v0", num_envs=games, autoreset_mode=mode, opponent=opponent
    )
    assert envs.metadata["autoreset_mode"] is mode
    observation, info = envs.reset(seed=1)
    random, over, ends = np.random.default_rng(1), np.zeros(games, bool), 0
    learner = np.arange(games) % 2
    for _ in range(260):
        assert observation in envs.observation_space
        for game in range(games):
            board = envs.unwrapped.board(game)
            cells, side = board.cells(), board.to_move
            assert np.array_equal(observation[game], [cells == side, cells == side.other])
            mask = board.legal_mask() if not board.is_over() else np.ones(board.action_count)
            assert np.array_equal(info["action_mask"][game], mask)
            if opponent and not board.is_over():
                assert side.index == learner[game]
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(ValueError, match="is over: reset it"):
                envs.step(legal(info, random))
            observation, info = envs.reset(options={"reset_mask": over})
            over[:] = False
            continue
        movers = info["to_move"] - 1
        actions = legal(info, random)
        observation, rewards, terminated, truncated, info = envs.step(actions)
        assert not truncated.any() and not rewards[~terminated].any()
        ends += terminated.sum()
        if mode is AutoresetMode.NEXT_STEP:
            assert not terminated[over].any()
            for game in np.flatnonzero(over):
                assert envs.unwrapped.board(game).cells().astype(bool).sum() <= 5
            finished = envs.unwrapped.board
            for game in np.flatnonzero(terminated):
                seat = learner[game] if opponent else movers[game]
                assert rewards[game] == finished(game).returns()[seat]
        if mode is AutoresetMode.SAME_STEP:
            assert ("final_obs" in info) == terminated.any()
            if terminated.any():
                assert np.array_equal(info["_final_obs"], terminated)
                assert info["final_obs"].dtype == observation.dtype and info["final_obs"].shape == observation.shape
                assert (info["final_obs"][terminated].sum(axis=(1, 2, 3)) > 8).all()
        over = terminated
    assert ends > games
    envs.close()


def test_a_seed_gives_the_same_games():
    def play():
        envs = gymnasium.make_vec("stonemask/Othello6-v0", num_envs=5)
        seen, info = envs.reset(seed=9)
        random = np.random.default_rng(3)
        out = [seen]
        for _ in range(50):
            seen, *_, info = envs.step(legal(info, random))
            out.append(seen)
        return np.array(out)

    assert np.array_equal(play(), play())


def test_environments_without_a_seed_play_different_games():
    def games():
        envs = gymnasium.make_vec("stonemask/Gomoku15-v0", num_envs=4, opponent="random")
        observations, info = envs.reset()
        random = np.random.default_rng(3)
        for _ in range(3):
            observations, *_, info = envs.step(legal(info, random))
        return observations

    assert not np.array_equal(games(), games())


def test_a_searching_opponent_beats_a_random_learner():
    envs = gymnasium.make_vec("stonemask/Othello6-v0", num_envs=24, opponent="search", playouts=30)
    _, info = envs.reset(seed=1)
    random, wins = np.random.default_rng(1), []
    for _ in range(40):
        _, rewards, terminated, _, info = envs.step(legal(info, random))
        wins += rewards[terminated].tolist()
    assert len(wins) >= 24 and np.mean(wins) < -0.7


def test_an_opponent_of_a_level_beats_a_random_learner_and_plays_the_same_games_again():
    def rewards(level):
        envs = gymnasium.make_vec("stonemask/Othello6-v0", num_envs=8, opponent=level)
        _, info = envs.reset(seed=1)
        random, wins = np.random.default_rng(1), []
        for _ in range(40):
            _, rewards, terminated, _, info = envs.step(legal(info, random))
            wins += rewards[terminated].tolist()
        return wins

    strong = rewards(4)
    assert len(strong) >= 8 and np.mean(strong) < -0.7
    assert strong == rewards(4)


def test_keywords_and_errors():
    envs = gymnasium.make_vec("stonemask/NoGo9-v0", 3, rows=5, columns=5, blocked="c3", history=4)
    assert envs.single_observation_space.shape == (8, 5, 5)
    _, info = envs.reset(seed=0)
    assert info["action_mask"].shape == (3, 25) and not info["action_mask"][:, 12].any()
    with pytest.raises(IllegalAction, match="game 0: action 12 is illegal"):
        envs.step(np.full(3, 12))
    for keywords, why in [
        (dict(opponent="rnadom"), "opponent='rnadom': expected 'random', 'search', 'a level from 1 to 9' or None"),
        (dict(opponent=10), "opponent=10: expected"),
        (dict(opponent=True), "opponent=True: expected"),
        (dict(side="red"), "side='red': expected 'black', 'white' or None"),
        (dict(illegal="win"), "illegal='win': expected 'error' or 'lose'"),
        (dict(playouts=0), "playouts=0: expected 1 or more"),
        (dict(size=7), "size"),
    ]:
        with pytest.raises((ValueError, TypeError), match=why):
            gymnasium.make_vec("stonemask/Gomoku15-v0", 2, **keywords)
    with pytest.raises(ValueError, match="seed=-1: expected 0 or more"):
        envs.reset(seed=-1)
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.zeros(3, bool)})
    envs.reset(options={"reset_mask": [True] * 3})
    env = gymnasium.make("stonemask/Othello4-v0", render_mode="ansi", side="white")
    env.reset(seed=1)
    assert "white to move" in env.render()
    assert env.unwrapped.action_masks().dtype == bool


def test_pettingzoos_own_checkers():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, parallel_api_test, seed_test
    from stonemask.pettingzoo import env, parallel_env

    for options in [
        dict(game="othello4"),
        dict(game="othello6"),
        dict(game="othello8"),
        dict(game="gomoku"),
        dict(game="nogo"),
        dict(game="gomoku", rows=7, columns=9, rule="renju"),
        dict(game="nogo", rows=5, columns=5, blocked="c3"),
    ]:
        api_test(env(**options), num_cycles=300)
        seed_test(lambda: env(**options), num_cycles=50)
        parallel_api_test(parallel_env(**options), num_cycles=100)


def test_pettingzoo_plays_whole_games():
    pytest.importorskip("pettingzoo")
    from stonemask.pettingzoo import env

    random = np.random.default_rng(2)
    for name in ["othello6", "gomoku", "nogo"]:
        game, board, total = env(name), stonemask.board(name), {"black": 0.0, "white": 0.0}
        game.reset()
        for agent in game.agent_iter():
            observation, reward, terminated, truncated, _ = game.last()
            total[agent] += reward
            if terminated:
                game.step(None)
                continue
            assert np.array_equal(observation["action_mask"], board.legal_mask())
            assert np.array_equal(observation["observation"][..., 0], board.cells() == board.to_move)
            action = random.choice(board.legal_actions())
            board.play(action)
            game.step(action)
        assert board.is_over() and tuple(total.values()) == board.returns()


def test_pettingzoo_plays_an_opponent():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, parallel_api_test, seed_test
    from stonemask.pettingzoo import env, parallel_env

    for options in [
        dict(game="othello4", opponent=2),
        dict(game="gomoku", rows=6, columns=6, opponent="random", side="white"),
        dict(game="nogo", rows=4, columns=4, opponent=1, side="white"),
    ]:
        api_test(env(**options), num_cycles=100)
        seed_test(lambda: env(**options), num_cycles=20)
        parallel_api_test(parallel_env(**options), num_cycles=50)
    # A level wins from random moves, and plays the same again.
    random, boards, games = np.random.default_rng(3), [], (env, parallel_env)
    for make, side in [(make, side) for make in games for side in ("black", "white")] * 2:
        game, total = make("gomoku", rows=9, columns=9, opponent=4, side=side), 0.0
        random = np.random.default_rng(3)
        observed = game.reset(seed=7)
        assert game.possible_agents == [side]
        while game.agents:
            if make is env:
                observation, reward, over, _, _ = game.last()
                total += reward
                game.step(None if over else int(random.choice(np.flatnonzero(observation["action_mask"]))))
            else:
                action = int(random.choice(np.flatnonzero(observed[0][side]["action_mask"])))
                observed = game.step({side: action})
                total += observed[1][side]
        assert total == -1
        boards.append(str(game.unwrapped.board))
    assert boards == boards[:2] * 4
    for options, text in (dict(opponent=10), "opponent=10"), (dict(opponent="search"), "opponent='search'"), (dict(side="red"), "side='red'"):
        with pytest.raises(ValueError, match=text):
            env("gomoku", **options)


def test_pettingzoo_an_illegal_action_loses():
    pytest.importorskip("pettingzoo")
    from stonemask.pettingzoo import env, parallel_env

    game = env("othello8")
    game.reset()
    game.step(0)
    assert game.rewards["black"] == -1
    both = parallel_env("othello8")
    both.reset()
    _, rewards, terminated, _, _ = both.step({"black": 0, "white": 0})
    assert rewards == {"black": -1.0, "white": 0.0} and all(terminated.values()) and both.agents == []


def test_pettingzoos_waiting_agent_has_a_mask():
    pytest.importorskip("pettingzoo")
    from stonemask.pettingzoo import parallel_env

    game = parallel_env("othello4")
    observations, _ = game.reset()
    assert observations["black"]["action_mask"].sum() == 4 and observations["white"]["action_mask"].all()
    with pytest.raises(ValueError, match="actions: expected one for black, who is to move"):
        game.step({"white": 0})
    while game.agents:
        actions = {agent: observations[agent]["action_mask"].argmax() for agent in game.agents}
        observations, *_ = game.step(actions)
        assert all(observation["action_mask"].any() for observation in observations.values())
