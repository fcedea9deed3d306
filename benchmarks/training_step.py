"""One step of Adam, NumPy batches fed and the loss fetched as NumPy: an MLP 784-256-256-10, and a LeNet-style network.

Beside it the step that one would write by hand: a jitted function that is given the parameters and Adam's moments and
returns them changed, their buffers donated. All contenders begin with the same parameters and see the same batch.

The network (two convolutions 5×5 of 32 and 64 filters, each with a 2×2 pool, and 512 units, batch 128) spends most of its
time in XLA's convolutions. What was tried on a CPU, in milliseconds of one core's time for the second convolution:

    forward         33 as it is, 158 as columns (im2col) and one product
    to the images   31 as the transpose that JAX makes, 32 as a convolution with the filter turned round
    to the filters  69 as the transpose that JAX makes, 73 with the roles of images and cotangents exchanged, 109 with the
                    axes transposed by hand, 149 by rows of columns, 181 as columns, 179 as a product for each place,
                    57 as the sum over eight parts of the batch, which has eight times as many convolutions to compile

So they are left to JAX. Pooling is not: jax.lax.reduce_window and its gradient, a select-and-scatter, are loops over
windows that XLA does not vectorize. graphlab splits small windows into strided slices, and the gradient into
comparisons with those (graphlab/ops/pooling/kernels.py).
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import graphlab
from benchmarks import measure, programs, tensorflow

BY_HAND = "jax.jit by hand"


def mlp(parameters, x):
    """The outputs of the MLP in plain JAX."""
    for layer, (weights, bias) in enumerate(parameters):
        x = x @ weights + bias
        if layer < len(parameters) - 1:
            x = jax.nn.relu(x)
    return x


def cnn(parameters, x):
    """The outputs of the LeNet-style network in plain JAX."""
    x = x.reshape(-1, 28, 28, 1)
    for filters, bias in parameters[:2]:
        x = lax.conv_general_dilated(x, filters, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        x = jax.nn.relu(x + bias)
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")
    return mlp(parameters[2:], x.reshape(x.shape[0], -1))


def by_hand(model, parameters, batch):
    """The step in plain JAX, with donated parameters and moments."""
    images, digits = programs.examples(batch)

    def loss_of(parameters, images, digits):
        chosen = jnp.take_along_axis(jax.nn.log_softmax(model(parameters, images)), digits[:, None], axis=1)
        return -jnp.mean(chosen)

    def step(state, images, digits):
        parameters, first, second, count = state
        loss, gradients = jax.value_and_grad(loss_of)(parameters, images, digits)
        count = count + 1
        rate = programs.RATE * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        first = jax.tree.map(lambda m, gradient: 0.9 * m + 0.1 * gradient, first, gradients)
        second = jax.tree.map(lambda v, gradient: 0.999 * v + 0.001 * gradient * gradient, second, gradients)
        moved = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8), parameters, first, second)
        return (moved, first, second, count), loss

    jitted = jax.jit(step, donate_argnums=0)
    parameters = jax.tree.map(jnp.asarray, parameters)
    zeros = [jax.tree.map(jnp.zeros_like, parameters) for _ in range(2)]
    state = (parameters, *zeros, jnp.zeros((), jnp.float32))

    def work():
        nonlocal state
        state, loss = jitted(state, images, digits)
        return np.asarray(loss)

    return work


def rows(python: str | None) -> list[measure.Row]:
    found = []
    models = [
        ("MLP", "train_mlp", mlp, programs.parameters(), (64, 1024), 0.9),
        ("CNN", "train_cnn", cnn, programs.cnn_parameters(), (128,), 1.0),
    ]
    for what, program, model, parameters, batches, bar in models:
        for batch in batches:
            ours, theirs = getattr(programs, program)(graphlab, batch), by_hand(model, parameters, batch)
            first = [float(step()) for step in (ours, theirs)]
            assert np.allclose(*first, rtol=1e-4), f"the contenders do not compute the same: {first}"
            with tensorflow.contender(python, program, batch) as contender:
                best = measure.best({"graphlab": measure.local(ours), BY_HAND: measure.local(theirs), **contender})
            bars = {BY_HAND: 1.1, "TensorFlow": bar}
            mine = best.pop("graphlab")
            found += [measure.Row(f"{what} step, batch {batch}", mine, name, best[name], bars[name]) for name in best]
    return found
