"""Combinations of strategies, which TensorFlow's unit tests of tf.distribute are written with."""

import unittest
from importlib import import_module

import pytest
from absl.testing import parameterized

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def _results(case):
    result = unittest.TestResult()
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    tests.run(result)
    assert not result.errors
    assert not result.failures
    return tests.countTestCases(), dict(result.skipped).values()


def test_a_test_receives_each_strategy_that_the_machine_allows():
    combinations = import_module("tensorflow.python.distribute.combinations")
    strategies = import_module("tensorflow.python.distribute.strategy_combinations")
    seen = []

    class Case(tf.test.TestCase, parameterized.TestCase):
        @combinations.generate(
            combinations.combine(
                distribution=[
                    strategies.default_strategy,
                    strategies.one_device_strategy,
                    strategies.mirrored_strategy_with_cpu_1_and_2,
                    combinations.NamedDistribution("Many", lambda: None, required_gpus=99),
                    strategies.tpu_strategy,
                ],
                mode=["graph", "eager"],
            )
        )
        def test_count(self, distribution):
            seen.append((type(distribution).__name__, distribution.num_replicas_in_sync))

        @combinations.generate(combinations.combine(required_gpus=99, mode="graph"))
        def test_gpus(self):
            self.fail("there are not so many")

    count, skipped = _results(Case)
    assert count == 11 + 1  # and test_session
    assert sorted(seen[1:]) == [("MirroredStrategy", 2), ("OneDeviceStrategy", 1)]
    assert seen[0][1] == 1
    assert sum("nothing runs eagerly" in reason for reason in skipped) == 5
    assert sum("of 99 required GPUs are available" in reason for reason in skipped) == 3
    assert sum("Test requires a TPU, but it's not available" in reason for reason in skipped) == 2


def test_optimizers_are_made_in_the_test():
    strategies = import_module("tensorflow.python.distribute.strategy_combinations")
    made = [(str(one), type(one()).__name__) for one in strategies.optimizers_v1_and_v2]
    assert made == [
        ("GradientDescentV1", "GradientDescentOptimizer"),
        ("AdagradV1", "AdagradOptimizer"),
        ("GradientDescentKerasV2", "SGD"),
        ("AdagradKerasV2", "Adagrad"),
    ]
    assert len(strategies.distributions_and_v1_optimizers()) == 6
    assert len(strategies.all_strategy_combinations()) == 12
    assert len(strategies.all_strategy_combinations_minus_default()) == 10


def test_devices_are_required_in_one_way():
    combinations = import_module("tensorflow.python.distribute.combinations")
    named = combinations.NamedDistribution("One", lambda: None)
    with pytest.raises(ValueError, match="Do not use `required_gpus` and arguments of type NamedDistribution together"):
        combinations.NamedGPUCombination().should_execute_combination({"a": named, "required_gpus": 1})
    with pytest.raises(ValueError, match="Do not use `required_tpu`"):
        combinations.NamedTPUCombination().should_execute_combination({"required_tpu": 1, "required_tpus": 1})
