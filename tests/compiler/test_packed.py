"""Executables as bytes, and back: what is described, what can't be, and what they call."""

import json

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from graphlab._src.compiler.control_flow.array_state import About, ArrayState
from graphlab._src.compiler.control_flow.run_state import StackState
from graphlab._src.compiler.executables import custom_calls
from graphlab._src.compiler.executables.serialization import CantPackError, pack, unpack


def lowered(function, *arguments):
    device = jax.devices("cpu")[0]
    sharding = jax.sharding.SingleDeviceSharding(device)
    forms = jax.tree.map(lambda one: jax.ShapeDtypeStruct(one.shape, one.dtype, sharding=sharding), arguments)
    return jax.jit(function, donate_argnums=0, keep_unused=True).lower(*forms), device


def test_what_was_packed_runs_and_says_the_same():
    about = About("rows", np.float32, (2,), uniform=True, pieces=2)

    def function(donated, others):
        array, stack, x = others
        halves = x.astype(jnp.bfloat16) / 2
        return [donated[0] + x, array.write(1, x), stack.push(halves), x[0] * 0 + 1.5, None]

    others = [ArrayState(about, 2).write(0, jnp.ones([2])), StackState(), jnp.ones([2])]
    code, device = lowered(function, [jnp.zeros([2])], others)
    compiled = code.compile()
    back = unpack(*pack(compiled), device)
    assert back is not None
    assert (back.in_tree, back.out_tree) == (compiled.in_tree, compiled.out_tree)
    assert "HloModule jit_function" in (back.as_text() or "")
    for run in (compiled, back):
        donated = jnp.zeros([2])
        total, array, stack, *_ = run([donated], others)
        assert donated.is_deleted() and not others[-1].is_deleted()
        assert total.tolist() == [1, 1]
        assert array.about == about and array.elements[1].tolist() == [1, 1]
        assert stack.elements[0].dtype == jnp.bfloat16
        with pytest.raises(TypeError, match="float32"):
            run([jnp.zeros([3])], others)


def test_what_calls_python_is_not_packed():
    def function(donated, others):
        return [jax.pure_callback(np.sin, jax.ShapeDtypeStruct((2,), "float32"), others[0])]

    code, _ = lowered(function, [], [jnp.ones([2])])
    with pytest.raises(CantPackError, match="it has "):
        pack(code.compile())


def test_what_calls_something_unknown_is_compiled_anew():
    code, device = lowered(lambda donated, others: [jax.lax.linalg.cholesky(others[0])], [], [jnp.ones([1, 1])])
    about, machine_code = pack(code.compile())
    said = json.loads(about)
    assert said["calls"] == ["lapack_spotrf_ffi"]
    assert unpack(json.dumps({**said, "calls": ["somebodys_own"]}), machine_code, device) is None


def test_what_is_called_is_read_from_the_text():
    text = 'a = f32[] custom-call(b), custom_call_target="TopK"\nb = f32[] custom-call(), custom_call_target="x$y"'
    assert custom_calls.called_by(text) == ["TopK", "x$y"]
    assert custom_calls.make_ready(["TopK", "__cublas$gemm", "cusolver_potrf_ffi"])
    assert not custom_calls.make_ready(["TopK", "xla_ffi_python_cpu_callback"])
