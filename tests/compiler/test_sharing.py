"""Compiled code that is shared: between equal segments, between sessions, and through the disk between processes."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compiler import partition
from graphlab._src.compiler.cut_points import cuts
from graphlab._src.compiler.executables import disk_cache, sharing

pytestmark = pytest.mark.tier("compiled")


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def compiled(monkeypatch, tmp_path):
    """The digests of what is compiled, as it is."""
    disk_cache.set_cache_dir(tmp_path / "cache")
    monkeypatch.setattr(sharing, "_compiled", {})
    found = []
    keep = disk_cache.save
    monkeypatch.setattr(disk_cache, "save", lambda digest, code: (found.append(digest), keep(digest, code)))
    yield found
    disk_cache.set_cache_dir(None)


def chain(x, length, constant=lambda i: 0.5):
    y = x
    for i in range(length):
        y = [tf.tanh, tf.sin, lambda y, i=i: y + constant(i), lambda y: y * x, tf.nn.relu, tf.sigmoid, tf.exp][i % 7](y)
    return y


def test_a_chain_is_cut_where_its_pattern_begins_anew(graph):
    x = tf.placeholder(tf.float32, [4])
    chain(x, 7000)
    pieces = cuts(graph.get_operations(), 1000)
    assert [piece.start for piece in pieces[1:]] == [piece.end for piece in pieces[:-1]]
    assert pieces[0].start == 0 and pieces[-1].end == len(graph.get_operations())
    equal = [piece for piece in pieces if piece.pattern is not None]
    assert len({(piece.end - piece.start, piece.pattern) for piece in equal}) == 1
    assert sum(piece.end - piece.start for piece in equal) > 6500


def layers(x, count, width):
    """What a model of equal layers computes: rows of x, multiplied with weights of each layer, with a shortcut."""
    weights = [tf.Variable(np.random.default_rng(i).normal(size=[width, width]).astype("f") / 4) for i in range(count)]
    for i, w in enumerate(weights):
        with tf.name_scope(f"layer{i}"):
            hidden = tf.nn.relu(tf.matmul(x, w) + 0.1)
            mean = tf.reduce_mean(hidden, axis=1, keepdims=True)
            x = x + (hidden - mean) * tf.rsqrt(tf.reduce_mean(tf.square(hidden - mean), axis=1, keepdims=True) + 1e-3)
    return x


def test_of_equal_layers_one_is_compiled(compiled, graph):
    x = tf.placeholder(tf.float32, [None, 8])
    loss = tf.reduce_mean(tf.square(layers(x, 20, 8)))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    fed = {x: np.random.default_rng(0).normal(size=(4, 8))}
    found = []
    for most in (partition.MAX_OPERATIONS, 1):  # in pieces; each operation for itself
        with tf.Session() as sess, pytest.MonkeyPatch.context() as patch:
            sess.run(tf.global_variables_initializer())
            del compiled[:]
            if most == 1:
                patch.setattr(partition, "MAX_OPERATIONS", 1)
            found.append([sess.run([train, loss], fed)[1] for _ in range(3)])
            if most > 1:
                segments = sess.plan([train, loss], fed).segments
                assert len(compiled) <= len(segments) / 2
                repeated = [segment for segment in segments if segment.pattern is not None]
                assert len(repeated) > 5
                assert "compiled once" in repr(sess.plan([train, loss], fed))
    np.testing.assert_allclose(*found, rtol=1e-5)


def test_loops_and_what_their_stacks_are_for_stay_in_one_segment(graph):
    x = tf.placeholder(tf.float32, [4])
    y = x
    for _ in range(20):
        y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, tf.tanh(y) * y), (0, y))[1]
        for _ in range(20):
            y = tf.sin(y) + 0.5
    (gradient,) = tf.gradients(y, x)
    with tf.Session() as sess:
        assert len(sess.plan(gradient, [x]).segments) == 2


@pytest.mark.slow
def test_equal_segments_are_compiled_once(compiled):
    x = tf.placeholder(tf.float32, [4])
    y = chain(x, 7000)
    fed = np.linspace(-1, 1, 4, dtype=np.float32)
    with tf.Session() as sess:
        assert len(sess.plan(y, [x]).segments) > 6
        result = sess.run(y, {x: fed})
    assert len(compiled) == 3  # the first, those between, the last
    expected = fed
    functions = [np.tanh, np.sin, lambda v: v + 0.5, lambda v: v * fed, lambda v: np.maximum(v, 0)]
    functions += [lambda v: 1 / (1 + np.exp(-v)), np.exp]
    for i in range(7000):
        expected = functions[i % 7](expected)
    np.testing.assert_allclose(result, expected, rtol=1e-4)


@pytest.mark.slow
def test_segments_that_differ_in_constants_share_code_too(compiled):
    x = tf.placeholder(tf.float32, [4])
    y = x
    for i in range(3500):
        y = tf.tanh(y) + float(i % 1000) / 1000
    with tf.Session() as sess:
        result = sess.run(y, {x: np.zeros(4)})
    assert len(compiled) <= 3
    expected = np.zeros(4, np.float32)
    for i in range(3500):
        expected = np.tanh(expected) + np.float32(i % 1000) / 1000
    np.testing.assert_allclose(result, expected, rtol=1e-4)


def test_constants_that_decide_shapes_do_not_share_code(compiled):
    x = tf.placeholder(tf.float32, [6])
    with tf.Session() as sess:
        assert sess.run(tf.reshape(x, [2, 3]), {x: np.ones(6)}).shape == (2, 3)
        assert sess.run(tf.reshape(x, [3, 2]), {x: np.ones(6)}).shape == (3, 2)
        assert sess.run(tf.reduce_sum(tf.reshape(x, [3, 2]), axis=0), {x: np.ones(6)}).shape == (2,)
        assert sess.run(tf.reduce_sum(tf.reshape(x, [3, 2]), axis=1), {x: np.ones(6)}).shape == (3,)
    assert len(set(compiled)) == 4


def test_another_session_compiles_nothing_again(compiled):
    v = tf.Variable([1.0, 2.0], name="v")
    step = tf.assign_add(v, [1.0, 1.0])
    for _ in range(2):
        with tf.Session() as sess:
            sess.run(v.initializer)
            np.testing.assert_array_equal(sess.run(step), [2, 3])
            np.testing.assert_array_equal(sess.run(step), [3, 4])
    assert len(compiled) == 1  # the step; NumPy sets the initial value


def test_which_input_is_which_counts(compiled):
    a, b = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
    with tf.Session() as sess:
        feeds = {a: 5.0, b: 3.0}
        assert sess.run(a - b, feeds) == 2
        assert sess.run(b - a, feeds) == -2
        assert sess.run([a - b, b - a], feeds) == [2, -2]
        assert sess.run([b - a, a - b], feeds) == [-2, 2]


PROGRAM = """
    import sys
    import numpy as np
    import graphlab as tf
    from graphlab._src.compiler.executables import sharing
    import jax
    compiles = []
    real = jax.stages.Lowered.compile
    jax.stages.Lowered.compile = lambda *arguments: compiles.append(1) or real(*arguments)
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.Variable(tf.ones([3, 2]))
    y = tf.matmul(x, w)
    step = tf.assign_add(w, tf.ones([3, 2]))
    with tf.Session() as sess:
        sess.run(w.initializer)
        for _ in range(2):
            sess.run(step)
        sess.run(tf.square(w))
        print(sess.run(y, {x: np.ones((2, 3))}).tolist(), len(compiles))
