"""One step of word2vec with noise-contrastive estimation: 50,000 words, of which a step changes a few rows.

Beside it the step that one would write by hand: the rows are looked up before the gradient and added to afterwards, in
place in donated tables. What the hand-written one draws may repeat, which makes the loss a little smaller; TensorFlow's and graphlab's may not.
"""

import jax
import jax.numpy as jnp
import numpy as np

import graphlab
from benchmarks import measure, programs, tensorflow
from benchmarks.training_step import BY_HAND


def by_hand():
    """The step in plain JAX, with donated tables."""
    words, contexts, tables = programs.pairs()
    scale = np.log(programs.VOCABULARY + 1)

    def loss_of(inputs, weights, biases, log_counts):
        logits = biases - log_counts
        true = logits[: programs.PAIRS] + jnp.sum(inputs * weights[: programs.PAIRS], axis=1)
        drawn = logits[programs.PAIRS :] + inputs @ weights[programs.PAIRS :].T
        return jnp.mean(jax.nn.softplus(-true) + jnp.sum(jax.nn.softplus(drawn), axis=1))

    def step(tables, key, words, contexts):
        embeddings, weights, biases = tables
        key, now = jax.random.split(key)
        drawn = jnp.exp(jax.random.uniform(now, (programs.DRAWN,)) * scale).astype(jnp.int32) - 1
        ids = jnp.concatenate([contexts[:, 0], drawn % programs.VOCABULARY])
        log_counts = jnp.log(programs.DRAWN * jnp.log1p(1 / (ids.astype(jnp.float32) + 1)) / scale)
        gradients_of = jax.value_and_grad(loss_of, argnums=(0, 1, 2))
        loss, gradients = gradients_of(embeddings[words], weights[ids], biases[ids], log_counts)
        changed = zip((embeddings, weights, biases), (words, ids, ids), gradients, strict=True)
        return tuple(table.at[rows].add(-programs.RATE * gradient) for table, rows, gradient in changed), key, loss

    jitted = jax.jit(step, donate_argnums=(0, 1))
    state = tuple(jnp.asarray(table) for table in tables), jax.random.key(0)

    def work():
        nonlocal state
        tables, key, loss = jitted(*state, words, contexts)
        state = tables, key
        return np.asarray(loss)

    return work


def rows(python: str | None) -> list[measure.Row]:
    ours, theirs = programs.train_word2vec(graphlab), by_hand()
    first = [np.mean([step() for _ in range(20)]) for step in (ours, theirs)]
    assert np.allclose(*first, rtol=0.25), f"the contenders do not compute the same: {first}"
    with tensorflow.contender(python, "train_word2vec") as contender:
        best = measure.best({"graphlab": measure.local(ours), BY_HAND: measure.local(theirs), **contender})
    bars = {BY_HAND: 1.3, "TensorFlow": 1.0}
    mine = best.pop("graphlab")
    found = [measure.Row("word2vec step, 50,000 words", mine, name, best[name], bars[name]) for name in best]
    with tensorflow.contender(python, "build_word2vec") as contender:
        best = measure.best({"graphlab": measure.local(programs.build_word2vec(graphlab)), **contender})
    mine = best.pop("graphlab")
    return found + [measure.Row("building word2vec", mine, name, best[name], 0.3) for name in best]
