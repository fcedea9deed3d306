"""Candidate samplers: operations that draw classes, one distribution each."""

import csv
import functools

import jax.numpy as jnp
import numpy as np

from graphlab._src.ops.define import REQUIRED, no_gradient, op
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.sampling import streams
from graphlab._src.ops.sampling.drawing import check, expected, sample
from graphlab._src.ops.sampling.learned import Learned
from graphlab._src.ops.seed import seed_attrs

_OUTPUTS = "sampled_candidates: int64, true_expected_count: float32, sampled_expected_count: float32"
_SEEDS = {"seed": (int, 0), "seed2": (int, 0)}
_MINIMUMS = {"num_sampled": 1, "num_true": 1, "range_max": 1}


def _shapes(op):
    drawn = (op.attrs["num_sampled"],)
    return [drawn, (with_rank(op.inputs[0].dims, 2)[0], op.attrs["num_true"]), drawn]


def _sampler(name, **options):
    options = {"random": streams.reserved, "attrs": _SEEDS, "minimums": _MINIMUMS, **options}
    return op(name, f"true_classes: int64 -> {_OUTPUTS}", infer=_shapes, grad=no_gradient, **options)


@_sampler("UniformCandidateSampler")
def _uniform(true_classes, *, stream, num_true: int, num_sampled: int, unique: bool, range_max: int):
    """Draws classes that are all equally likely."""

    def probability(classes):
        return jnp.full(classes.shape, 1 / range_max, jnp.float32)

    how = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return sample(streams.uniform(range_max), probability, true_classes, stream, **how)


@_sampler("LogUniformCandidateSampler")
def _log_uniform(true_classes, *, stream, num_true: int, num_sampled: int, unique: bool, range_max: int):
    """Draws classes that are the rarer the higher their number: class k as often as log((k + 2) / (k + 1)) says."""

    def probability(classes):
        return jnp.log1p(1 / (classes.astype(jnp.float32) + 1)) / np.float32(np.log1p(range_max))

    how = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return sample(streams.log_uniform(range_max), probability, true_classes, stream, **how)


@_sampler("FixedUnigramCandidateSampler", minimums={**_MINIMUMS, "num_shards": 1, "shard": 0})
def _fixed_unigram(
    true_classes,
    *,
    stream,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: list[float] = (),  # pyright: ignore[reportArgumentType]
):
    """Draws classes as often as a list of weights, or the last column of a file, says.

    distortion: the power that weights are raised to.  num_reserved_ids: classes in front of them that are never drawn.
    """
    if bool(vocab_file) == bool(unigrams):
        raise ValueError("Must provide one and only one of the two: vocab_file or unigrams")
    weights = np.asarray(unigrams or vocabulary_weights(vocab_file), np.float32) ** np.float32(distortion)
    reserved = np.zeros(len(range(shard, num_reserved_ids, num_shards)), np.float32)
    weights = np.concatenate([reserved, weights[(shard - len(reserved)) % num_shards :: num_shards]])
    if len(weights) != range_max:
        raise ValueError(f"range_max is {range_max}, but {len(weights)} classes have a weight")
    shares = (weights / weights.sum(dtype=np.float64)).astype(np.float32)

    def probability(classes):
        return jnp.take(jnp.asarray(shares), classes, mode="fill", fill_value=0)

    how = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return sample(streams.weighted(weights), probability, true_classes, stream, **how)


def vocabulary_weights(path):
    """The last column of a file of comma-separated values."""
    with open(path, newline="", encoding="utf-8") as file:
        try:
            return [float(row[-1]) for row in csv.reader(file) if row]
        except ValueError as error:
            raise ValueError(f"Wrong vocabulary format in {path}: {error}") from None


@op(
    "AllCandidateSampler",
    f"true_classes: int64 -> {_OUTPUTS}",
    infer=_shapes,
    grad=no_gradient,
    attrs={"unique": (bool, REQUIRED)} | _SEEDS,
    stateful=True,
    minimums={"num_sampled": 1, "num_true": 1},
)
def _all(true_classes, *, num_true: int, num_sampled: int):
    """Draws every class, each expected once."""
    check(true_classes, num_true)
    ones = jnp.ones(num_sampled, jnp.float32)
    return jnp.arange(num_sampled, dtype=jnp.int64), jnp.ones(true_classes.shape, jnp.float32), ones