"""


SUM = """
    import numpy as np
    import graphlab as tf
    x = tf.placeholder(tf.float32, [8, 8])
    v = tf.Variable(tf.ones([8, 8]))
    y = tf.reduce_sum(tf.nn.softmax(tf.matmul(x, v)))
    with tf.Session() as sess:
        sess.run(v.initializer)
        print(sess.run(y, {x: np.ones((8, 8))}))
"""

LINEAR_ALGEBRA = """
    import numpy as np
    import graphlab as tf
    from graphlab._src.compiler.executables import sharing
    compiled = []
    real = sharing.disk_cache.save
    sharing.disk_cache.save = lambda *arguments: compiled.append(1) or real(*arguments)
    a = tf.placeholder(tf.float32, [2, 2])
    found = {
        "cholesky": tf.cholesky(a),
        "matrix_inverse": tf.matrix_inverse(a),
        "matrix_solve": tf.matrix_solve(a, a),
        "matrix_triangular_solve": tf.matrix_triangular_solve(a, a),
        "matrix_solve_ls": tf.matrix_solve_ls(a, a, fast=False),
        "qr": tf.qr(a).r,
        "svd": tf.svd(a)[0],
        "self_adjoint_eig": tf.self_adjoint_eig(a)[0],
        "lu": tf.linalg.lu(a)[0],
        "expm": tf.linalg.expm(a),
        "matrix_determinant": tf.matrix_determinant(a),
    }
    with tf.Session() as sess:
        print(sum(np.abs(value).sum() for value in sess.run(found, {a: [[2, 1], [1, 2]]}).values()).round(3), len(compiled))
