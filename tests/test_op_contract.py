"""Every operation type keeps the same promises, which samples.py tests of all of them."""

import dataclasses
import functools
import inspect

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.extend.core import jaxprs_in_params

import graphlab as tf
from graphlab._src.base import dtypes, shapes
from graphlab._src.compiler.random_streams import WORDS, random_input
from graphlab._src.graph import opdef
from graphlab._src.graph.constant import group_inputs, kernel_attrs
from graphlab._src.ops.define import no_gradient, raw_ops, trace, undefined_gradient
from graphlab._src.proto import OpList, text_format
from tests.ops.samples import ON_VARIABLES, SAMPLES

DEFINITIONS = {name: one for name, one in sorted(opdef.registered().items()) if not name.endswith("Vjp")}
WITH_KERNEL = [
    name
    for name, one in DEFINITIONS.items()
    if one.kernel and one.outputs and not one.holds_state and one.feed != "required"
]
ON_DEVICE = [name for name in WITH_KERNEL if not DEFINITIONS[name].host]
FOLDING = [name for name in WITH_KERNEL if DEFINITIONS[name].fold]

# Inside these JAX numbers rows or draws with 64 bits; the elements themselves keep their type.
COUNTING_ROWS = (
    "LogMatrixDeterminant",
    "MatrixExponential",
    "TridiagonalSolve",
    "Cholesky",
    "MatrixInverse",
    "SelfAdjointEig",
    "SelfAdjointEigV2",
)
# A difference from 1 loses half of the digits; on GPUs a quotient is exact by way of double precision.
IN_DOUBLE = (
    *("Betainc", "Igamma", "Igammac", "FloorDiv", "HistogramFixedWidth"),
    *("ParameterizedTruncatedNormal", "RandomGamma", "RandomPoisson", "RandomPoissonV2", "AudioSpectrogram", "Mfcc"),
)


@dataclasses.dataclass
class Built:
    """An operation made from a sample: its inputs and what to feed."""

    op: tf.Operation
    values: list
    feeds: dict


def flat(values):
    for value in values:
        yield from value if isinstance(value, list) else [value]


def build(name, known=lambda dims: dims, wide=False):
    """The operation of a sample: placeholders for what may vary, constants where a value must be known.

    known: what the placeholders say of their shapes.  wide: double precision in place of single.
    """
    definition, one = DEFINITIONS[name], SAMPLES[name]
    feeds, values = {}, []

    def tensor(arg, value):
        value = np.asarray(value)
        if wide and value.dtype == np.float32:
            value = value.astype(np.float64)
        values.append(value)
        if arg.is_ref:
            return tf.Variable(value)._ref()
        if arg.dtype is dtypes.resource and name in ON_VARIABLES:
            return tf.Variable(value, use_resource=True).handle
        if arg.dtype is dtypes.resource:
            return tf.placeholder(tf.resource, value.shape)
        if arg.dtype is dtypes.variant:
            return tf.placeholder(tf.variant, value.shape)
        if arg.name in definition.static and not definition.host:
            return tf.constant(value)
        placeholder = tf.placeholder(value.dtype, known(value.shape))
        feeds[placeholder] = value
        return placeholder

    inputs = [
        [tensor(arg, item) for item in value] if arg.is_list else tensor(arg, value)
        for arg, value in zip(definition.inputs, one.inputs, strict=True)
    ]
    result = getattr(raw_ops, name)(*inputs, **one.attrs)
    while isinstance(result, (list, tuple)):
        result = result[0]
    return Built(result.op if isinstance(result, tf.Tensor) else result, values, feeds)


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def traced(built):
    """The shapes and types that the kernel returns, without running it."""
    definition = built.op.definition
    static = definition.static_positions(built.op)
    values = [
        value if i in static else jax.ShapeDtypeStruct(value.shape, value.dtype) for i, value in enumerate(built.values)
    ]
    return jax.tree_util.tree_leaves(trace(definition, built.op, values))


def test_every_operation_type_has_a_sample_and_every_sample_a_type():
    assert set(SAMPLES) == set(DEFINITIONS)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_it_is_documented(name):
    first = DEFINITIONS[name].doc.partition("\n")[0]
    assert first.endswith((".", ":"))
    assert len(first) > 8


@pytest.mark.parametrize("name", ON_DEVICE)
def test_its_shape_rule_says_what_its_kernel_gives(name):
    built = build(name)
    outputs = [tensor for tensor in built.op.outputs if not tensor.dtype.is_ref_dtype]
    results = traced(built)[len(built.op.definition.updates) :]
    for tensor, result in zip(outputs, results, strict=True):
        assert shapes.compatible(tensor.dims, result.shape)
        if name not in ("BroadcastGradientArgs", "PlaceholderWithDefault", "FusedBatchNormV3"):
            assert shapes.fully_defined(tensor.dims)


