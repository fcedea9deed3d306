"""tensorflow.python.distribute.strategy_combinations: the strategies and optimizers that TensorFlow's unit tests combine."""

from typing import Any

from graphlab._src.compat.distribute_combinations import NamedDistribution, NamedObject, combine
from graphlab._src.distribute import context
from graphlab._src.distribute.mirrored import MirroredStrategy
from graphlab._src.distribute.one_device import OneDeviceStrategy
from graphlab._src.distribute.parameter_server import CentralStorageStrategy
from graphlab._src.distribute.tpu.resolver import TPUClusterResolver
from graphlab._src.distribute.tpu.strategy import TPUStrategy
from graphlab._src.keras import optimizers as keras
from graphlab._src.session.tf_config import devices
from graphlab._src.train.optimizers.adagrad import AdagradOptimizer
from graphlab._src.train.optimizers.adam import AdamOptimizer
from graphlab._src.train.optimizers.gradient_descent import GradientDescentOptimizer
from graphlab._src.train.optimizers.rmsprop import RMSPropOptimizer

_Combinations = list[Any]


def _one_device(name: str, device: str, gpus: int | None = None) -> NamedDistribution:
    return NamedDistribution(name, lambda: OneDeviceStrategy(device), required_gpus=gpus)


def _mirrored(name: str, names: list[str], gpus: int | None = None) -> NamedDistribution:
    return NamedDistribution(name, lambda: MirroredStrategy(names), required_gpus=gpus)


def _central(name: str, names: list[str], gpus: int) -> NamedDistribution:
    return NamedDistribution(name, lambda: CentralStorageStrategy(names), required_gpus=gpus)


def _tpu(name: str, steps: int) -> NamedDistribution:
    return NamedDistribution(name, lambda: TPUStrategy(TPUClusterResolver(""), steps), required_tpu=True)


_WORKER = "/job:worker/replica:0/task:1"

default_strategy = NamedDistribution("Default", context.default_strategy)
one_device_strategy = _one_device("OneDeviceCPU", "/cpu:0")
one_device_strategy_gpu = _one_device("OneDeviceGPU", "/gpu:0", 1)
one_device_strategy_on_worker_1 = _one_device("OneDeviceOnWorker1CPU", f"{_WORKER}/cpu:0")
one_device_strategy_gpu_on_worker_1 = _one_device("OneDeviceOnWorker1GPU", f"{_WORKER}/gpu:0", 1)
tpu_strategy = _tpu("TPU", 2)
tpu_strategy_one_step = _tpu("TPUOneStep", 1)
tpu_strategy_one_core = _tpu("TPUOneCore", 2)
tpu_strategy_one_step_one_core = _tpu("TPUOneStepOneCore", 1)
mirrored_strategy_with_one_cpu = _mirrored("Mirrored1CPU", ["/cpu:0"])
mirrored_strategy_with_one_gpu = _mirrored("Mirrored1GPU", ["/gpu:0"], 1)
mirrored_strategy_with_gpu_and_cpu = _mirrored("MirroredCPUAndGPU", ["/gpu:0", "/cpu:0"], 1)
mirrored_strategy_with_two_gpus = _mirrored("Mirrored2GPUs", ["/gpu:0", "/gpu:1"], 2)
mirrored_strategy_with_cpu_1_and_2 = _mirrored("Mirrored2CPU", ["/cpu:1", "/cpu:2"])
central_storage_strategy_with_two_gpus = _central("CentralStorage2GPUs", ["/gpu:0", "/gpu:1"], 2)
central_storage_strategy_with_gpu_and_cpu = _central("CentralStorageCPUAndGPU", ["/gpu:0", "/cpu:0"], 1)

gradient_descent_optimizer_v1_fn = NamedObject("GradientDescentV1", lambda: GradientDescentOptimizer(0.2))
adagrad_optimizer_v1_fn = NamedObject("AdagradV1", lambda: AdagradOptimizer(0.001))
adam_optimizer_v1_fn = NamedObject("AdamV1", lambda: AdamOptimizer(0.001, epsilon=1))
rmsprop_optimizer_v1_fn = NamedObject("RmsPropV1", lambda: RMSPropOptimizer(0.001))
optimizers_v1 = [gradient_descent_optimizer_v1_fn, adagrad_optimizer_v1_fn]

