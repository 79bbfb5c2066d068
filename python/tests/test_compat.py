"""Promise: the compatible names mean what the frameworks mean by them."""

import copy
import pickle
import random
import re
import subprocess
import sys

import numpy as np
import pytest
import stonemask
from stonemask import Outcome
from stonemask.compat import alpha_zero_general, lightzero, openspiel

GAMES = [("othello6", {}), ("othello8", {}), ("gomoku", dict(rows=7, columns=7)), ("nogo", dict(rows=5, columns=5))]


@pytest.mark.parametrize("name, options", GAMES)
def test_alpha_zero_general(name, options):
    """The loop of its `Coach.executeEpisode`, with a random policy."""
    game, chosen, ends = alpha_zero_general.Game(name, **options), random.Random(1), set()
    for _ in range(30):
        board, player, real = game.getInitBoard(), 1, stonemask.board(name, **options)
        while not game.getGameEnded(board, player):
            canonical = game.getCanonicalForm(board, player)
            valid = game.getValidMoves(canonical, 1)
            assert np.array_equal(valid, real.legal_mask())
            policy = valid / valid.sum()
            images = game.getSymmetries(canonical, policy)
            assert len(images) == 8 and np.array_equal(images[0][0], canonical)
            for image, image_policy in images:
                assert np.array_equal(game.getValidMoves(image, 1) > 0, np.array(image_policy) > 0)
            action = chosen.choice(real.legal_actions())
            board, player = game.getNextState(board, player, action)
            real.play(action)
        outcome = real.outcome()
        ends.add(outcome)
        expected = {Outcome.BLACK_WON: 1, Outcome.WHITE_WON: -1, Outcome.DRAW: alpha_zero_general.DRAW}[outcome]
        # Asked, as the framework does, for the player to move, without whom NoGo has no end.
        assert game.getGameEnded(board, player) == (expected if outcome is Outcome.DRAW else player * expected)
        assert len(game.stringRepresentation(board)) == board.size
    assert len(ends) > 1


@pytest.mark.parametrize("name, options", GAMES)
def test_lightzero(name, options):
    env, chosen = lightzero.Env(name, **options), random.Random(2)
    for _ in range(10):
        observation, done = env.reset(), False
        while not done:
            assert np.flatnonzero(observation["action_mask"]).tolist() == env.legal_actions
            again = lightzero.Env(name, **options)
            same = again.reset(observation["current_player_index"], observation["board"])
            assert all(np.array_equal(same[key], value) for key, value in observation.items())
            mover = env.current_player
            observation, reward, done, info = env.step(chosen.choice(env.legal_actions))
            assert done == env.get_done_winner()[0] == ("eval_episode_return" in info)
        winner = env.get_done_winner()[1]
        assert reward == (0 if winner == -1 else 1 if winner == mover else -1)


