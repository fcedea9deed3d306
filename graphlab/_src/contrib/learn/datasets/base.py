"""tf.contrib.learn.datasets.base: what data sets are made of, and files of comma-separated values."""

import collections
import csv

import numpy as np

from graphlab._src.io.file_io import GFile

Dataset = collections.namedtuple("Dataset", ["data", "target"])
Datasets = collections.namedtuple("Datasets", ["train", "validation", "test"])


def load_csv_with_header(filename, target_dtype, features_dtype, target_column=-1):
    """A Dataset of a file whose first line begins with the numbers of rows and of features.

    target_dtype, features_dtype: NumPy's.  target_column: which column is the target.
    """
    with GFile(filename) as file:
        rows = csv.reader(str(file.read()).splitlines())
        header = next(rows)
        data = np.zeros((int(header[0]), int(header[1])), features_dtype)
        target = np.zeros((int(header[0]),), target_dtype)
        for number, row in enumerate(rows):
            target[number] = np.asarray(row.pop(target_column), target_dtype)
            data[number] = np.asarray(row, features_dtype)
    return Dataset(data, target)


def load_csv_without_header(filename, target_dtype, features_dtype, target_column=-1):
    """A Dataset of a file without such a line. The parameters are those of load_csv_with_header."""
    with GFile(filename) as file:
        rows = list(csv.reader(str(file.read()).splitlines()))
    target = np.array([row.pop(target_column) for row in rows], target_dtype)
    return Dataset(np.array([np.asarray(row, features_dtype) for row in rows]), target)