gradient_descent_optimizer_keras_v2_fn = NamedObject("GradientDescentKerasV2", lambda: keras.SGD(0.2))
adagrad_optimizer_keras_v2_fn = NamedObject("AdagradKerasV2", lambda: keras.Adagrad(0.001))
adam_optimizer_keras_v2_fn = NamedObject("AdamKerasV2", lambda: keras.Adam(0.001, epsilon=1.0))
rmsprop_optimizer_keras_v2_fn = NamedObject("RmsPropKerasV2", lambda: keras.RMSprop(0.001))
optimizers_v2 = [gradient_descent_optimizer_keras_v2_fn, adagrad_optimizer_keras_v2_fn]
optimizers_v1_and_v2 = optimizers_v1 + optimizers_v2

graph_and_eager_modes = ["graph", "eager"]
strategies_minus_tpu = [
    default_strategy,
    one_device_strategy,
    one_device_strategy_gpu,
    mirrored_strategy_with_gpu_and_cpu,
    mirrored_strategy_with_two_gpus,
]
tpu_strategies = [tpu_strategy, tpu_strategy_one_step]


def set_virtual_cpus_to_at_least(num_virtual_cpus: int) -> None:
    """Makes sessions see the CPU as that many, in setUp, before a test's first session.

    Raises ValueError for less than one, and RuntimeError when it was already made fewer.
    """
    if num_virtual_cpus < 1:
        raise ValueError(f"`num_virtual_cpus` must be at least 1 not {num_virtual_cpus!r}")
    cpu = devices.list_physical_devices("CPU")[0]
    configured = devices.get_virtual_device_configuration(cpu)
    if configured is None:
        parts = [devices.VirtualDeviceConfiguration() for _ in range(num_virtual_cpus)]
        devices.set_virtual_device_configuration(cpu, parts)
    elif len(configured) < num_virtual_cpus:
        raise RuntimeError(f"Already configured with {len(configured)} < {num_virtual_cpus} virtual CPUs")


def _with_optimizers(optimizers: list[Any]) -> _Combinations:
    distributions = [one_device_strategy, mirrored_strategy_with_gpu_and_cpu, mirrored_strategy_with_two_gpus]
    return combine(distribution=distributions, optimizer_fn=optimizers)


def distributions_and_v1_optimizers() -> _Combinations:
    """Strategies with optimizers of tf.train."""
    return _with_optimizers(optimizers_v1)


def distributions_and_v2_optimizers() -> _Combinations:
    """Strategies with Keras' optimizers."""
    return _with_optimizers(optimizers_v2)


def distributions_and_v1_and_v2_optimizers() -> _Combinations:
    """Strategies with both kinds of optimizers."""
    return _with_optimizers(optimizers_v1_and_v2)


def strategy_minus_tpu_combinations() -> _Combinations:
    """Strategies that need no TPU, in graphs and eagerly."""
    return combine(distribution=strategies_minus_tpu, mode=graph_and_eager_modes)


def tpu_strategy_combinations() -> _Combinations:
    """Strategies that need TPUs, in graphs."""
    return combine(distribution=tpu_strategies, mode=["graph"])


def all_strategy_combinations() -> _Combinations:
    """All of them."""
    return strategy_minus_tpu_combinations() + tpu_strategy_combinations()


def all_strategy_minus_default_and_tpu_combinations() -> _Combinations:
    """Strategies that need no TPU, but for the default one, in graphs and eagerly."""
    return combine(distribution=strategies_minus_tpu[1:], mode=graph_and_eager_modes)


def all_strategy_combinations_minus_default() -> _Combinations:
    """All but the default one."""
    return all_strategy_minus_default_and_tpu_combinations() + tpu_strategy_combinations()
