"""load_dataset, load_iris, load_boston: small tables, from scikit-learn or from files."""

import importlib

import numpy as np

from graphlab._src.base.errors import NotFoundError
from graphlab._src.contrib.learn.datasets.base import Dataset, load_csv_with_header

_WRONG = {34: [4.9, 3.1, 1.5, 0.1], 37: [4.9, 3.1, 1.5, 0.1]}  # rows where TensorFlow's file is not Fisher's


def load_iris(data_path=None):
    """Dataset(data [150, 4], target [150]): Fisher's irises as TensorFlow has them; from scikit-learn without a path.

    Raises NotFoundError without either.
    """
    if data_path is not None:
        return load_csv_with_header(data_path, target_dtype=int, features_dtype=float)
    try:
        found = importlib.import_module("sklearn.datasets").load_iris()
    except ImportError:
        raise _missing(
            "iris", "pip install scikit-learn, or pass data_path=, a file of comma-separated values"
        ) from None
    data = np.array(found.data)
    for row, values in _WRONG.items():
        data[row] = values
    return Dataset(data=data, target=np.array(found.target))


def load_boston(data_path=None):
    """Dataset(data [506, 13], target [506]) of a file of comma-separated values; NotFoundError without its path."""
    if data_path is None:
        raise _missing("boston", "pass data_path=, TensorFlow's file boston_house_prices.csv")
    return load_csv_with_header(data_path, target_dtype=float, features_dtype=float)


DATASETS = {"iris": load_iris, "boston": load_boston}


def load_dataset(name, size="small", test_with_fake_data=False):
    """One of DATASETS by name. Raises NotFoundError for others that TensorFlow has, ValueError for unknown names."""
    if name in DATASETS:
        return DATASETS[name]()
    if name in ("mnist", "dbpedia"):
        raise _missing(name, "read files of yours; tf.contrib.learn.datasets.mnist.read_data_sets reads MNIST's")
    raise ValueError(f"Name of dataset is not found: {name}")


def _missing(name, way):
    return NotFoundError(None, None, f"graphlab carries no data sets; for {name!r} {way}")
