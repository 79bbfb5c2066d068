"""TorchRL and RLlib learn 4x4 Othello against a random player: from what they win by random play to more, in about a minute each.

Run by `.ci/python --learners`, outside the other tests: the frameworks are large. What is not installed is skipped by name.
"""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import stonemask.gymnasium  # noqa: E402

GAMES = 400
OPTIONS = {"game": "othello4", "side": "black", "mask_in_observation": True}


def mean_reward(choose):
    """The mean reward of whole games in which `choose` takes a batch of planes and masks."""
    envs = stonemask.gymnasium.StonemaskVectorEnv(100, **OPTIONS)
    seen, _ = envs.reset(seed=7)
    rewards = []
    while len(rewards) < GAMES:
        seen, reward, over, _, _ = envs.step(choose(seen["observation"], seen["action_mask"]))
        rewards.extend(reward[over])
    return float(np.mean(rewards[:GAMES]))


def random_reward():
    chosen = np.random.default_rng(1)
    return mean_reward(lambda planes, masks: (chosen.random(masks.shape) * masks).argmax(axis=1))


def shows_learning(before, after):
    print(f"mean reward of {GAMES} games: random {before:.2f}, learned {after:.2f}")
    # Six standard deviations of a mean's difference: a reward is -1, 0 or 1.
    assert after - before > 6 * np.sqrt(2 / GAMES)


def test_torchrl_learns():
    torch = pytest.importorskip("torch")
    pytest.importorskip("torchrl")
    from tensordict.nn import TensorDictModule
    from torch import nn
    from torchrl.collectors import Collector
    from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymWrapper, TransformedEnv
    from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE

    torch.manual_seed(1)
    torch.set_num_threads(1)
    plain = gymnasium.make("stonemask/Othello4-v0", side="black", mask_in_observation=True)
    # The environment's masks are int8, as Gymnasium's `sample` takes them.
    cast = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    env = TransformedEnv(GymWrapper(plain, categorical_action_encoding=True), Compose(cast, ActionMask()))
    env.set_seed(1)

    class Net(nn.Module):
        def __init__(self, outputs):
            super().__init__()
            self.layers = nn.Sequential(nn.Linear(32, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs))

        def forward(self, planes):
            return self.layers(planes.float().flatten(-3))

    policy = Net(17)
    actor = ProbabilisticActor(
        TensorDictModule(policy, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        spec=env.action_spec,
        return_log_prob=True,
    )
    critic = ValueOperator(Net(1), in_keys=["observation"])
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    before = random_reward()
    collector = Collector(env, actor, frames_per_batch=1024, total_frames=24 * 1024)
    for data in collector:
        for _ in range(4):
            advantage(data)
            for part in data.reshape(-1)[torch.randperm(data.numel())].split(256):
                losses = loss(part)
                optimizer.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                optimizer.step()
    collector.shutdown()

    def choose(planes, masks):
        with torch.no_grad():
            return policy(torch.as_tensor(planes)).masked_fill(torch.as_tensor(masks) == 0, -torch.inf).argmax(1).numpy()

    shows_learning(before, mean_reward(choose))


def test_rllib_learns():
    torch = pytest.importorskip("torch")
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.rllib")
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.tune.registry import register_env
    from torch import nn

    torch.set_num_threads(1)

    class Masked(TorchRLModule, ValueFunctionAPI):
        def setup(self):
            self.body = nn.Sequential(nn.Linear(32, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
            self.policy, self.value = nn.Linear(128, 17), nn.Linear(128, 1)

        def _forward(self, batch, **_):
            seen = batch[Columns.OBS]
            features = self.body(seen["observation"].float().flatten(1))
            logits = self.policy(features).masked_fill(seen["action_mask"] == 0, torch.finfo(torch.float32).min)
            return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

        def compute_values(self, batch, embeddings=None):
            if embeddings is None:
                embeddings = self.body(batch[Columns.OBS]["observation"].float().flatten(1))
            return self.value(embeddings).squeeze(-1)

    def make(_):
        return gymnasium.make("stonemask/Othello4-v0", side="black", mask_in_observation=True)

    register_env("othello4", make)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        config = (
            PPOConfig()
            .environment("othello4")
            .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
            .learners(num_learners=0)
            .rl_module(rl_module_spec=RLModuleSpec(module_class=Masked))
            .training(train_batch_size_per_learner=1024, minibatch_size=256, num_epochs=4, lr=1e-3, gamma=1.0, entropy_coeff=0.01)
            .debugging(seed=1)
        )
        learner = config.build_algo()
        before = random_reward()
        for _ in range(24):
            learner.train()
        module = learner.get_module()

        def choose(planes, masks):
            with torch.no_grad():
                seen = {"observation": torch.as_tensor(planes), "action_mask": torch.as_tensor(masks)}
                return module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS].argmax(1).numpy()

        shows_learning(before, mean_reward(choose))
        learner.stop()
    finally:
        ray.shutdown()
