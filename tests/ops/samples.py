"""One sample of inputs and attributes for every operation type: what the contract tests feed."""

import dataclasses

import numpy as np

from graphlab import dtypes
from graphlab._src.graph.attrs import Later
from graphlab._src.graph.tensor_proto import encode
from graphlab._src.ops.ragged.forms import Encoded
from tests.ops.boosted_trees import BOOSTED_TREES
from tests.ops.datasets import DATASETS
from tests.ops.gradient_trees import GRADIENT_TREES
from tests.ops.structural import STRUCTURAL
from tests.ops.waiting import WAITING


@dataclasses.dataclass
class Sample:
    """inputs: NumPy arrays, a list of them for an input that is a list.  attrs: what the inputs do not say.

    gradient_of: the inputs to check the gradient of, by position; all floating point ones when left out.
    """

    inputs: tuple
    attrs: dict
    gradient_of: tuple | None = None


def sample(*inputs, gradient_of=None, **attrs):
    """A Sample."""
    return Sample(inputs, attrs, gradient_of)


_random = np.random.RandomState(7)


def some(*shape, low=0.2, high=0.9):
    """Numbers between low and high, no two close together, where most functions are smooth."""
    count = int(np.prod(shape))
    steps = _random.permutation(count) + 0.5 + _random.uniform(-0.3, 0.3, count)
    return (low + (high - low) * steps / count).astype(np.float32).reshape(shape)


def ints(values, dtype: type = np.int32):
    """Whole numbers."""
    return np.asarray(values, dtype)


def signed(*shape):
    """Numbers around 0, none of which is close to it."""
    return some(*shape) * np.where(_random.rand(*shape) < 0.5, -1, 1).astype(np.float32)


def texts(*values):
    """Strings."""
    return np.asarray([value.encode() for value in values], object)


def bools(*shape):
    """True and False."""
    return _random.rand(*shape) < 0.5


def square(size=3):
    """A well-conditioned matrix."""
    return some(size, size) + 2 * np.eye(size, dtype=np.float32)


def symmetric(size=3):
    """A well-conditioned symmetric matrix with positive eigenvalues."""
    matrix = square(size)
    return matrix @ matrix.T


COMPLEX = (signed(3) + 1j * signed(3)).astype(np.complex64)
WAVES = (signed(2, 3, 3) + 1j * signed(2, 3, 3)).astype(np.complex64)
NUMBER = some()
TAG = np.asarray(b"tag", object)
BOXES = np.asarray([[0.1, 0.2, 0.7, 0.8], [0.0, 0.1, 0.65, 0.9], [0.5, 0.4, 0.9, 0.75]], np.float32)

_UNARY = (
    "Abs Asin Acos Asinh Atan Atanh Ceil Cos Cosh Digamma Elu Erf Erfc Exp Expm1 Floor Identity Inv IsFinite "
    "IsInf IsNan Lgamma Log Log1p LogSoftmax Neg OnesLike Reciprocal Relu Relu6 Rint Round Rsqrt Selu Sigmoid Sign Sin "
    "Sinh Softmax Softplus Softsign Sqrt Square StopGradient Tan Tanh ZerosLike L2Loss PreventGradient LeakyRelu Shape "
    "Size Rank"
)
_BINARY = (
    "Add AddV2 ApproximateEqual Div DivNoNan Equal Greater GreaterEqual Igamma "
    "Igammac Less LessEqual Maximum Minimum Mul MulNoNan NotEqual Pow RealDiv SquaredDifference Sub TruncateDiv "
    "Xdivy Xlogy"
)
_SAME_SHAPE = "ApproximateEqual"
_GRADIENTS = "EluGrad LeakyReluGrad ReciprocalGrad Relu6Grad ReluGrad RsqrtGrad SeluGrad SigmoidGrad SoftplusGrad SoftsignGrad SqrtGrad TanhGrad"
_REDUCTIONS = "EuclideanNorm Max Mean Min Prod Sum"

_CHANGES = "Add Div Max Min Mul Sub Update"