@pytest.mark.parametrize("known", [lambda dims: [None] * len(dims), lambda dims: None], ids=["sizes", "rank"])
@pytest.mark.parametrize("name", ON_DEVICE)
def test_its_shape_rule_takes_what_is_unknown(name, known):
    built = build(name, known)
    outputs = [tensor for tensor in built.op.outputs if not tensor.dtype.is_ref_dtype]
    for tensor, result in zip(outputs, traced(built)[len(built.op.definition.updates) :], strict=True):
        assert shapes.compatible(tensor.dims, result.shape)


def wide_types(jaxpr):
    """The 64-bit types that a computation makes anywhere."""
    for equation in jaxpr.eqns:
        for variable in equation.outvars:
            if str(variable.aval.dtype) in ("float64", "int64", "uint64", "complex128"):
                yield f"{equation.primitive.name} makes {variable.aval.dtype}"
        for inner in jaxprs_in_params(equation.params):
            yield from wide_types(inner)


@pytest.mark.parametrize("name", ON_DEVICE)
def test_its_kernel_stays_within_32_bits(name):
    built = build(name)
    types = [tensor.dtype.base_dtype for tensor in (*built.op.inputs, *built.op.outputs)]
    if name.removeprefix("Batch") in (*COUNTING_ROWS, *IN_DOUBLE) or any(
        dtype in (dtypes.int64, dtypes.float64) for dtype in types
    ):
        return  # the graph requests it, or nothing but row numbers is wide
    definition, op = built.op.definition, built.op
    static = definition.static_positions(op)

    def call(*moving):
        rest = iter(moving)
        values = [value if i in static else next(rest) for i, value in enumerate(built.values)]
        extra = random_input(definition, np.arange(WORDS, dtype=np.uint32))
        return definition.kernel(*group_inputs(definition, op, values), **kernel_attrs(op, definition), **extra)

    with jax.enable_x64(True):
        moving = [jnp.asarray(value) for i, value in enumerate(built.values) if i not in static]
        jaxpr = jax.make_jaxpr(call)(*moving)
    assert not list(wide_types(jaxpr.jaxpr))


@pytest.mark.parametrize("name", FOLDING)
def test_what_is_known_beforehand_is_what_a_run_gives(name):
    built = build(name)
    definition = built.op.definition
    folded = definition.fold(*group_inputs(definition, built.op, built.values), **kernel_attrs(built.op, definition))
    folded = [folded] if definition.single_output else folded
    with tf.Session() as session:
        for known, value in zip(folded, session.run(built.op.outputs, built.feeds), strict=True):
            np.testing.assert_allclose(np.asarray(known), value, rtol=1e-6)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_it_goes_through_a_graph_def_and_back(name, graph):
    build(name)
    message = graph.as_graph_def(add_shapes=True)
    with tf.Graph().as_default() as copy:
        tf.import_graph_def(message, name="")
        assert copy.as_graph_def(add_shapes=True) == message


def has_gradient(name):
    definition, one = DEFINITIONS[name], SAMPLES[name]
    if (
        definition.gradient in (no_gradient, undefined_gradient)
        or definition.updates
        or definition.random
        or one.gradient_of == ()
    ):
        return False
    floats = [value for value in flat(one.inputs) if np.asarray(value).dtype == np.float32]
    refused = name in ("PreventGradient", "Cast", "Bitcast")
    return bool(floats) and not refused


# Second derivatives that TensorFlow has none of, and how it says so; () where it lets nothing flow.
WITHOUT_SECOND = {
    "CTCLoss": LookupError,
    "FractionalAvgPool": LookupError,
    "FractionalMaxPool": LookupError,
    "Igamma": LookupError,
    "Igammac": LookupError,
    "SparseAdd": (),
    "SparseSlice": LookupError,
    "SparseSoftmax": NotImplementedError,
}


# Gradients of gradients that XLA compiles for longest.
LONG_TO_COMPILE = """
    Betainc Conv3D Conv3DBackpropFilterV2 CumulativeLogsumexp Digamma Dilation2D Dilation2DBackpropInput
    Igamma Igammac MatrixExponential MatrixSolveLs MatrixSquareRoot Polygamma RGBToHSV SegmentMax
    SegmentProd SparseDenseCwiseDiv SparseDenseCwiseMul SparseFillEmptyRowsGrad SparseSegmentMeanGrad
    SparseTensorDenseMatMul Svd TridiagonalSolve UnsortedSegmentProd Zeta
""".split()


def marked(name):
    return pytest.param(name, marks=pytest.mark.slow) if name in LONG_TO_COMPILE else name


