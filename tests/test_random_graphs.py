"""Random graphs compute what TensorFlow 1.15 computed: values, static shapes, dtypes, errors. `make soak` draws more."""

import numpy as np
import pytest

from tests.soak import codec, graphs
from tests.soak.compare import Comparison
from tests.soak.contention import ROUNDS, Counting, Growing
from tests.soak.programs import make
from tests.soak.ways import WAYS

GOLDENS = codec.load(graphs.GOLDENS)
COMPILED = 4  # of them are compiled, too, and interpreted operation by operation


def faults(seed, way):
    result = GOLDENS[seed]
    comparison = Comparison(result["program"], result["reference"], WAYS[way])
    return [f"{fault.kind} in {fault.call}: {fault.detail}" for fault in comparison.check() if not fault.reason]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of what the programs compute
@pytest.mark.parametrize("part", range(8))
def test_random_graphs_by_numpy(part):
    assert {seed: found for seed in sorted(GOLDENS)[part::8] if (found := faults(seed, "numpy"))} == {}


@pytest.mark.slow
@pytest.mark.parametrize("way", ["compiled", "interpreted", "threads"])
def test_random_graphs_in_other_ways(way):
    assert {seed: found for seed in sorted(GOLDENS)[:COMPILED] if (found := faults(seed, way))} == {}


def test_a_seed_draws_the_same_program_again():
    assert make(7) == make(7) != make(8)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Counting, Growing])
def test_eight_threads_on_one_session(kind):
    assert kind in ROUNDS
    assert kind(np.random.default_rng(0)).play() == []
