"""Inputs of wrong shapes that only a run knows: TensorFlow 1.15 raises, and JAX would repeat them or read a part."""

import numpy as np
import pytest

import graphlab as tf
from tests.test_op_contract import build

# {operation type: {position of an input: what TensorFlow says of it where it has shape [1]}}
SAID = {
    "Assert": {0: "In[0] should be a scalar: [1]"},
    "CombinedNonMaxSuppression": {
        2: "max_size_per_class must be 0-D, got shape [1]",
        3: "max_total_size must be 0-D, got shape [1]",
        4: "iou_threshold must be 0-D, got shape [1]",
        5: "score_threshold must be 0-D, got shape [1]",
    },
    "DecodePaddedRaw": {1: "k must be scalar, got shape [1]"},
    "EncodeJpegVariableQuality": {1: "quality must be scalar: [1]"},
    "EncodeWav": {1: "Input sample_rate should be a scalar tensor, got [1] instead."},
    "Fingerprint": {1: "`method` should be a scalar string: [1]"},
    "GatherV2": {2: "axis must be scalar"},
    "InTopKV2": {2: "k must be 0-D, got shape [1]"},
    "MatrixBandPart": {
        1: "num_lower must be scalar, got shape [1]",
        2: "num_upper must be scalar, got shape [1]",
    },
    "MatrixSolveLs": {2: "l2_regularizer must be scalar, got shape [1]"},
    "MergeV2Checkpoints": {1: "Input destination_prefix should be a scalar tensor, got [1] instead."},
    "Mfcc": {1: "Input sample_rate should be a scalar tensor, got [1] instead."},
    "Multinomial": {1: "num_samples should be a scalar, got shape [1]"},
    "NonMaxSuppression": {2: "max_output_size must be 0-D, got shape [1]"},
    "NonMaxSuppressionV4": {
        2: "max_output_size must be 0-D, got shape [1]",
        3: "iou_threshold must be 0-D, got shape [1]",
        4: "score_threshold must be 0-D, got shape [1]",
    },
    "NonMaxSuppressionV5": {5: "soft_nms_sigma must be 0-D, got shape [1]"},
    "NonMaxSuppressionWithOverlaps": {3: "overlap_threshold must be 0-D, got shape [1]"},
    "NthElement": {1: "N must be scalar, got shape [1]"},
    "PadV2": {2: "constant_values must be a scalar. Found: [1]"},
    "ParseSingleSequenceExample": {3: "Expected debug_name to be a scalar, got shape: [1]"},
    "RandomUniformInt": {1: "minval must be 0-D, got shape [1]", 2: "maxval must be 0-D, got shape [1]"},
    "SampleDistortedBoundingBoxV2": {2: "min_object_covered must be 0-D, got shape [1]"},
    "SparseAdd": {6: "The magnitude threshold must be a scalar: got shape [1]"},
    "SparseSegmentMeanGrad": {3: "output_dim0 should be a scalar."},
    "SparseSegmentSqrtNGrad": {3: "output_dim0 should be a scalar."},
    "SparseSegmentSumWithNumSegments": {3: "num_segments should be a scalar, not shape [1]"},
    "StackV2": {0: "Stack size must be a scalar, but had shape: [1]"},
    "StatelessMultinomial": {1: "num_samples should be a scalar, got shape [1]"},
    "StatelessRandomUniformInt": {2: "minval must be 0-D, got shape [1]", 3: "maxval must be 0-D, got shape [1]"},
    "TensorArrayV3": {0: "TensorArray size must be scalar, but had shape: [1]"},
    "TopKV2": {1: "k must be scalar, got shape [1]"},
    "WriteFile": {
        0: "Input filename tensor must be scalar, but had shape: [1]",
        1: "Contents tensor must be scalar, but had shape: [1]",
    },
}


@pytest.mark.parametrize("op_type", SAID)
def test_vector_where_a_scalar_must_be_is_an_error_as_in_tensorflow(op_type):
    for place, said in SAID[op_type].items():
        fails(op_type, place, lambda value: value[None], said)


def fails(op_type, place, change, said):
    """The sample of an operation type, with one of its inputs changed, is an error that begins with these words."""
    built = build(op_type)
    inputs = [tf.placeholder(tensor.dtype.base_dtype) for tensor in built.op.inputs]
    attrs = dict(built.op.node_def.attr.items())
    op = inputs[0].graph.create_op(op_type, inputs, [tensor.dtype for tensor in built.op.outputs], attrs=attrs)
    values = dict(zip(inputs, built.values, strict=True))
    values[inputs[place]] = change(np.asarray(built.values[place]))
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError) as raised:
        session.run(op.outputs or op, values)
    assert raised.value.message.startswith(said)


