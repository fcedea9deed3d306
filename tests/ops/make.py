"""Makes tensorflow_ops.pbtxt beside this file: TensorFlow 1.15's definitions of the operation types that graphlab has.

python3.7 -m venv scratch && scratch/bin/pip install tensorflow-cpu==1.15.0 'protobuf<3.21' 'numpy<1.19'
python -c "from tests.ops.samples import SAMPLES; print(*SAMPLES)" > names.txt
scratch/bin/python tests/ops/make.py names.txt
"""

import pathlib
import sys

from google.protobuf import text_format

# These register operation types of their own.
from tensorflow.contrib import factorization, image, memory_stats, tensor_forest  # noqa: F401  # pyright: ignore[reportMissingImports]
from tensorflow.contrib.boosted_trees.python.ops import boosted_trees_ops_loader  # noqa: F401  # pyright: ignore[reportMissingImports]
from tensorflow.core.framework import op_def_pb2
from tensorflow.python import pywrap_tensorflow


def stripped(op):
    """A definition without its prose, and without what graphlab does not keep."""
    for part in (op, *op.input_arg, *op.output_arg, *op.attr):
        part.ClearField("description")
    for attr in op.attr:
        attr.ClearField("has_minimum")
        attr.ClearField("minimum")
    for field in ("summary", "deprecation", "is_aggregate", "allows_uninitialized_input"):
        op.ClearField(field)
    return op


if __name__ == "__main__":
    names = pathlib.Path(sys.argv[1]).read_text().split()
    every = op_def_pb2.OpList.FromString(pywrap_tensorflow.TF_GetBuffer(pywrap_tensorflow.TF_GetAllOpList()))
    found = op_def_pb2.OpList(op=[stripped(op) for op in sorted(every.op, key=lambda op: op.name) if op.name in names])
    pathlib.Path(__file__).with_name("tensorflow_ops.pbtxt").write_text(text_format.MessageToString(found))
