"""One step of gradient descent on an MLP 784-256-256-10, NumPy batches fed and the loss fetched as NumPy.

Beside it the step that one would write by hand: a jitted function that is given the parameters and gives them back
changed, their buffers donated. All contenders begin with the same parameters and see the same batch.
"""

import jax
import jax.numpy as jnp
import numpy as np

import graphlab
from benchmarks import measure, programs, tensorflow

BY_HAND = "jax.jit by hand"


def by_hand(batch):
    """The step in plain JAX, with donated parameters."""
    images, digits = programs.examples(batch)

    def loss_of(parameters, images, digits):
        outputs = images
        for layer, (weights, bias) in enumerate(parameters):
            outputs = outputs @ weights + bias
            if layer < len(parameters) - 1:
                outputs = jax.nn.relu(outputs)
        chosen = jnp.take_along_axis(jax.nn.log_softmax(outputs), digits[:, None], axis=1)
        return -jnp.mean(chosen)

    def step(parameters, images, digits):
        loss, slopes = jax.value_and_grad(loss_of)(parameters, images, digits)
        return jax.tree.map(lambda value, slope: value - programs.RATE * slope, parameters, slopes), loss

    jitted = jax.jit(step, donate_argnums=0)
    parameters = jax.tree.map(jnp.asarray, programs.parameters())

    def work():
        nonlocal parameters
        parameters, loss = jitted(parameters, images, digits)
        return np.asarray(loss)

    return work


def rows(python: str | None) -> list[measure.Row]:
    found = []
    for batch in (64, 1024):
        ours, theirs = programs.train_mlp(graphlab, batch), by_hand(batch)
        first = [float(step()) for step in (ours, theirs)]
        assert np.allclose(*first, rtol=1e-4), f"the contenders do not compute the same: {first}"
        with tensorflow.contender(python, "train_mlp", batch) as contender:
            best = measure.best({"graphlab": measure.local(ours), BY_HAND: measure.local(theirs), **contender})
        bars = {BY_HAND: 1.1, "TensorFlow": 1.0}
        mine = best.pop("graphlab")
        found += [measure.Row(f"MLP step, batch {batch}", mine, name, best[name], bars[name]) for name in best]
    return found