HOW = {
    "with an axis before": lambda value: value[None],
    "with an axis after": lambda value: value[..., None],
    "without its last row": lambda value: value[:-1],
    "with a row more": lambda value: np.concatenate([value, value[:1]]),
    "of its first row": lambda value: value[0],
}
SAME = "Inputs must have the same size and shape.  "  # TensorFlow names the operation, too
WRONG = [
    ("ApproximateEqual", 1, "without its last row", f"{SAME}Input 0: [2,3] != input 1: [1,3]"),
    ("BiasAddGrad", 0, "of its first row", "Input tensor must be at least 2D: [3]"),
    ("DataFormatVecPermute", 0, "without its last row", "1D input must be of size 4, but got shape [3]"),
    ("EditDistance", 1, "with an axis before", "hypothesis_values should be a vector, but got shape: [1,1]"),
    (
        "Einsum",
        0,
        "without its last row",
        "Expected dimension 1 at axis 0 of the input shaped [2,3,4] but got dimension 2",
    ),
    ("FakeQuantWithMinMaxVarsGradient", 0, "of its first row", f"{SAME}Input 0: [3] != input 1: [2,3]"),
    ("FusedBatchNormGradV3", 2, "with an axis after", "scale must be 1-dimensional[2,1]"),
    ("FusedBatchNormV3", 1, "without its last row", "scale must have 2 elements"),  # TensorFlow reads beyond its end
    ("GRUBlockCell", 5, "without its last row", "b_c must have the shape [2], it has [1]"),
    ("LSTMBlockCell", 1, "with an axis before", "cs_prev must have the shape [2,2], it has [1,2,2]"),
    ("LRNGrad", 0, "with a row more", f"{SAME}Input 0: [2,2,2,5] != input 1: [1,2,2,5]"),
    ("LeakyReluGrad", 0, "of its first row", f"{SAME}Input 0: [3] != input 1: [2,3]"),
    ("Lu", 0, "without its last row", "Input matrix must be square."),
    ("Mfcc", 0, "of its first row", "spectrogram must be 3-dimensional[3,65]"),
    ("NonMaxSuppressionWithOverlaps", 1, "without its last row", "scores has incompatible shape"),
    ("RFFT", 1, "with an axis before", "fft_length must have shape [1]"),
    ("ReluGrad", 0, "of its first row", f"{SAME}Input 0: [3] != input 1: [2,3]"),
    ("ResizeBilinearGrad", 1, "of its first row", "original_image must be 4-dimensional[3,2,1]"),
    ("Reverse", 1, "without its last row", "'dims' must have the same number of values as 'input' has dimensions."),
    ("SerializeSparse", 1, "with an axis after", "Input values should be a vector but received shape [3,1]"),
    ("SetSize", 0, "with an axis before", "indices must be a matrix, but got: [1,1,2]"),
    ("SparseAdd", 2, "with an axis after", "Input shapes should be a vector but received shapes [2,1] and [2]"),
    (
        "SparseConcat",
        2,
        "with a row more",
        "indices and values rows (indexing dimension) must match. (indices = 3, values = 4)",
    ),
    ("SparseDenseCwiseMul", 1, "with an axis after", "Inputs sp_values and sp_shape should be vectors"),
    ("SparseFillEmptyRowsGrad", 1, "with an axis after", "grad_values must be a vector, saw: [3,1]"),
    ("SparseReduceSum", 2, "with a row more", "Order length must be SparseTensor rank."),
    ("SparseReorder", 1, "with an axis after", "Input values should be a vector but received shape [2,1]"),
    ("SparseReshape", 2, "with an axis before", "Target shape should be a vector but received shape [1,2]"),
    (
        "SparseSliceGrad",
        0,
        "with a row more",
        "# elements of backprop_val_grad and # rows of output_indices should match",
    ),
    ("UnravelIndex", 0, "with an axis before", 'The indices can only be scalar or vector, got "[1,2]"'),
]


@pytest.mark.parametrize(("op_type", "place", "how", "said"), WRONG, ids=[row[0] for row in WRONG])
def test_input_of_wrong_shape_is_an_error_as_in_tensorflow(op_type, place, how, said):
    fails(op_type, place, HOW[how], said)