@pytest.mark.parametrize("name", [marked(name) for name in WITH_KERNEL if has_gradient(name)])
def test_its_gradient_is_the_numeric_gradient_and_so_is_the_second(name):
    built = build(name, wide=True)
    random = np.random.RandomState(3)
    outputs = [tensor for tensor in built.op.outputs if tensor.dtype.is_floating]
    if name in ("SoftmaxCrossEntropyWithLogits", "CTCLoss"):
        outputs = outputs[:1]
    # A wave in place of a sum, so that every element has a gradient of its own.
    loss = tf.add_n([tf.reduce_sum(tf.sin(tensor * random.rand())) for tensor in outputs])
    moving = [i for i, tensor in enumerate(built.op.inputs) if tensor in built.feeds and tensor.dtype.is_floating]
    chosen = SAMPLES[name].gradient_of
    moving = [i for i in moving if chosen is None or i in chosen]
    points = [built.op.inputs[i] for i in moving]
    gradients = [tf.convert_to_tensor(gradient) for gradient in tf.gradients(loss, points)]
    # TensorFlow treats labels as fixed.
    twice = 1 if name == "SoftmaxCrossEntropyWithLogits" else len(points)
    ways = [random.standard_normal(built.feeds[point].shape) for point in points[:twice]]
    along = tf.add_n([tf.reduce_sum(gradient * way) for gradient, way in zip(gradients, ways, strict=False)])
    second = second_along(name, along, points[:twice], ways)
    with tf.Session() as session:
        # All of it in one run, which is compiled once.
        run = functools.partial(session.run, (loss, along, along if second is None else second, gradients))
        _, _, bent, found = run(built.feeds)
        for point, gradient in zip(points, found, strict=True):
            np.testing.assert_allclose(gradient, numeric_gradient(run, built.feeds, point), rtol=1e-4, atol=1e-6)
        if second is None:
            return
        delta = 1e-5
        up, down = (
            run(built.feeds | {p: built.feeds[p] + step * way for p, way in zip(points, ways, strict=False)})[1]
            for step in (delta, -delta)
        )
        np.testing.assert_allclose(bent, (up - down) / (2 * delta), rtol=1e-3, atol=1e-5)


def second_along(name, along, points, ways):
    """How the derivative of the gradients along one direction changes on it; None where TensorFlow has no second derivative."""
    if WITHOUT_SECOND.get(name):
        with pytest.raises(WITHOUT_SECOND[name]):
            tf.gradients(along, points)
        return None
    seconds = tf.gradients(along, points)
    if name in WITHOUT_SECOND:
        assert seconds == [None] * len(points)
        return None
    pairs = [(second, way) for second, way in zip(seconds, ways, strict=True) if second is not None]
    flowing = [tf.reduce_sum(tf.convert_to_tensor(second) * way) for second, way in pairs]
    return tf.add_n(flowing) if flowing else tf.constant(0.0, tf.float64)


def numeric_gradient(run, feeds, point, delta=1e-5):
    """How much the loss changes with each element of one input, from a step to both sides."""
    result = np.zeros_like(feeds[point])
    for index in np.ndindex(*result.shape):
        losses = []
        for step in (delta, -delta):
            moved = np.array(feeds[point])
            moved[index] += step
            losses.append(run({**feeds, point: moved})[0])
        result[index] = (losses[0] - losses[1]) / (2 * delta)
    return result


@pytest.fixture(scope="module")
def tensorflows():
    found = OpList()
    for name in ("tensorflow_ops", "contrib_ops", "newer_ops"):  # of TensorFlow 1.15, and what came after it
        with open(f"tests/ops/{name}.pbtxt", encoding="utf-8") as file:
            text_format.Merge(file.read(), found)
    return {one.name: one for one in found.op}


def default(attr):
    """An attribute's kind and default; a tensor's numbers, which a message may hold in one field or another."""
    value = attr.default_value
    return attr.type, tf.make_ndarray(value.tensor).tolist() if value.HasField("tensor") else value


@pytest.mark.parametrize("name", DEFINITIONS)
def test_its_signature_is_tensorflows(name, tensorflows, graph):
    ours, theirs = graph._get_op_def(name), tensorflows[name]
    assert list(ours.input_arg) == list(theirs.input_arg)
    assert list(ours.output_arg) == list(theirs.output_arg)
    assert {attr.name: default(attr) for attr in ours.attr} == {attr.name: default(attr) for attr in theirs.attr}
    assert ours.is_stateful == theirs.is_stateful
    assert ours.is_commutative == theirs.is_commutative


def in_order(definition):
    """The arguments of TensorFlow's generated function of an operation type."""
    inputs = definition.input_arg
    found = {said for arg in inputs for said in (arg.type_attr, arg.number_attr, arg.type_list_attr)}
    attributes = [attr for attr in definition.attr if attr.name not in found]
    attributes.sort(key=lambda attr: attr.HasField("default_value"))
    return [*(arg.name for arg in inputs), *(attr.name for attr in attributes), "name"]


def test_arguments_have_tensorflows_order(tensorflows):
    ours = {name: list(inspect.signature(getattr(raw_ops, name)).parameters) for name in DEFINITIONS}
    assert ours == {name: in_order(tensorflows[name]) for name in DEFINITIONS}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_it_takes_the_types_that_tensorflow_takes(name, tensorflows, graph):
    ours = {attr.name: set(attr.allowed_values.list.type) for attr in graph._get_op_def(name).attr}
    for attr in tensorflows[name].attr:
        theirs = {one for one in attr.allowed_values.list.type if dtypes.as_dtype(one) in dtypes.ON_DEVICE}
        mine = {one for one in ours[attr.name] if dtypes.as_dtype(one) in dtypes.ON_DEVICE}
        assert mine == theirs