def test_openspiel_names():
    game, chosen = openspiel.load_game("othello"), random.Random(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        before, player, action = str(state), state.current_player(), chosen.choice(state.legal_actions())
        state.apply_action(action)
        state.undo_action(player, action)
        assert str(state) == before
        state.apply_action(action)
    assert str(game.deserialize_state(state.serialize())) == str(state) == str(state.clone())
    assert state.current_player() == -4 and state.legal_actions() == []


@pytest.mark.parametrize("name", ["othello", "othello4()", "gomoku(size=7)", "nogo"])
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_an_openspiel_state_is_copied_after_actions(name, how):
    state, chosen = openspiel.load_game(name).new_initial_state(), random.Random(5)
    for _ in range(6):
        state.apply_action(chosen.choice(state.legal_actions()))
    for other in how(state), state.clone():
        assert str(other) == str(state) and other.history() == state.history()
        assert other.legal_actions() == state.legal_actions()
    if how is not copy.copy:
        other, history = how(state), state.history()
        other.undo_action(1 - other.current_player(), history[-1])
        assert other.history() == history[:-1] and state.history() == history
        # A pickled undo takes back plies of the original too.
        undo = how(state._undo[-1])
        state.board.undo(undo)
        assert str(state.board) == str(other.board)


def test_openspiel_games_are_read_as_they_are_written():
    for name, written in [
        ("othello", "othello()"),
        ("othello()", "othello()"),
        ("othello(board_size=6)", "othello(board_size=6)"),
        ("gomoku( size = 9 )", "gomoku(size=9)"),
        ("nogo", "nogo()"),
    ]:
        game = openspiel.load_game(name)
        again = openspiel.load_game(str(game))
        assert str(game) == str(again) == written
        assert str(again.new_initial_state()) == str(game.new_initial_state())


@pytest.mark.parametrize(
    "name, word",
    [
        ("nogo(size=7)", "'size'"),
        ("othello(anti=true)", "'anti'"),
        ("othello4(board_size=4)", "'board_size'"),
        ("gomoku(size=9,rule=renju)", "'rule'"),
        ("gomoku(size=9,size=10)", "twice"),
        ("gomoku(size=)", "number"),
        ("gomoku(size)", "number"),
        ("gomoku(size=-9)", "number"),
        ("gomoku(9)", "'9'"),
        ("gomoku(size=9", "expected a name"),
        ("othello()()", "expected a name"),
        ("chess", "'chess'"),
        ("", "expected a name"),
    ],
)
def test_what_an_openspiel_name_may_not_have_is_refused_by_its_name(name, word):
    with pytest.raises(ValueError, match=re.escape(word)):
        openspiel.load_game(name)


@pytest.mark.parametrize("name", ["gymnasium", "pettingzoo"])
def test_an_old_framework_is_named(name, tmp_path):
    """A package of that name without what is wanted of it, found before the one that is installed."""
    for package in "gymnasium", "pettingzoo":
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("__version__ = '0.26.3'")
    (tmp_path / "gymnasium" / "vector.py").write_text("class VectorEnv: pass")
    command = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import stonemask.{name}"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith(f"ImportError: stonemask.{name} needs ") and "0.26.3 is installed: pip install -U" in last


@pytest.mark.parametrize("name", ["othello", "gomoku"])
def test_openspiel_itself_plays_the_same_games(name):
    """Whole random games; `benches/python_peers.py --check` plays 10 000 of them."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs, ours, chosen = pyspiel.load_game(name), openspiel.load_game(name), random.Random(4)
    assert theirs.num_distinct_actions() == ours.num_distinct_actions()
    assert theirs.observation_tensor_shape() == ours.observation_tensor_shape()
    for _ in range(20):
        their, our = theirs.new_initial_state(), ours.new_initial_state()
        while not their.is_terminal():
            assert their.current_player() == our.current_player()
            assert their.legal_actions() == our.legal_actions()
            player = their.current_player()
            assert their.observation_tensor(player) == our.observation_tensor(player)
            action = chosen.choice(their.legal_actions())
            their.apply_action(action)
            our.apply_action(action)
        assert our.is_terminal() and their.returns() == our.returns()


def test_maskable_ppo_itself_learns_and_plays_legal_actions_alone():
    """sb3-contrib asks `action_masks()`; an action outside the mask would be an error of the slab."""
    sb3_contrib = pytest.importorskip("sb3_contrib")
    gymnasium = pytest.importorskip("gymnasium")
    import stonemask.gymnasium  # noqa: F401
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    env = gymnasium.make("stonemask/Othello4-v0", side="black")
    learner = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=1, device="cpu")
    assert is_masking_supported(learner.get_env())
    learner.learn(256)
    (observation, info), ended = env.reset(seed=3), 0
    while ended < 5:
        action, _ = learner.predict(observation, action_masks=get_action_masks(env))
        assert info["action_mask"][action]
        observation, _, over, _, info = env.step(action)
        if over:
            ended += 1
            observation, info = env.reset()
