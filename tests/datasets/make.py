"""Makes expected.txt beside this file: what TensorFlow 1.15 returns for the pipelines.

python3.7 -m venv scratch && scratch/bin/pip install tensorflow-cpu==1.15.0 'protobuf<3.21' 'numpy<1.19'
PYTHONPATH=. scratch/bin/python tests/datasets/make.py
"""

import os
import tempfile

import tensorflow as tf

from tests.datasets.pipelines import CASES, make_files, outcome

if __name__ == "__main__":
    tf.compat.v1.logging.set_verbosity("ERROR")
    with tempfile.TemporaryDirectory() as folder:
        make_files(tf, folder)
        lines = [f"{name} = {outcome(tf, make, folder)}\n" for name, make in CASES.items()]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected.txt"), "w") as file:
        file.writelines(lines)