"""


def run_with_cache(folder, program=PROGRAM):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(program)],
        env={**os.environ, "JAX_PLATFORMS": "cpu", "TF_DETERMINISTIC_OPS": "1", "GRAPHLAB_CACHE_DIR": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=300,
    ).stdout.strip()


@pytest.mark.slow
def test_a_new_process_finds_what_another_compiled(tmp_path):
    folder = tmp_path / "deep" / "cache"
    result = "[[9.0, 9.0], [9.0, 9.0]]"
    assert run_with_cache(folder) == f"{result} 3"
    assert len(list(folder.iterdir())) == 3
    assert folder.stat().st_mode & 0o777 == 0o700
    assert run_with_cache(folder) == f"{result} 0"
    first, second, third = sorted(folder.iterdir())
    first.write_bytes(b"nonsense")
    second.write_bytes(second.read_bytes()[:-10])
    content = bytearray(third.read_bytes())
    content[len(content) // 2] ^= 1
    third.write_bytes(content)
    assert run_with_cache(folder) == f"{result} 3"
    assert run_with_cache(folder) == f"{result} 0"


@pytest.mark.slow
def test_code_that_jax_loads_from_its_own_folder_is_left_there(tmp_path, monkeypatch):
    monkeypatch.setenv("JAX_COMPILATION_CACHE_DIR", str(tmp_path / "jax"))
    monkeypatch.setenv("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")
    assert run_with_cache("", SUM) == "8.0"
    assert any((tmp_path / "jax").iterdir())
    assert [run_with_cache(tmp_path / "ours", SUM) for _ in range(2)] == ["8.0"] * 2


@pytest.mark.slow
def test_a_folder_that_can_not_be_used_is_as_good_as_none(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert run_with_cache(tmp_path / "file" / "cache") == "[[9.0, 9.0], [9.0, 9.0]] 3"
    assert run_with_cache("") == "[[9.0, 9.0], [9.0, 9.0]] 3"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_code_that_others_may_have_put_there_is_not_loaded(tmp_path):
    folder = tmp_path / "cache"
    run_with_cache(folder)
    folder.chmod(0o777)
    assert run_with_cache(folder) == "[[9.0, 9.0], [9.0, 9.0]] 3"


def test_where_the_folder_is(monkeypatch, tmp_path):
    monkeypatch.setattr(disk_cache._Settings, "folder", disk_cache._UNSET)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("GRAPHLAB_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert disk_cache.cache_dir() == tmp_path / "graphlab"
    monkeypatch.setenv("GRAPHLAB_CACHE_DIR", str(tmp_path / "other"))
    assert disk_cache.cache_dir() == tmp_path / "other"
    disk_cache.set_cache_dir(tmp_path / "mine")
    assert disk_cache.cache_dir() == tmp_path / "mine"
    disk_cache.set_cache_dir(None)
    assert disk_cache.cache_dir() is None


@pytest.mark.slow
def test_linear_algebra_finds_lapack_in_a_new_process(tmp_path):
    assert run_with_cache(tmp_path, LINEAR_ALGEBRA) == "73.134 1"
    assert run_with_cache(tmp_path, LINEAR_ALGEBRA) == "73.134 0"


@pytest.mark.parametrize("count", [2, 20_000])
@pytest.mark.parametrize("traced", [False, True])
def test_code_that_was_made_for_good_indices_takes_no_bad_ones(compiled, count, traced):
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE if traced else tf.RunOptions.NO_TRACE)

    def taken(last):
        with tf.Graph().as_default(), tf.Session() as session:
            table = tf.placeholder(tf.float32, [10])
            rows = tf.gather(table, tf.constant(np.append(np.zeros(count - 1, int), last)))
            return session.run(rows, {table: np.arange(10.0)}, options, tf.RunMetadata())[-1]

    assert taken(9) == 9
    with pytest.raises(tf.errors.InvalidArgumentError, match="= 10 is not in"):
        taken(10)


def test_equal_segments_check_each_its_own_indices(compiled):
    x = tf.placeholder(tf.float32, [10])
    for i in (0, 1, 10):
        x = tf.py_func(lambda rows: rows, [tf.gather(x, [i] * 10)], tf.float32)
        x.set_shape([10])
        with tf.Session() as session:
            if i < 10:
                session.run(x, {"Placeholder:0": np.arange(10.0)})
            else:
                with pytest.raises(tf.errors.InvalidArgumentError, match="= 10 is not in"):
                    session.run(x, {"Placeholder:0": np.arange(10.0)})
