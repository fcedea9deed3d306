"""An LSTM of 128 units over 28 steps, batch 128, in a dynamic_rnn: a training step.

Beside it the step that one would write by hand with lax.scan. All contenders begin with the same parameters and see the
same batch. The time goes into products of matrices, of which TensorFlow has as many: 1.7 GFLOP a step, 20 ms on two
cores that do 90 GFLOPS. Half of TensorFlow's time would be less than that.
"""

import jax
import jax.numpy as jnp
import numpy as np

import graphlab
from benchmarks import measure, programs, tensorflow

BY_HAND = "lax.scan by hand"


def by_hand():
    """The step in plain JAX, with donated parameters."""
    sequences, classes = programs.lstm_examples()

    def loss_of(parameters, sequences, classes):
        kernel, bias, weights, offset = parameters

        def step(state, x):
            c, h = state
            i, j, f, o = jnp.split(jnp.concatenate([x, h], 1) @ kernel + bias, 4, 1)
            c = c * jax.nn.sigmoid(f + 1) + jax.nn.sigmoid(i) * jnp.tanh(j)
            h = jnp.tanh(c) * jax.nn.sigmoid(o)
            return (c, h), h

        nothing = jnp.zeros((len(sequences), programs.LSTM["units"]))
        _, outputs = jax.lax.scan(step, (nothing, nothing), sequences.swapaxes(0, 1))
        logits = outputs[-1] @ weights + offset
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), classes[:, None], axis=1))

    def step(parameters, sequences, classes):
        loss, gradients = jax.value_and_grad(loss_of)(parameters, sequences, classes)
        return jax.tree.map(lambda value, gradient: value - programs.RATE * gradient, parameters, gradients), loss

    jitted = jax.jit(step, donate_argnums=0)
    parameters = [jnp.asarray(value) for value in programs.lstm_parameters()]

    def work():
        nonlocal parameters
        parameters, loss = jitted(parameters, sequences, classes)
        return np.asarray(loss)

    return work


def rows(python: str | None) -> list[measure.Row]:
    ours, theirs = programs.train_lstm(graphlab), by_hand()
    first = [float(step()) for step in (ours, theirs)]
    assert np.allclose(*first, rtol=1e-4), f"the contenders do not compute the same: {first}"
    with tensorflow.contender(python, "train_lstm") as contender:
        best = measure.best({"graphlab": measure.local(ours), BY_HAND: measure.local(theirs), **contender})
    mine = best.pop("graphlab")
    bars = {BY_HAND: 1.15, "TensorFlow": 0.5}
    return [measure.Row("LSTM step", mine, name, best[name], bars[name]) for name in best]