def _learned(
    true_classes,
    *,
    context,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int = 0,
    seed2: int = 0,
):
    """Draws classes as often as they were among the true classes of the runs before, and once more."""
    check(true_classes, num_true)
    if unique and range_max < num_sampled:
        raise ValueError("Sampler's range is too small.")
    make = functools.partial(Learned, range_max, seed, seed2)
    learned = context.resources.find_or_make("unigram sampler", b"", context.op, make)
    drawn, tries, shares = learned.draw(num_sampled, unique, true_classes)
    return drawn, *[np.asarray(expected(shares[classes], num_sampled, tries)) for classes in (true_classes, drawn)]


_HOST = {"random": False, "attrs": None, "host": True, "stateful": True}
_learned_unigram = _sampler("LearnedUnigramCandidateSampler", **_HOST)(_learned)
_sampler("ThreadUnsafeUnigramCandidateSampler", **_HOST)(_learned)


def uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
    """Draws classes that are all equally likely: (classes, expected counts of the true ones, those of the drawn ones).

    true_classes: int64 [batch, num_true].  num_sampled: how many to draw.  unique: no class twice.
    range_max: how many classes there are.
    seed: see set_random_seed.
    """
    return _uniform(true_classes, num_true, num_sampled, unique, range_max, **seed_attrs(seed), name=name)


def log_uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
    """Draws classes as often as words are used whose number is their rank: (classes, counts of true ones, of drawn ones).

    Class k is as likely as log((k + 2) / (k + 1)) says. The arguments are those of uniform_candidate_sampler.
    true_classes, num_true, num_sampled, unique, range_max, seed: as in uniform_candidate_sampler.
    """
    return _log_uniform(true_classes, num_true, num_sampled, unique, range_max, **seed_attrs(seed), name=name)


def learned_unigram_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
    """Draws classes as often as they were true classes so far: (classes, counts of true ones, of drawn ones).

    The arguments are those of uniform_candidate_sampler.
    true_classes, num_true, num_sampled, unique, range_max, seed: as in uniform_candidate_sampler.
    """
    return _learned_unigram(true_classes, num_true, num_sampled, unique, range_max, **seed_attrs(seed), name=name)


def fixed_unigram_candidate_sampler(
    true_classes,
    num_true,
    num_sampled,
    unique,
    range_max,
    vocab_file="",
    distortion=1.0,
    num_reserved_ids=0,
    num_shards=1,
    shard=0,
    unigrams=(),
    seed=None,
    name=None,
):
    """Draws classes as often as weights say: (classes, expected counts of the true ones, those of the drawn ones).

    vocab_file: has the weights in the last column; it is read now.  unigrams: or a list of them.
    distortion: a power for them.  num_reserved_ids: classes in front that are never drawn.
    num_shards, shard: to draw only from every so-manieth class. true_classes, num_true, num_sampled,
    unique, range_max, seed: as in uniform_candidate_sampler.
    """
    if vocab_file and not unigrams:
        vocab_file, unigrams = "", vocabulary_weights(vocab_file)
    return _fixed_unigram(
        true_classes,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
        vocab_file=vocab_file,
        distortion=distortion,
        num_reserved_ids=num_reserved_ids,
        num_shards=num_shards,
        shard=shard,
        unigrams=list(unigrams),
        **seed_attrs(seed),
        name=name,
    )


def all_candidate_sampler(true_classes, num_true, num_sampled, unique, seed=None, name=None):
    """Draws all of num_sampled classes, for tests: (classes, expected counts of the true ones, of the drawn ones).

    true_classes, num_true, unique, seed: as in uniform_candidate_sampler.
    """
    return _all(true_classes, num_true=num_true, num_sampled=num_sampled, unique=unique, **seed_attrs(seed), name=name)