def _highest(images):
    """The highest of each block of two along the axes of space."""
    split = [n for size in images.shape[1:-1] for n in (size // 2, 2)]
    blocks = images.reshape(images.shape[0], *split, images.shape[-1])
    return blocks.max(axis=tuple(range(2, blocks.ndim - 1, 2)))


_IMAGE = some(1, 4, 4, 2)
_VOLUME = some(1, 4, 4, 2, 2)
_SQUARE = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
_CUBE = {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1], "padding": "VALID"}
_NUMBERS = ints([[[[0, 3], [4, 7]], [[16, 19], [28, 31]]]], np.int64)
_HOLES = {"strides": [1, 2, 1, 1], "rates": [1, 1, 2, 1]}
_SIZES = (ints([1, 2, 2, 1]), ints([1, 2, 2, 1]))

TABLE = np.empty((), object)  # in place of a handle
STEP = np.asarray(1, np.int64)

# A sparse matrix of three values, and one as strings.
PLACES = ints([[0, 0], [0, 2], [1, 3]], np.int64)
SIZES = ints([2, 4], np.int64)
TEXT_OF = np.empty(3, object)
TEXT_OF[:] = [encode(part).SerializeToString() for part in (PLACES, some(3), SIZES)]

_SDCA = (
    [ints([0], np.int64)],
    [ints([4], np.int64)],
    [some(1)],
    [some(1, 2)],
    some(1),
    np.ones(1, np.float32),
    [ints([4], np.int64)],
    [some(1)],
    [some(2)],
    np.zeros((1, 4), np.float32),
)
_SDCA_ATTRS = {"loss_type": "logistic_loss", "l1": 0.1, "l2": 1.0, "num_loss_partitions": 1, "num_inner_iterations": 1}

SAMPLES = {
    **{
        name: Sample(inputs, attrs)
        for name, (inputs, attrs) in {**DATASETS, **STRUCTURAL, **WAITING, **BOOSTED_TREES, **GRADIENT_TREES}.items()
    },
    **{name: sample(some(2, 3)) for name in _UNARY.split()},
    **{name: sample(some(2, 3), some(2, 3) if name in _SAME_SHAPE else some(3)) for name in _BINARY.split()},
    **{name: sample(some(2, 3), some(2, 3)) for name in _GRADIENTS.split()},
    **{name: sample(some(2, 3, 4), ints([0, 2])) for name in _REDUCTIONS.split()},
    **{
        f"{name}CandidateSampler": sample(
            ints([[1], [3]], np.int64), num_true=1, num_sampled=4, unique=True, range_max=9
        )
        for name in ("Uniform", "LogUniform", "LearnedUnigram", "ThreadUnsafeUnigram")
    },
    "AccumulateNV2": sample([some(2, 3), some(2, 3), some(2, 3)], shape=[2, 3]),
    "Acosh": sample(some(2, 3) + 1),
    "AddN": sample([some(2, 3), some(2, 3), some(2, 3)]),
    "All": sample(bools(2, 3), ints([1])),
    "AllCandidateSampler": sample(ints([[1], [3]], np.int64), num_true=1, num_sampled=4, unique=True),
    "Angle": sample(COMPLEX, gradient_of=()),
    "Any": sample(bools(2, 3), ints(0)),
    "ArgMax": sample(some(2, 3), ints(1)),
    "ArgMin": sample(some(2, 3), ints(0)),
    "Atan2": sample(some(2, 3), some(2, 3)),
    "BatchMatMul": sample(some(2, 3, 4), some(2, 4, 2)),
    "BatchMatMulV2": sample(some(2, 3, 4), some(4, 2)),
    "Betainc": sample(some(3) + 1, some(3) + 1, some(3), gradient_of=(2,)),
    "AsString": sample(some(2, 3)),
    "Assert": sample(np.asarray(True), [texts("why"), some(2)]),
    "BiasAdd": sample(some(2, 3), some(3)),
    "BiasAddGrad": sample(some(2, 3)),
    "BiasAddV1": sample(some(2, 3), some(3)),
    "Bitcast": sample(some(2, 3), type=dtypes.int32),
    "Bincount": sample(ints([1, 1, 3]), ints(4), some(3)),
    "BitwiseAnd": sample(ints([5, 6]), ints([3])),
    "BitwiseOr": sample(ints([5, 6]), ints([3])),
    "BitwiseXor": sample(ints([5, 6]), ints([3])),
    "BroadcastArgs": sample(ints([2, 1]), ints([3])),
    "BroadcastGradientArgs": sample(ints([2, 1]), ints([3])),
    "BroadcastTo": sample(some(3, 1), ints([2, 3, 4])),
    "CTCBeamSearchDecoder": sample(some(4, 2, 3), ints([4, 3]), beam_width=3, top_paths=2),
    "CTCGreedyDecoder": sample(some(4, 2, 3), ints([4, 3])),
    "CTCLoss": sample(some(4, 2, 3), ints([[0, 0], [1, 0], [1, 1]], np.int64), ints([1, 0, 0]), ints([4, 3])),
    "Bucketize": sample(some(2, 3), boundaries=[0.3, 0.5]),
    "Cast": sample(some(2, 3), DstT=dtypes.int32),
    "Cholesky": sample(symmetric(), gradient_of=()),
    "Complex": sample(some(3), some(3), gradient_of=()),
    "ComplexAbs": sample(COMPLEX, gradient_of=()),
    "Concat": sample(ints(1), [some(2, 3), some(2, 1)]),
    "ComputeAccidentalHits": sample(ints([[1], [3]], np.int64), ints([3, 3, 0], np.int64), num_true=1),
    "ConcatOffset": sample(ints(1), [ints([2, 3]), ints([2, 1])]),
    "ConcatV2": sample([some(2, 3), some(2, 1)], ints(1)),
    "Conj": sample(COMPLEX, gradient_of=()),
    "ConjugateTranspose": sample(COMPLEX.reshape(3, 1), ints([1, 0]), gradient_of=()),
    "Const": sample(value=some(2, 3), dtype=dtypes.float32),
    "Cross": sample(some(2, 3), some(2, 3)),
    "Cumprod": sample(some(2, 3), ints(1), exclusive=True),
    "Cumsum": sample(some(2, 3), ints(1), reverse=True),
    "DenseToDenseSetOperation": sample(ints([[1, 2]]), ints([[2, 3]]), set_operation="union"),
    "DenseToSparseSetOperation": sample(
        ints([[1, 2]]), ints([[0, 1]], np.int64), ints([2]), ints([1, 2], np.int64), set_operation="intersection"
    ),
    "Diag": sample(some(3)),
    "DiagPart": sample(some(3, 3)),
    "DynamicPartition": sample(some(4, 2), ints([0, 1, 0, 1]), num_partitions=2),
    "DynamicStitch": sample([ints([0, 2]), ints([1])], [some(2, 3), some(1, 3)]),
    "EditDistance": sample(
        ints([[0, 0]], np.int64),
        texts("a"),
        ints([1, 1], np.int64),
        ints([[0, 0]], np.int64),
        texts("b"),
        ints([1, 2], np.int64),
    ),  # fmt: skip
    "EnsureShape": sample(some(2, 3), shape=[2, None]),
    "ExpandDims": sample(some(2, 3), ints(1)),
    "Fill": sample(ints([2, 3]), some()),
    "FixedUnigramCandidateSampler": sample(
        ints([[1], [3]], np.int64), num_true=1, num_sampled=2, unique=True, range_max=4, unigrams=[1.0, 2.0, 3.0, 4.0]
    ),
    "Gather": sample(some(4, 3), ints([[0, 2], [2, 1]])),
    "GatherNd": sample(some(4, 3), ints([[0, 2], [3, 1]])),
    "GatherTree": sample(ints([[[1, 2, 3]], [[4, 5, 6]]]), ints([[[0, 0, 0]], [[0, 1, 1]]]), ints([2]), ints(9)),
    "GatherV2": sample(some(2, 4, 3), ints([0, 2, 2]), ints(1)),
    "HistogramFixedWidth": sample(some(5), np.asarray([0, 1], np.float32), ints(3)),
    "IdentityN": sample([some(2), some(3)]),
    "IgammaGradA": sample(some(2, 3), some(3), gradient_of=()),
    "Imag": sample(COMPLEX, gradient_of=()),
    "InTopKV2": sample(some(2, 4), ints([1, 3]), ints(2)),
    "Invert": sample(ints([5, 6])),
    "InvertPermutation": sample(ints([2, 0, 1])),
    "LSTMBlockCell": sample(
        some(2, 3), some(2, 2), some(2, 2), some(5, 8), some(2), some(2), some(2), some(8), gradient_of=()
    ),
    "LeftShift": sample(ints([5, 6]), ints([3])),
    "LinSpace": sample(np.float32(1), np.float32(2), ints(5)),
    "ListDiff": sample(ints([1, 2, 3, 4]), ints([2, 4])),
    "LogicalAnd": sample(bools(2, 3), bools(3)),
    "LogicalNot": sample(bools(2, 3)),
    "LogicalOr": sample(bools(2, 3), bools(3)),
    "Mod": sample(some(2, 3) * 3, some(3)),
    "TruncateMod": sample(some(2, 3) * 3, some(3)),
    "FloorMod": sample(some(2, 3) * 3, some(3)),
    "FloorDiv": sample(some(2, 3) * 3, some(3)),
    **{f"{name}Bound": sample(np.asarray([[1, 3, 5]], np.float32), some(1, 2)) for name in ("Lower", "Upper")},
    "MatMul": sample(some(4, 2), some(3, 4), transpose_a=True, transpose_b=True),
    "MatrixBandPart": sample(some(3, 4), ints(0, np.int64), ints(1, np.int64)),
    "MatrixDeterminant": sample(square()),
    "BesselI0e": sample(signed(3)),
    "BesselI1e": sample(signed(3)),
    "CumulativeLogsumexp": sample(some(2, 3), ints(1), reverse=True),
    "Fact": sample(),
    "Fingerprint": sample(texts("a", "bc"), np.asarray(b"farmhash64", object)),
    "LogMatrixDeterminant": sample(square()),
    "Lu": sample(square(), gradient_of=()),
    "MatrixDiagPartV2": sample(some(2, 3, 4), ints([-1, 2]), some(), gradient_of=(0,)),
    "MatrixDiagV2": sample(some(2, 3), ints(1), ints(-1), ints(5), some(), gradient_of=(0,)),
    "MatrixExponential": sample(some(2, 2)),
    "MatrixLogarithm": sample(symmetric().astype(np.complex64)),
    "MatrixSetDiagV2": sample(some(3, 4), some(3), ints(1)),
    "MatrixSolveLs": sample(some(4, 2), some(4, 3), np.asarray(0.1), gradient_of=(0, 1)),
    "MatrixSquareRoot": sample(symmetric()),
    "NextAfter": sample(some(3), some(3), gradient_of=()),
    "Timestamp": sample(),
    "TridiagonalMatMul": sample(some(1, 3), some(1, 3), some(1, 3), some(3, 2)),
    "TridiagonalSolve": sample(some(3, 3) + np.asarray([[0], [2], [0]], np.float32), some(3, 2)),
    "UnicodeDecode": sample(texts("é", "ab"), input_encoding="UTF-8"),
    "UnicodeDecodeWithOffsets": sample(texts("é", "ab"), input_encoding="UTF-8"),
    "UnicodeEncode": sample(ints([233, 97]), ints([0, 1, 2], np.int64), output_encoding="UTF-8"),
    "UnicodeScript": sample(ints([97, 233, 0x6F22])),
    "UnicodeTranscode": sample(texts("é"), input_encoding="UTF-8", output_encoding="UTF-16-BE"),
    "UnravelIndex": sample(ints([5, 22]), ints([7, 6])),
    "MatrixDiag": sample(some(2, 3)),
    "MatrixDiagPart": sample(some(2, 3, 4)),
    "MatrixInverse": sample(square()),
    "MatrixSetDiag": sample(some(3, 4), some(3)),
    "MatrixSolve": sample(square(), some(3, 2)),
    "MatrixTriangularSolve": sample(square(), some(3, 2)),
    "MirrorPad": sample(some(3, 4), ints([[1, 0], [2, 1]]), mode="REFLECT"),
    "MirrorPadGrad": sample(some(4, 6), ints([[1, 0], [2, 1]]), mode="SYMMETRIC"),
    "StatelessMultinomial": sample(some(2, 3), ints(4), ints([1, 2], np.int64)),
    "Multinomial": sample(some(2, 3), ints(4)),
    "NoOp": sample(),
    "OneHot": sample(ints([0, 2], np.int64), ints(3), some(), some()),
    "Pack": sample([some(2, 3), some(2, 3)], axis=1),
    "Pad": sample(some(2, 3), ints([[1, 0], [0, 2]])),
    "PadV2": sample(some(2, 3), ints([[1, 0], [0, 2]]), some(), gradient_of=(0,)),
    "ParallelDynamicStitch": sample([ints([0, 2]), ints([1])], [some(2, 3), some(1, 3)]),
    "Placeholder": sample(dtype=dtypes.float32, shape=[2, 3]),
    "PlaceholderWithDefault": sample(some(2, 3), shape=[2, None]),
    "Polygamma": sample(np.asarray([1, 2, 1], np.float32), some(3), gradient_of=(1,)),
    "Qr": sample(some(3, 2) + np.eye(3, 2, dtype=np.float32)),
    "RandomGamma": sample(ints([4]), some(2) + 1, gradient_of=()),
    "RandomGammaGrad": sample(some(2) + 1, some(3, 2)),
    "RandomPoissonV2": sample(ints([4]), some(2), dtype=dtypes.float32),
    "RandomShuffle": sample(some(4, 3)),
    "RandomStandardNormal": sample(ints([2, 3]), dtype=dtypes.float32),
    "RandomUniform": sample(ints([2, 3]), dtype=dtypes.float32),
    "RandomUniformInt": sample(ints([2, 3]), ints(1), ints(5)),
    "Range": sample(ints(1), ints(7), ints(2)),
    "Real": sample(COMPLEX, gradient_of=()),
    "Reshape": sample(some(2, 3), ints([3, -1])),
    "ReverseSequence": sample(some(2, 4), ints([3, 2], np.int64), seq_dim=1),
    "ReverseV2": sample(some(2, 3), ints([1])),
    "RightShift": sample(ints([5, 6]), ints([1])),
    "Roll": sample(some(3, 4), ints([1, -2]), ints([0, 1])),
    "ScatterNd": sample(ints([[0], [2], [0]]), some(3, 2), ints([4, 2])),
    "Select": sample(bools(2, 3), some(2, 3), some(2, 3)),
    "SelectV2": sample(bools(3), some(2, 3), some(2, 1)),
    "SelfAdjointEigV2": sample(symmetric(), gradient_of=()),
    "SetSize": sample(ints([[0, 1]], np.int64), ints([2]), ints([1, 2], np.int64)),
    "ShapeN": sample([some(2), some(3, 1)]),
    "Slice": sample(some(3, 4), ints([1, 0]), ints([2, -1])),
    "SoftmaxCrossEntropyWithLogits": sample(some(2, 3), np.asarray([[0.2, 0.5, 0.3], [0.7, 0.1, 0.2]], np.float32)),
    "SparseSoftmaxCrossEntropyWithLogits": sample(some(2, 3), ints([0, 2], np.int64), gradient_of=()),
    "SparseToSparseSetOperation": sample(
        *[ints([[0, 1]], np.int64), ints([2]), ints([1, 2], np.int64)] * 2, set_operation="a-b"
    ),
    "Split": sample(ints(1), some(2, 4), num_split=2),
    "SplitV": sample(some(2, 4), ints([3, -1], np.int64), ints(1), num_split=2),
    "Squeeze": sample(some(2, 1, 3), squeeze_dims=[1]),
    "StatelessRandomNormal": sample(ints([2, 3]), ints([1, 2]), dtype=dtypes.float32),
    "StatelessRandomUniform": sample(ints([2, 3]), ints([1, 2]), dtype=dtypes.float32),
    "StatelessRandomUniformInt": sample(ints([2, 3]), ints([1, 2]), ints(1), ints(5)),
    "StatelessTruncatedNormal": sample(ints([2, 3]), ints([1, 2]), dtype=dtypes.float32),
    "StridedSlice": sample(some(4, 3), ints([1, 0]), ints([4, 2]), ints([2, 1]), shrink_axis_mask=2),
    "StridedSliceGrad": sample(ints([4, 3]), ints([1, 0]), ints([4, 2]), ints([2, 1]), some(2), shrink_axis_mask=2),
    "Svd": sample(some(3, 2) + np.eye(3, 2, dtype=np.float32), compute_uv=False),
    "Tile": sample(some(2, 3), ints([2, 1])),
    "NearestNeighbors": sample(some(4, 2), some(3, 2), ints(2, np.int64)),
    "KmeansPlusPlusInitialization": sample(some(4, 2), *(ints(n, np.int64) for n in (2, 1, 0))),
    "KMC2ChainInitialization": sample(some(4), ints(1, np.int64)),
    "MaskedMatmul": sample(
        some(2, 3), some(3, 4), ints([[0, 3], [1, 1]], np.int64), np.asarray(False), np.asarray(False)
    ),
    "WALSComputePartialLhsAndRhs": sample(
        *(some(3, 2), some(3), some(1)[0], some(2), ints([[0, 2], [1, 0]], np.int64), some(2)),
        *(np.zeros(0, np.float32), ints(2, np.int64), np.asarray(False)),
    ),
    "ReinterpretStringToFloat": sample(texts("a", "word")),
    "ScatterAddNdim": sample(some(3, 2), ints([[0, 1], [2, 0]]), some(2)),
    "TopKV2": sample(some(2, 4), ints(2)),
    "Transpose": sample(some(2, 3, 4), ints([2, 0, 1])),
    "TruncatedNormal": sample(ints([2, 3]), dtype=dtypes.float32),
    **{f"TensorScatter{name}": sample(some(4, 2), ints([[0], [2]]), some(2, 2)) for name in ("Add", "Sub", "Update")},
    "Unique": sample(ints([3, 1, 3, 2])),
    "UniqueWithCounts": sample(ints([3, 1, 3, 2])),
    "ScatterNdNonAliasingAdd": sample(some(4, 2), ints([[0], [2]]), some(2, 2)),
    "Snapshot": sample(some(2, 3)),
    "TensorStridedSliceUpdate": sample(
        some(4, 3), ints([1, 0]), ints([4, 2]), ints([2, 1]), some(2), shrink_axis_mask=2
    ),
    "UniqueV2": sample(ints([[3, 1], [3, 1], [2, 1]]), ints([0])),
    "UniqueWithCountsV2": sample(ints([[3, 1], [3, 1], [2, 1]]), ints([0])),
    "Unpack": sample(some(2, 3), num=3, axis=1),
    "UnsortedSegmentMax": sample(some(4, 2), ints([0, 1, 0, 1]), ints(2)),
    "UnsortedSegmentMin": sample(some(4, 2), ints([0, 1, 0, 1]), ints(2)),
    "UnsortedSegmentProd": sample(some(4, 2), ints([0, 1, 0, 1]), ints(2)),
    "UnsortedSegmentSum": sample(some(4, 2), ints([0, -1, 0, 1]), ints(3)),
    "Where": sample(bools(2, 3)),
    "XlaCallModule": sample(
        [some(2, 3)],
        gradient_of=(),
        version=10,
        module=Later(lambda: b"code", lambda x: [x * 2], "doubles"),
        Sout=[[2, 3]],
        Tout=[dtypes.float32],
    ),
    "Zeta": sample(some(3) + 1.5, some(3), gradient_of=(1,)),
    # Windows over images.
    "AvgPool": sample(some(2, 4, 5, 2), ksize=[1, 2, 3, 1], strides=[1, 2, 1, 1], padding="SAME"),
    "AvgPool3D": sample(some(1, 3, 4, 2, 2), ksize=[1, 2, 2, 1, 1], strides=[1, 1, 2, 1, 1], padding="SAME"),
    "AvgPool3DGrad": sample(
        ints([1, 3, 4, 2, 2]), some(1, 3, 2, 2, 2), ksize=[1, 2, 2, 1, 1], strides=[1, 1, 2, 1, 1], padding="SAME"
    ),
    "AvgPoolGrad": sample(
        ints([1, 2, 4, 4]),
        some(1, 2, 2, 1),
        ksize=[1, 1, 2, 3],
        strides=[1, 1, 2, 2],
        padding="VALID",
        data_format="NCHW",
    ),
    "BatchToSpace": sample(some(4, 2, 2, 1), ints([[0, 1], [1, 0]]), block_size=2),
    "BatchToSpaceND": sample(some(6, 2, 2, 1), ints([2, 3]), ints([[0, 1], [2, 0]])),
    "Conv2D": sample(some(2, 5, 4, 2), some(3, 2, 2, 2), strides=[1, 2, 1, 1], padding="SAME"),
    "Conv2DBackpropFilter": sample(
        some(1, 5, 5, 2),
        ints([2, 2, 1, 2]),
        some(1, 3, 6, 2),
        strides=[1, 1, 1, 1],
        dilations=[1, 2, 1, 1],
        padding="EXPLICIT",
        explicit_paddings=[0, 0, 0, 0, 1, 1, 0, 0],
    ),
    "Conv2DBackpropInput": sample(
        ints([1, 2, 5, 4]),
        some(2, 2, 2, 3),
        some(1, 3, 2, 3),
        strides=[1, 1, 2, 1],
        padding="VALID",
        data_format="NCHW",
    ),
    "Conv3D": sample(some(1, 3, 4, 3, 2), some(2, 2, 2, 2, 1), strides=[1, 1, 2, 1, 1], padding="SAME"),
    "Conv3DBackpropFilterV2": sample(
        some(1, 3, 4, 3, 2), ints([2, 2, 2, 2, 1]), some(1, 3, 2, 3, 1), strides=[1, 1, 2, 1, 1], padding="SAME"
    ),
    "Conv3DBackpropInputV2": sample(
        ints([1, 3, 4, 3, 2]), some(2, 2, 2, 2, 1), some(1, 3, 2, 3, 1), strides=[1, 1, 2, 1, 1], padding="SAME"
    ),
    "Dequantize": sample(
        ints([1, 200], np.uint8).view(dtypes.quint8.as_numpy_dtype), some(), some() + 1, gradient_of=()
    ),
    "Dilation2D": sample(some(1, 4, 5, 2), some(2, 2, 2), padding="SAME", **_HOLES),
    "Dilation2DBackpropFilter": sample(
        some(1, 4, 5, 2), some(2, 2, 2), some(1, 2, 5, 2), gradient_of=(2,), padding="SAME", **_HOLES
    ),
    "Dilation2DBackpropInput": sample(
        some(1, 4, 5, 2), some(2, 2, 2), some(1, 2, 5, 2), gradient_of=(2,), padding="SAME", **_HOLES
    ),
    "ExtractImagePatches": sample(some(1, 4, 5, 2), ksizes=[1, 2, 2, 1], padding="SAME", **_HOLES),
    "ExtractVolumePatches": sample(
        some(1, 3, 4, 2, 2), ksizes=[1, 2, 2, 1, 1], strides=[1, 1, 2, 1, 1], padding="SAME"
    ),
    # Rounding has no gradient, and single precision is too coarse for one; test_quantization.py looks at values.
    "FakeQuantWithMinMaxArgs": sample(some(2, 3), gradient_of=()),
    "FakeQuantWithMinMaxArgsGradient": sample(some(2, 3), some(2, 3), gradient_of=()),
    "FakeQuantWithMinMaxVars": sample(some(2, 3), -some(), some(), gradient_of=()),
    "FakeQuantWithMinMaxVarsGradient": sample(some(2, 3), some(2, 3), -some(), some(), gradient_of=()),
    "FakeQuantWithMinMaxVarsPerChannel": sample(some(2, 3), -some(3), some(3), gradient_of=()),
    "FakeQuantWithMinMaxVarsPerChannelGradient": sample(some(2, 3), some(2, 3), -some(3), some(3), gradient_of=()),
    "FractionalAvgPool": sample(some(1, 5, 4, 1), pooling_ratio=[1.0, 1.5, 1.2, 1.0], seed=1, deterministic=True),
    "FractionalAvgPoolGrad": sample(
        ints([1, 5, 4, 1], np.int64),
        some(1, 2, 1, 1),
        ints([0, 2, 5], np.int64),
        ints([0, 4], np.int64),
        gradient_of=(),
    ),
    "FractionalMaxPool": sample(some(1, 5, 4, 1), pooling_ratio=[1.0, 1.5, 1.2, 1.0], seed=1, deterministic=True),
    "FractionalMaxPoolGrad": sample(
        some(1, 5, 4, 1),
        some(1, 2, 1, 1),
        some(1, 2, 1, 1),
        ints([0, 2, 5], np.int64),
        ints([0, 4], np.int64),
        gradient_of=(),
    ),
    "LRN": sample(some(1, 2, 2, 5), depth_radius=2, gradient_of=()),
    "LRNGrad": sample(some(1, 2, 2, 5), some(1, 2, 2, 5), some(1, 2, 2, 5), depth_radius=2, gradient_of=()),
    "MaxPoolGradGradWithArgmax": sample(_IMAGE, some(1, 4, 4, 2), _NUMBERS, gradient_of=(1,), **_SQUARE),
    "MaxPoolGradWithArgmax": sample(_IMAGE, some(1, 2, 2, 2), _NUMBERS, gradient_of=(1,), **_SQUARE),
    "MaxPoolWithArgmax": sample(_IMAGE, **_SQUARE),
    "QuantizeAndDequantize": sample(some(2, 3), gradient_of=()),
    "QuantizeAndDequantizeV2": sample(some(2, 3), -some(), some(), gradient_of=()),
    "QuantizeAndDequantizeV3": sample(some(2, 3), -some(), some(), ints(8), gradient_of=()),
    "QuantizeV2": sample(some(2, 3), -some(), some(), gradient_of=(), T=dtypes.quint8),
    "BatchNormWithGlobalNormalization": sample(
        np.linspace(0.2, 0.9, 8, dtype=np.float32).reshape(1, 2, 2, 2),
        *np.linspace(0.3, 0.9, 8, dtype=np.float32).reshape(4, 2),
        variance_epsilon=0.001,
        scale_after_normalization=True,
    ),
    "BatchNormWithGlobalNormalizationGrad": sample(
        some(1, 2, 2, 3),
        some(3),
        abs(some(3)),
        some(3),
        some(1, 2, 2, 3),
        variance_epsilon=0.1,
        scale_after_normalization=True,
    ),
    "DepthToSpace": sample(some(1, 2, 3, 4), block_size=2),
    "DepthwiseConv2dNative": sample(some(1, 4, 5, 2), some(2, 3, 2, 2), strides=[1, 2, 2, 1], padding="SAME"),
    "DepthwiseConv2dNativeBackpropFilter": sample(
        some(1, 4, 5, 2), ints([2, 3, 2, 2]), some(1, 2, 3, 4), strides=[1, 2, 2, 1], padding="SAME"
    ),
    "DepthwiseConv2dNativeBackpropInput": sample(
        ints([1, 4, 5, 2]), some(2, 3, 2, 2), some(1, 2, 3, 4), strides=[1, 2, 2, 1], padding="SAME"
    ),
    **{
        # They accept single precision alone, too coarse for a numeric gradient; test_batch_norm.py looks at them.
        f"FusedBatchNorm{version}": sample(some(2, 3, 2, 2), some(2), some(2), *[some(0)] * 2, gradient_of=())
        for version in ("", "V2", "V3")
    },
    **{
        f"FusedBatchNormGrad{version}": sample(
            some(2, 3, 2, 2), some(2, 3, 2, 2), some(2), some(2), some(2), *[some()] * (version == "V3"), gradient_of=()
        )
        for version in ("", "V2", "V3")
    },
    "MaxPool": sample(some(2, 4, 5, 2), ksize=[1, 2, 3, 1], strides=[1, 2, 1, 1], padding="SAME"),
    "MaxPool3D": sample(some(1, 3, 4, 2, 2), gradient_of=(), **_CUBE),
    "MaxPool3DGrad": sample(_VOLUME, _highest(_VOLUME), some(1, 2, 2, 1, 2), gradient_of=(), **_CUBE),
    "MaxPool3DGradGrad": sample(_VOLUME, _highest(_VOLUME), some(1, 4, 4, 2, 2), gradient_of=(), **_CUBE),
    "MaxPoolGrad": sample(_IMAGE, _highest(_IMAGE), some(1, 2, 2, 2), gradient_of=(2,), **_SQUARE),
    "MaxPoolGradGrad": sample(_IMAGE, _highest(_IMAGE), some(1, 4, 4, 2), gradient_of=(2,), **_SQUARE),
    "MaxPoolGradGradV2": sample(_IMAGE, _highest(_IMAGE), some(1, 4, 4, 2), *_SIZES, gradient_of=(2,), padding="VALID"),
    "MaxPoolGradV2": sample(_IMAGE, _highest(_IMAGE), some(1, 2, 2, 2), *_SIZES, gradient_of=(2,), padding="VALID"),
    "MaxPoolV2": sample(_IMAGE, *_SIZES, padding="VALID"),
    "SpaceToBatch": sample(some(1, 3, 4, 1), ints([[0, 1], [1, 1]]), block_size=2),
    "SpaceToBatchND": sample(some(1, 3, 4, 1), ints([2, 3]), ints([[0, 1], [2, 0]])),
    "SpaceToDepth": sample(some(1, 2, 4, 3), block_size=2),
    # Work on the host.
    "CheckNumerics": sample(some(2, 3), message="weights"),
    "DecodeBase64": sample(texts("YWI", "YQ==")),
    "DecodeCompressed": sample(texts("plain")),
    "DecodeRaw": sample(texts("abcd", "efgh"), out_type=dtypes.int16),
    "DecodePaddedRaw": sample(texts("abcd", "ef"), np.asarray(4, np.int32), out_type=dtypes.int16),
    "EncodeBase64": sample(texts("ab", "a"), pad=True),
    "GuaranteeConst": sample(some(2, 3)),
    "ParseTensor": sample(np.asarray(b"\x08\x01\x12\x00\x2a\x04\x00\x00\x80\x3f", object), out_type=dtypes.float32),
    "Print": sample(some(2), [some(2), ints(3)], gradient_of=(0,), message="now"),
    "PrintV2": sample(np.asarray(b"text", object)),
    "EagerPyFunc": sample([some(2)], gradient_of=(), token="pyfunc_0", Tout=[dtypes.float32]),
    "PyFunc": sample([some(2)], gradient_of=(), token="pyfunc_0", Tout=[dtypes.float32]),
    "PyFuncStateless": sample([some(2)], gradient_of=(), token="pyfunc_0", Tout=[dtypes.float32]),
    "ReduceJoin": sample(texts("a", "b"), ints([0]), separator="-"),
    "RegexFullMatch": sample(texts("ab", "b"), np.asarray(b"a.", object)),
    "RegexReplace": sample(texts("ab", "b"), np.asarray(b"(a)", object), np.asarray(b"<\\1>", object)),
    "SerializeTensor": sample(some(2)),
    "StaticRegexFullMatch": sample(texts("ab", "b"), pattern="a."),
    "StaticRegexReplace": sample(texts("ab", "b"), pattern="a", rewrite="c"),
    "StringFormat": sample([some(2), ints(3)], template="%s of %s"),
    "StringJoin": sample([texts("a", "b"), np.asarray(b"x", object)], separator="-"),
    "StringLength": sample(texts("ab", "é"), unit="UTF8_CHAR"),
    "StringLower": sample(texts("AB")),
    "StringNGrams": sample(
        texts("a", "b", "c"),
        ints([0, 2, 3], np.int64),
        separator=" ",
        ngram_widths=[2],
        left_pad="<",
        right_pad=">",
        pad_width=-1,
        preserve_short_sequences=False,
    ),
    "StringSplit": sample(texts("a b", "c"), np.asarray(b" ", object)),
    "StringSplitV2": sample(texts("a b", "c"), np.asarray(b"", object)),
    "StringStrip": sample(texts(" a ")),
    "StringToHashBucket": sample(texts("a"), num_buckets=10),
    "SdcaFprint": sample(texts("a", "b")),
    "SdcaOptimizer": sample(*_SDCA, adaptative=False, **_SDCA_ATTRS),
    "SdcaOptimizerV2": sample(*_SDCA, adaptive=False, **_SDCA_ATTRS),
    "SdcaShrinkL1": sample([some(3), some(2)], l1=0.1, l2=1.0),
    "StringToHashBucketFast": sample(texts("a"), num_buckets=10),
    "StringToHashBucketStrong": sample(texts("a"), num_buckets=10, key=[1, 2]),
    "StringToNumber": sample(texts("1.5")),
    "StringUpper": sample(texts("ab")),
    "Substr": sample(texts("abc", "de"), ints([0, 1]), ints([2, 1])),
    "UnsortedSegmentJoin": sample(texts("a", "b"), ints([0, 0]), ints(2)),
    # Checkpoints.
    "GenerateVocabRemapping": sample(
        np.asarray(b"new", object), np.asarray(b"old", object), new_vocab_offset=0, num_new_vocab=2
    ),
    "LoadAndRemapMatrix": sample(
        np.asarray(b"a", object),
        np.asarray(b"v", object),
        np.asarray([1, -1]),
        np.asarray([], np.int64),
        some(3),
        num_rows=2,
        num_cols=3,
    ),
    "MergeV2Checkpoints": sample(texts("a", "b"), np.asarray(b"c", object), delete_old_dirs=False),
    "Restore": sample(np.asarray(b"a", object), np.asarray(b"v", object), dt=dtypes.float32),
    "RestoreSlice": sample(
        np.asarray(b"a", object), np.asarray(b"v", object), np.asarray(b"4 2 0,2:-", object), dt=dtypes.float32
    ),
    "RestoreV2": sample(np.asarray(b"a", object), texts("v"), texts("4 2 0,2:-"), dtypes=[dtypes.float32]),
    "SaveV2": sample(np.asarray(b"a", object), texts("v", "w"), texts("", ""), [some(2), ints(3)]),
    "ShardedFilename": sample(np.asarray(b"a", object), ints(0), ints(2)),
    "ShardedFilespec": sample(np.asarray(b"a", object), ints(2)),
    # Records, and what is made of them.
    "DecodeCSV": sample(texts("1,2"), [ints([0]), np.zeros(1, np.float32)]),
    "ParseExample": sample(
        texts(""),
        np.empty(0, object),
        [np.asarray(b"a", object)],
        [np.asarray(b"b", object)],
        [some(2)],
        sparse_types=[dtypes.int64],
        dense_shapes=[[2]],
    ),
    "ParseSingleExample": sample(
        np.asarray(b"", object),
        [some(2)],
        num_sparse=1,
        sparse_keys=["a"],
        dense_keys=["b"],
        sparse_types=[dtypes.int64],
        dense_shapes=[[2]],
    ),
    "DecodeJSONExample": sample(texts("{}")),
    "DecodeProtoV2": sample(
        texts(""), message_type="tensorflow.Feature", field_names=["int64_list"], output_types=[dtypes.string]
    ),
    "EncodeProto": sample(
        np.array([[1]], np.int32),
        [np.array([[2]], np.float32)],
        field_names=["value"],
        message_type="tensorflow.FloatList",
    ),
    "ParseSequenceExample": sample(
        texts("", ""),
        np.empty(0, object),
        [some(2)],
        feature_list_dense_missing_assumed_empty=["d"],
        context_sparse_keys=["a"],
        context_dense_keys=["b"],
        feature_list_sparse_keys=["c"],
        feature_list_dense_keys=["d"],
        Ncontext_sparse=1,
        Ncontext_dense=1,
        Nfeature_list_sparse=1,
        Nfeature_list_dense=1,
        context_sparse_types=[dtypes.int64],
        context_dense_shapes=[[2]],
        feature_list_sparse_types=[dtypes.string],
        feature_list_dense_types=[dtypes.float32],
        feature_list_dense_shapes=[[3]],
    ),
    "ParseSingleSequenceExample": sample(
        np.asarray(b"", object),
        np.empty(0, object),
        [np.asarray(b"a", object)],
        [],
        [],
        [],
        [],
        np.asarray(b"", object),
        context_sparse_types=[dtypes.int64],
    ),
    "SparseReorder": sample(ints([[1], [0]], np.int64), some(2), ints([3], np.int64), gradient_of=()),
    "SparseToDense": sample(ints([[1], [2]]), ints([4]), some(2), some()),
    # Images; the gradients of what is float32 whatever it is made of are held to wider steps in tests/ops/test_images.py.
    "AdjustContrastv2": sample(some(1, 2, 3, 3), NUMBER, gradient_of=()),
    "AdjustHue": sample(some(2, 2, 3), NUMBER, gradient_of=()),
    "AdjustSaturation": sample(some(2, 2, 3), NUMBER, gradient_of=()),
    "CombinedNonMaxSuppression": sample(
        BOXES[None, :, None], some(1, 3, 2), ints(2), ints(3), np.float32(0.5), np.float32(0), gradient_of=()
    ),
    "CropAndResize": sample(some(2, 4, 4, 1), BOXES, ints([0, 1, 0]), ints([2, 3]), gradient_of=()),
    "CropAndResizeGradBoxes": sample(some(3, 2, 3, 1), some(2, 4, 4, 1), BOXES, ints([0, 1, 0]), gradient_of=()),
    "CropAndResizeGradImage": sample(
        some(3, 2, 3, 1), BOXES, ints([0, 1, 0]), ints([2, 4, 4, 1]), T=dtypes.float32, gradient_of=()
    ),
    "DecodeAndCropJpeg": sample(TAG, ints([0, 0, 1, 1])),
    "DecodeBmp": sample(TAG),
    "DecodeGif": sample(TAG),
    "DecodeJpeg": sample(TAG, channels=3, dct_method="INTEGER_FAST"),
    "DecodePng": sample(TAG, dtype=dtypes.uint16),
    "DrawBoundingBoxes": sample(some(1, 4, 4, 3), BOXES[None]),
    "DrawBoundingBoxesV2": sample(some(1, 4, 4, 3), BOXES[None], some(2, 3)),
    "EncodeJpeg": sample(np.zeros([2, 2, 3], np.uint8)),
    "EncodeJpegVariableQuality": sample(np.zeros([2, 2, 3], np.uint8), ints(90)),
    "EncodePng": sample(np.zeros([2, 2, 3], np.uint8)),
    "ExtractJpegShape": sample(TAG),
    "ExtractGlimpse": sample(some(2, 4, 4, 1), ints([2, 3]), signed(2, 2)),
    "HSVToRGB": sample(some(2, 2, 3)),
    "NonMaxSuppression": sample(BOXES, some(3), ints(2)),
    "NonMaxSuppressionV2": sample(BOXES, some(3), ints(2), np.float32(0.5)),
    "NonMaxSuppressionV3": sample(BOXES, some(3), ints(2), np.float32(0.5), np.float32(0)),
    "NonMaxSuppressionV4": sample(BOXES, some(3), ints(2), np.float32(0.5), np.float32(0)),
    "NonMaxSuppressionV5": sample(
        BOXES, some(3), ints(2), np.float32(0.5), np.float32(0), np.float32(0.5), gradient_of=()
    ),
    "NonMaxSuppressionWithOverlaps": sample(some(3, 3), some(3), ints(2), np.float32(0.5), np.float32(0)),
    "RGBToHSV": sample(some(2, 2, 3)),
    "ResizeArea": sample(some(1, 4, 3, 1), ints([2, 2])),
    "ResizeBicubic": sample(some(1, 3, 2, 1), ints([4, 3]), gradient_of=()),
    "ResizeBicubicGrad": sample(some(1, 4, 3, 1), some(1, 3, 2, 1), gradient_of=()),
    "ResizeBilinear": sample(some(1, 3, 2, 1), ints([4, 3]), gradient_of=()),
    "ResizeBilinearGrad": sample(some(1, 4, 3, 1), some(1, 3, 2, 1), gradient_of=()),
    "ParameterizedTruncatedNormal": sample(ints([2, 3]), np.float32(0), np.float32(1), np.float32(-1), np.float32(2)),
    "ScaleAndTranslate": sample(some(1, 3, 2, 1), ints([2, 3]), some(2), some(2), gradient_of=()),
    "ScaleAndTranslateGrad": sample(some(1, 2, 3, 1), some(1, 3, 2, 1), some(2), some(2), gradient_of=()),
    "DeepCopy": sample(some(3)),
    "Empty": sample(ints([2, 3]), dtype=dtypes.float32, init=True),
    **{f"Inplace{name}": sample(some(4, 2), ints([0, 2]), some(2, 2)) for name in ("Add", "Sub", "Update")},
    "BipartiteMatch": sample(some(2, 3), np.float32(-1)),
    "BytesInUse": sample(),
    "BytesLimit": sample(),
    "MaxBytesInUse": sample(),
    "NthElement": sample(some(2, 5), ints(3)),
    "ImageConnectedComponents": sample(ints([[[1, 0, 1], [1, 1, 0]]])),
    "ImageProjectiveTransformV2": sample(
        some(2, 3, 4, 1), some(1, 8, low=-0.2, high=0.2), ints([2, 3]), interpolation=b"BILINEAR", gradient_of=()
    ),
    "ResizeNearestNeighbor": sample(some(1, 3, 2, 1), ints([4, 4])),
    "ResizeNearestNeighborGrad": sample(some(1, 4, 4, 1), ints([3, 2])),
    "SampleDistortedBoundingBoxV2": sample(ints([4, 4, 3]), BOXES[None], np.float32(0.1)),
    # Signals.
    "DecodeWav": sample(TAG, desired_channels=1),
    "EncodeWav": sample(signed(4, 2), ints(8000)),
    **{f"{name}{axes}": sample(WAVES, gradient_of=()) for name in ("FFT", "IFFT") for axes in ("", "2D", "3D")},
    "IRFFT": sample(WAVES, ints([4]), gradient_of=()),
    "IRFFT2D": sample(WAVES, ints([3, 4]), gradient_of=()),
    "IRFFT3D": sample(WAVES, ints([2, 3, 4]), gradient_of=()),
    "RFFT": sample(signed(2, 3, 4), ints([4]), gradient_of=()),
    "RFFT2D": sample(signed(2, 3, 4), ints([3, 4]), gradient_of=()),
    "RFFT3D": sample(signed(2, 3, 4), ints([2, 3, 4]), gradient_of=()),
    # What TensorBoard shows.
    "AudioSummary": sample(TAG, signed(2, 4), sample_rate=8000.0),
    "AudioSummaryV2": sample(TAG, signed(2, 4), np.float32(8000)),
    "HistogramSummary": sample(TAG, some(2, 3)),
    "ImageSummary": sample(TAG, some(1, 2, 3, 1)),
    "MergeSummary": sample([TAG, TAG]),
    "CloseSummaryWriter": sample(TABLE),
    "CreateSummaryFileWriter": sample(TABLE, TAG, ints(10), ints(1000), TAG),
    "FlushSummaryWriter": sample(TABLE),
    "ImportEvent": sample(TABLE, TAG),
    "SummaryWriter": sample(shared_name="writer"),
    "WriteAudioSummary": sample(TABLE, STEP, TAG, signed(2, 4), np.float32(8000), max_outputs=2),
    "WriteGraphSummary": sample(TABLE, STEP, TAG),
    "WriteHistogramSummary": sample(TABLE, STEP, TAG, some(2, 3)),
    "WriteImageSummary": sample(TABLE, STEP, TAG, some(1, 2, 3, 1), ints([255], np.uint8)),
    "WriteRawProtoSummary": sample(TABLE, STEP, TAG),
    "WriteScalarSummary": sample(TABLE, STEP, TAG, np.float32(1)),
    "WriteSummary": sample(TABLE, STEP, some(2), TAG, TAG),
    "TensorSummaryV2": sample(TAG, some(2), np.asarray(b"", object)),
    # Sparse tensors: places, values and shape.
    "DeserializeManySparse": sample(TEXT_OF.reshape(1, 3), dtype=dtypes.float32),
    "DeserializeSparse": sample(TEXT_OF, dtype=dtypes.float32),
    "SerializeManySparse": sample(PLACES, some(3), SIZES),
    "SerializeSparse": sample(PLACES, some(3), SIZES),
    "SparseAdd": sample(PLACES, some(3), SIZES, PLACES, some(3), SIZES, np.float32(0.1), gradient_of=(1, 4)),
    "SparseAddGrad": sample(some(3), PLACES, PLACES, PLACES),
    "SparseConcat": sample([PLACES, PLACES], [some(3), some(3)], [SIZES, SIZES], concat_dim=1),
    "SparseCross": sample(
        [PLACES],
        [ints([1, 2, 3], np.int64)],
        [SIZES],
        [],
        hashed_output=True,
        num_buckets=9,
        hash_key=1,
        out_type=dtypes.int64,
        internal_type=dtypes.int64,
    ),
    "SparseFeatureCross": sample(
        [PLACES],
        [ints([1, 2, 3], np.int64)],
        [SIZES],
        [],
        hashed_output=True,
        num_buckets=9,
        out_type=dtypes.int64,
        internal_type=dtypes.int64,
    ),
    "SparseFeatureCrossV2": sample(
        [PLACES],
        [ints([1, 2, 3], np.int64)],
        [SIZES],
        [],
        hashed_output=True,
        num_buckets=9,
        hash_key=1,
        out_type=dtypes.int64,
        internal_type=dtypes.int64,
    ),
    "SparseDenseCwiseAdd": sample(PLACES, some(3), SIZES, some(2, 1), gradient_of=()),
    "SparseDenseCwiseDiv": sample(PLACES, some(3), SIZES, some(2, 1)),
    "SparseDenseCwiseMul": sample(PLACES, some(3), SIZES, some(4)),
    "SparseFillEmptyRows": sample(PLACES[:1], some(1), SIZES, NUMBER),
    "SparseFillEmptyRowsGrad": sample(ints([0, 2], np.int64), some(3)),
    "SparseMatMul": sample(some(4, 2), some(3, 4), gradient_of=(), transpose_a=True, transpose_b=True),
    "SparseReduceMax": sample(PLACES, some(3), SIZES, ints([1]), gradient_of=()),
    "SparseReduceMaxSparse": sample(PLACES, some(3), SIZES, ints([1])),
    "SparseReduceSum": sample(PLACES, some(3), SIZES, ints([1])),
    "SparseReduceSumSparse": sample(PLACES, some(3), SIZES, ints([1])),
    "SparseReshape": sample(PLACES, SIZES, ints([4, -1], np.int64)),
    "SparseSegmentMean": sample(some(4, 2), ints([0, 2, 3]), ints([0, 0, 2])),
    "SparseSegmentMeanGrad": sample(some(3, 2), ints([0, 2, 3]), ints([0, 0, 2]), ints(4)),
    "SparseSegmentMeanWithNumSegments": sample(some(4, 2), ints([0, 2, 3]), ints([0, 0, 2]), ints(4)),
    "SparseSegmentSqrtN": sample(some(4, 2), ints([0, 2, 3]), ints([0, 0, 2])),
    "SparseSegmentSqrtNGrad": sample(some(3, 2), ints([0, 2, 3]), ints([0, 0, 2]), ints(4)),
    "SparseSegmentSqrtNWithNumSegments": sample(some(4, 2), ints([0, 2, 3]), ints([0, 0, 2]), ints(4)),
    "SparseSegmentSum": sample(some(4, 2), ints([0, 2, 3]), ints([0, 0, 2])),
    "SparseSegmentSumWithNumSegments": sample(some(4, 2), ints([0, 2, 3]), ints([0, 0, 2]), ints(4)),
    "SparseSlice": sample(PLACES, some(3), SIZES, ints([0, 1], np.int64), ints([2, 2], np.int64)),
    "SparseSliceGrad": sample(some(1), PLACES, ints([1, 0], np.int64), ints([[0, 3]], np.int64)),
    "SparseSoftmax": sample(PLACES, some(3), SIZES),
    "SparseSparseMaximum": sample(PLACES, some(3), SIZES, PLACES, some(3), SIZES, gradient_of=()),
    "SparseSparseMinimum": sample(PLACES, some(3), SIZES, PLACES, some(3), SIZES, gradient_of=()),
    "SparseSplit": sample(ints(1, np.int64), PLACES, some(3), SIZES, num_split=2),
    "SparseTensorDenseAdd": sample(PLACES, some(3), SIZES, some(2, 4)),
    "SparseTensorDenseMatMul": sample(PLACES, some(3), SIZES, some(3, 2), adjoint_a=True, adjoint_b=True),
    **{f"Segment{name}": sample(some(3, 2), ints([0, 0, 2])) for name in ("Max", "Mean", "Min", "Prod", "Sum")},
    # Lookup tables.
    "HashTableV2": sample(key_dtype=dtypes.string, value_dtype=dtypes.int64),
    "InitializeTableFromTextFileV2": sample(TABLE, np.asarray(b"words.txt", object), key_index=-2, value_index=-1),
    "InitializeTableV2": sample(TABLE, texts("a"), ints([1])),
    "LookupTableExportV2": sample(TABLE, Tkeys=dtypes.string, Tvalues=dtypes.int64),
    "LookupTableFindV2": sample(TABLE, texts("a", "b"), ints(-1)),
    "LookupTableImportV2": sample(TABLE, texts("a"), ints([1])),
    "LookupTableInsertV2": sample(TABLE, texts("a"), ints([1])),
    "LookupTableRemoveV2": sample(TABLE, texts("a")),
    "LookupTableSizeV2": sample(TABLE),
    "MutableDenseHashTableV2": sample(ints(0), ints(-1), value_dtype=dtypes.float32),
    "MutableHashTableOfTensorsV2": sample(key_dtype=dtypes.string, value_dtype=dtypes.int64, value_shape=[2]),
    "MutableHashTableV2": sample(key_dtype=dtypes.string, value_dtype=dtypes.int64),
    # Lists of tensors.
    "EmptyTensorList": sample(ints([2]), ints(-1), element_dtype=dtypes.float32),
    "TensorListConcat": sample(TABLE, element_dtype=dtypes.float32, element_shape=[None, 2]),
    "TensorListConcatLists": sample(TABLE, TABLE, element_dtype=dtypes.float32),
    "TensorListConcatV2": sample(TABLE, ints([-1, 2]), ints([2, 1], np.int64), element_dtype=dtypes.float32),
    "TensorListElementShape": sample(TABLE, shape_type=dtypes.int32),
    "TensorListFromTensor": sample(some(3, 2), ints([2]), gradient_of=()),
    "TensorListGather": sample(TABLE, ints([0, 1]), ints([2]), element_dtype=dtypes.float32),
    "TensorListGetItem": sample(TABLE, ints(0), ints([2]), element_dtype=dtypes.float32),
    "TensorListLength": sample(TABLE),
    "TensorListPopBack": sample(TABLE, ints([2]), element_dtype=dtypes.float32),
    "TensorListPushBack": sample(TABLE, some(2), gradient_of=()),
    "TensorListPushBackBatch": sample(np.empty(2, object), some(2, 2)),
    "TensorListReserve": sample(ints([2]), ints(3), element_dtype=dtypes.float32),
    "TensorListResize": sample(TABLE, ints(3)),
    "TensorListScatter": sample(some(2, 2), ints([0, 2]), ints([2]), gradient_of=()),
    "TensorListScatterIntoExistingList": sample(TABLE, some(2, 2), ints([0, 2]), gradient_of=()),
    "TensorListScatterV2": sample(some(2, 2), ints([0, 2]), ints([2]), ints(-1), gradient_of=()),
    "TensorListSetItem": sample(TABLE, ints(0), some(2), gradient_of=()),
    "TensorListSplit": sample(some(3, 2), ints([-1, 2]), ints([2, 1], np.int64), gradient_of=()),
    "TensorListStack": sample(TABLE, ints([2]), element_dtype=dtypes.float32, num_elements=3),
    # State: inputs that are references are the values that the variables hold.
    "ApplyAdadelta": sample(some(3), some(3), some(3), NUMBER, NUMBER, NUMBER, some(3)),
    "ApplyAdagrad": sample(some(3), some(3), NUMBER, some(3)),
    "ApplyAdagradDA": sample(some(3), some(3), some(3), some(3), *[NUMBER] * 3, ints(2, np.int64)),
    "ApplyAdagradV2": sample(some(3), some(3), NUMBER, NUMBER, some(3)),
    "ApplyAdaMax": sample(some(3), some(3), some(3), *[NUMBER] * 5, some(3)),
    "ApplyAddSign": sample(some(3), some(3), *[NUMBER] * 4, some(3)),
    "ApplyPowerSign": sample(some(3), some(3), *[NUMBER] * 4, some(3)),
    "ApplyAdam": sample(some(3), some(3), some(3), *[NUMBER] * 6, some(3)),
    "ApplyCenteredRMSProp": sample(some(3), some(3, high=0.3), some(3) + 1, some(3), *[NUMBER] * 4, some(3)),
    "ApplyFtrl": sample(some(3), some(3), some(3), some(3), *[NUMBER] * 3, -NUMBER),
    "ApplyFtrlV2": sample(some(3), some(3), some(3), some(3), *[NUMBER] * 4, -NUMBER),
    "ApplyGradientDescent": sample(some(3), NUMBER, some(3)),
    "ApplyMomentum": sample(some(3), some(3), NUMBER, some(3), NUMBER),
    "ApplyProximalAdagrad": sample(some(3), some(3), *[NUMBER] * 3, some(3)),
    "ApplyProximalGradientDescent": sample(some(3), *[NUMBER] * 3, some(3)),
    "ApplyRMSProp": sample(some(3), some(3), some(3), *[NUMBER] * 4, some(3)),
    "Assign": sample(some(3), some(3)),
    "AssignAdd": sample(some(3), some(3)),
    "AssignSub": sample(some(3), some(3)),
    "IsVariableInitialized": sample(some(3)),
    **{f"Scatter{name}": sample(some(4, 2), ints([0, 2]), some(2, 2)) for name in _CHANGES.split()},
    **{f"ScatterNd{name}": sample(some(4, 2), ints([[0], [2]]), some(2, 2)) for name in ("Add", "Sub", "Update")},
    "StridedSliceAssign": sample(some(4, 2), ints([1, 0]), ints([3, 2]), ints([1, 1]), some(2, 2)),
    "CountUpTo": sample(ints(3), limit=5),
    "SparseApplyAdadelta": sample(some(4, 2), some(4, 2), some(4, 2), *[NUMBER] * 3, some(2, 2), ints([0, 2])),
    "SparseApplyAdagrad": sample(some(4, 2), some(4, 2), NUMBER, some(2, 2), ints([0, 2])),
    "SparseApplyAdagradDA": sample(
        some(4, 2), some(4, 2), some(4, 2), some(2, 2), ints([0, 2]), *[NUMBER] * 3, ints(2, np.int64)
    ),
    "SparseApplyAdagradV2": sample(some(4, 2), some(4, 2), NUMBER, NUMBER, some(2, 2), ints([0, 2])),
    "SparseApplyCenteredRMSProp": sample(
        some(4, 2), some(4, 2, high=0.3), some(4, 2) + 1, some(4, 2), *[NUMBER] * 4, some(2, 2), ints([0, 2])
    ),
    "SparseApplyFtrl": sample(some(4, 2), some(4, 2), some(4, 2), some(2, 2), ints([0, 2]), *[NUMBER] * 3, -NUMBER),
    "SparseApplyFtrlV2": sample(some(4, 2), some(4, 2), some(4, 2), some(2, 2), ints([0, 2]), *[NUMBER] * 4, -NUMBER),
    "SparseApplyMomentum": sample(some(4, 2), some(4, 2), NUMBER, some(2, 2), ints([0, 2]), NUMBER),
    "SparseApplyProximalAdagrad": sample(some(4, 2), some(4, 2), *[NUMBER] * 3, some(2, 2), ints([0, 2])),
    "SparseApplyProximalGradientDescent": sample(some(4, 2), *[NUMBER] * 3, some(2, 2), ints([0, 2])),
    "SparseApplyRMSProp": sample(some(4, 2), some(4, 2), some(4, 2), *[NUMBER] * 4, some(2, 2), ints([0, 2])),
    "DestroyTemporaryVariable": sample(some(3), var_name="one"),
    "TemporaryVariable": sample(shape=[2, 3], dtype=dtypes.float32, var_name="one"),
    "Variable": sample(shape=[2, 3], dtype=dtypes.float32),
    "VariableV2": sample(shape=[2, 3], dtype=dtypes.float32),
}
_RNG = ints([1, 2, 3], np.int64)  # the state of a generator
# The same on resource variables.
_PAIRED = ("Apply", "SparseApply", "Scatter", "StridedSliceAssign", "CountUpTo")
_OF_VALUES = ("ScatterNd", "ScatterNdNonAliasingAdd", "ScatterAddNdim")
_ON_HANDLES = {
    **{f"Resource{name}": one for name, one in SAMPLES.items() if name.startswith(_PAIRED) and name not in _OF_VALUES},
    "ResourceApplyAdamWithAmsgrad": sample(*[some(3)] * 4, *[NUMBER] * 6, some(3)),
    "ResourceApplyKerasMomentum": sample(some(3), some(3), NUMBER, some(3), NUMBER),
    "ResourceSparseApplyKerasMomentum": sample(some(4, 2), some(4, 2), NUMBER, some(2, 2), ints([0, 2]), NUMBER),
    "AssignAddVariableOp": sample(some(3), some(3)),
    "AssignSubVariableOp": sample(some(3), some(3)),
    "AssignVariableOp": sample(some(3), some(3)),
    "DestroyResourceOp": sample(some(3)),
    "ReadVariableOp": sample(some(3), gradient_of=(), dtype=dtypes.float32),
    "ResourceCountUpTo": sample(ints(3), limit=5, T=dtypes.int32),
    "ResourceGather": sample(some(4, 2), ints([0, 2]), gradient_of=(), dtype=dtypes.float32),
    "ResourceGatherNd": sample(some(4, 2), ints([[0, 1], [2, 0]]), gradient_of=(), dtype=dtypes.float32),
    "VarIsInitializedOp": sample(some(3)),
    "NonDeterministicInts": sample(ints([2, 3], np.int64), dtype=dtypes.int64),
    "RngSkip": sample(_RNG, ints(1, np.int64), ints(5, np.int64)),
    "StatefulRandomBinomial": sample(
        _RNG,
        ints(1, np.int64),
        ints([2, 3], np.int64),
        np.array([9.0, 90.0]),
        np.array([0.3, 0.4]),
        dtype=dtypes.float64,
    ),
    **{
        name: sample(_RNG, ints(1, np.int64), ints([2, 3], np.int64), dtype=dtype)
        for name, dtype in (
            ("StatefulStandardNormalV2", dtypes.float32),
            ("StatefulTruncatedNormal", dtypes.float32),
            ("StatefulUniform", dtypes.float32),
            ("StatefulUniformFullInt", dtypes.uint64),
        )
    },
    "StatefulUniformInt": sample(_RNG, ints(1, np.int64), ints([2, 3], np.int64), ints(3, np.int64), ints(9, np.int64)),
    "VariableShape": sample(some(3, 2)),
}
ROW_SPLITS = ints([0, 2, 2, 3], np.int64)
ENCODED = np.empty((), object)
ENCODED[()] = Encoded([ROW_SPLITS], some(3))

SAMPLES |= {
    "RaggedGather": sample([ROW_SPLITS], some(3, 2), ints([0, 2, 0]), OUTPUT_RAGGED_RANK=1),
    "RaggedRange": sample(ints([0, 5]), ints([3, 1]), ints([1, -2])),
    "RaggedTensorFromVariant": sample(
        ENCODED, input_ragged_rank=1, output_ragged_rank=1, Tvalues=dtypes.float32, Tsplits=dtypes.int64
    ),
    "RaggedTensorToSparse": sample([ROW_SPLITS], some(3)),
    "RaggedTensorToTensor": sample(
        ints([-1, -1], np.int64),
        some(3),
        np.float32(0),
        [ROW_SPLITS],
        row_partition_types=["ROW_SPLITS"],
        gradient_of=(),
    ),
    "RaggedTensorToVariant": sample([ROW_SPLITS], some(3), batched_input=True),
}
SAMPLES |= {**_ON_HANDLES, "VarHandleOp": sample(shape=[2, 3], dtype=dtypes.float32)}
ON_VARIABLES = set(_ON_HANDLES)  # their handles represent the value that is here

# Types of old graphs, most of which another one has replaced.
_REFERENCE = np.asarray([b"container", b"name"], object)
_STEPS = some(3, 2, 2)
_CELL = (some(2, 2), some(2, 2), some(4, 8), some(2), some(2), some(2), some(8))  # cs, h, w, peepholes, b
_LSTM = (ints(3, np.int64), _STEPS, *_CELL)
_LOW, _HIGH = np.float32(-1), np.float32(1)
_ENDS, _BOTH = (_LOW, _HIGH), (_LOW, _HIGH, _LOW, _HIGH)
_BYTES = {
    one: np.zeros(one, dtypes.quint8.as_numpy_dtype) for one in ((2, 3), (3,), (3, 2), (1, 3, 3, 2), (2, 2, 2, 1))
}
_WIDE = np.zeros((2, 3), dtypes.qint32.as_numpy_dtype)
_AREA = {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "SAME"}
QUANTIZED = {
    "QuantizeDownAndShrinkRange": sample(_WIDE, *_ENDS, out_type=dtypes.quint8),
    "QuantizedAdd": sample(_BYTES[2, 3], _BYTES[(3,)], *_BOTH),
    "QuantizedAvgPool": sample(_BYTES[1, 3, 3, 2], *_ENDS, **_AREA),
    "QuantizedBiasAdd": sample(_BYTES[2, 3], _BYTES[(3,)], *_BOTH, out_type=dtypes.qint32),
    "QuantizedConcat": sample(ints(1), [_BYTES[2, 3]] * 2, [_LOW] * 2, [_HIGH] * 2),
    "QuantizedConv2D": sample(_BYTES[1, 3, 3, 2], _BYTES[2, 2, 2, 1], *_BOTH, strides=[1, 1, 1, 1], padding="SAME"),
    "QuantizedMatMul": sample(_BYTES[2, 3], _BYTES[3, 2], *_BOTH, transpose_a=False),
    "QuantizedMaxPool": sample(_BYTES[1, 3, 3, 2], *_ENDS, **_AREA),
    "QuantizedMul": sample(_BYTES[2, 3], _BYTES[(3,)], *_BOTH),
    "QuantizedRelu": sample(_BYTES[2, 3], *_ENDS),
    "QuantizedRelu6": sample(_BYTES[2, 3], *_ENDS),
    "QuantizedReluX": sample(_BYTES[2, 3], _HIGH, *_ENDS),
    "QuantizedReshape": sample(_BYTES[2, 3], ints([3, 2]), *_ENDS),
    "RequantizationRange": sample(_WIDE, *_ENDS),
    "Requantize": sample(_WIDE, *_BOTH, out_type=dtypes.quint8),
}
_GATES = [some(2, 2) for _ in range(6)]
_GRU = (some(2, 3), some(2, 2), some(5, 4), some(5, 2), some(4), some(2))
_TABLES = ("HashTable", "MutableHashTable", "MutableHashTableOfTensors")
_TABLE_USES = ("InitializeTable", "InitializeTableFromTextFile") + tuple(
    f"LookupTable{use}" for use in ("Export", "Find", "Import", "Insert", "Size")
)
_MATRICES = "Cholesky MatrixDeterminant MatrixDiag MatrixDiagPart MatrixInverse MatrixSetDiag MatrixSolve MatrixSolveLs"
_MATRICES += " MatrixTriangularSolve SelfAdjointEigV2 Svd MatrixBandPart FFT FFT2D FFT3D IFFT IFFT2D IFFT3D"
SAMPLES |= {
    **{f"Batch{name}": SAMPLES[name] for name in _MATRICES.split()},
    **{name: SAMPLES[f"{name}V2"] for name in _TABLES},
    **{
        name: dataclasses.replace(SAMPLES[f"{name}V2"], inputs=(_REFERENCE, *SAMPLES[f"{name}V2"].inputs[1:]))
        for name in _TABLE_USES
    },
    **{
        f"BlockLSTM{end}": Sample((*_LSTM, *[some(3, 2, 2) for _ in range(9)]), {"use_peephole": True})
        for end in ("Grad", "GradV2")
    },
    "AudioSpectrogram": sample(some(20, 1), window_size=8, stride=4),
    "BatchSelfAdjointEig": sample(symmetric(), gradient_of=()),
    "BlockLSTM": sample(*_LSTM, use_peephole=True, gradient_of=()),
    "BlockLSTMV2": sample(*_LSTM, use_peephole=True, gradient_of=()),
    "CompareAndBitpack": sample(some(2, 16), np.float32(0.5)),
    "Conv3DBackpropFilter": sample(
        some(1, 3, 3, 3, 1), some(2, 2, 2, 1, 2), some(1, 2, 2, 2, 2), strides=[1, 1, 1, 1, 1], padding="VALID"
    ),
    "Conv3DBackpropInput": sample(
        some(1, 3, 3, 3, 1), some(2, 2, 2, 1, 2), some(1, 2, 2, 2, 2), strides=[1, 1, 1, 1, 1], padding="VALID"
    ),
    "DataFormatDimMap": sample(ints([0, 3, -1])),
    "DataFormatVecPermute": sample(ints([2, 5, 6, 3])),
    "Einsum": sample([some(2, 3), some(2, 3, 4)], equation=b"bi,bij->bj"),
    "FusedPadConv2D": sample(
        some(1, 4, 4, 1),
        ints([[0, 0], [1, 1], [1, 0], [0, 0]]),
        some(2, 2, 1, 2),
        mode="REFLECT",
        strides=[1, 1, 1, 1],
        padding="VALID",
    ),
    "FusedResizeAndPadConv2D": sample(
        some(1, 3, 3, 1),
        ints([4, 5]),
        ints([[0, 0], [1, 1], [1, 0], [0, 0]]),
        some(2, 2, 1, 2),
        mode="REFLECT",
        strides=[1, 1, 1, 1],
        padding="VALID",
    ),
    "GRUBlockCell": sample(*_GRU, gradient_of=()),
    "GRUBlockCellGrad": sample(*_GRU, *_GATES[:4]),
    "InTopK": sample(some(2, 4), ints([1, 3]), k=2),
    "InvGrad": SAMPLES["ReciprocalGrad"],
    "LSTMBlockCellGrad": sample(some(2, 2), *_CELL, *_GATES, some(2, 2), some(2, 2), use_peephole=True),
    "Mfcc": sample(some(1, 3, 65), ints(8000)),
    "ParallelConcat": sample([some(1, 3), some(1, 3)], shape=[2, 3]),
    "PlaceholderV2": SAMPLES["Placeholder"],
    "PopulationCount": sample(ints([5, 255])),
    **QUANTIZED,
    "RandomPoisson": sample(ints([4]), some(2)),
    "Reverse": sample(some(2, 3), np.asarray([False, True])),
    "SampleDistortedBoundingBox": sample(ints([4, 4, 3]), BOXES[None]),
    "SelfAdjointEig": sample(symmetric(), gradient_of=()),
    "TopK": sample(some(2, 4), k=2),
}
