"""Draws of classes from a distribution, unique or not, with expected counts: TensorFlow's from the same Philox state."""

import jax
import jax.numpy as jnp


def sample(draw, probability, true_classes, stream, *, num_true, num_sampled, unique, range_max):
    """The result of a candidate sampler: (drawn classes, expected counts of the true classes, those of the drawn ones).

    draw(stream, begin, count) -> (classes, int64; the word after them), from word number begin on.  probability(classes) -> how likely each is in one draw, float32.
    true_classes: [batch, num_true].  unique: no class twice; then the expected counts follow from the number of draws.
    """
    check(true_classes, num_true)
    if unique and range_max < num_sampled:
        raise ValueError("Sampler's range is too small.")
    if unique:
        drawn, tries = _distinct(draw, stream, num_sampled)
    else:
        (drawn, _), tries = draw(stream, 0, num_sampled), num_sampled
    return drawn, *[expected(probability(classes), num_sampled, tries) for classes in (true_classes, drawn)]


def check(true_classes, num_true):
    """Raises ValueError unless true_classes are [batch, num_true]."""
    if true_classes.ndim != 2:
        raise ValueError("true_classes must be a matrix")
    if true_classes.shape[1] != num_true:
        raise ValueError(f"true_classes must have num_true columns, expected: {true_classes.shape[1]} was: {num_true}")


def expected(probabilities, count, tries):
    """How often a class is among `count` drawn ones, drawn in so many tries."""
    without_repetition = -jnp.expm1(tries * jnp.log1p(-probabilities))
    return jnp.where(tries == count, probabilities * count, without_repetition).astype(jnp.float32)


def _distinct(draw, stream, count):
    """(so many different classes in the order in which they were drawn, the number of draws)."""
    chunk = 2 * count
    places = jnp.arange(count + chunk, dtype=jnp.int32)

    def iteration(state):
        begin, chosen, found, tries = state
        drawn, end = draw(stream, begin, chunk)
        new = _first_of_each(jnp.concatenate([chosen, drawn]), places)[count:]
        total = found + jnp.cumsum(new, dtype=jnp.int32)
        chosen = chosen.at[jnp.where(new, total - 1, count)].set(drawn, mode="drop")
        used = jnp.sum(total < count, dtype=jnp.int32) + 1  # up to the draw that completes them
        return end, chosen, jnp.minimum(total[-1], count), tries + jnp.minimum(used, chunk)

    nothing = -1 - jnp.arange(count, dtype=jnp.int64)
    start = (jnp.uint32(0), nothing, jnp.int32(0), jnp.int32(0))
    _, chosen, _, tries = jax.lax.while_loop(lambda state: state[2] < count, iteration, start)
    return chosen, tries


def _first_of_each(values, places):
    """Where a value comes for the first time."""
    if values.size <= 512:
        earlier = (values[:, None] == values[None, :]) & (places[None, :] < places[:, None])
        return ~earlier.any(axis=1)
    ordered, order = jax.lax.sort((values, places), num_keys=1, is_stable=True)
    first = jnp.concatenate([jnp.ones(1, bool), ordered[1:] != ordered[:-1]])
    return jnp.zeros(values.shape, bool).at[order].set(first)
