"""Inputs that must be scalars, whose shapes only a run knows: TensorFlow 1.15's errors."""

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
    built = build(op_type)
    inputs = [tf.placeholder(tensor.dtype.base_dtype) for tensor in built.op.inputs]
    attrs = dict(built.op.node_def.attr.items())
    op = inputs[0].graph.create_op(op_type, inputs, [tensor.dtype for tensor in built.op.outputs], attrs=attrs)
    with tf.Session() as session:
        for place, said in SAID[op_type].items():
            values = dict(zip(inputs, built.values, strict=True))
            values[inputs[place]] = np.reshape(built.values[place], [1])
            with pytest.raises(tf.errors.InvalidArgumentError) as raised:
                session.run(op.outputs or op, values)
            assert raised.value.message.startswith(said)
