"""Arrays of pandas' tables."""

import importlib.util

HAS_PANDAS = importlib.util.find_spec("pandas") is not None
HAS_DASK = False  # its tables are not read


def extract_pandas_data(data):
    """The values of a DataFrame as float64; anything else as it is. ValueError for columns of other than numbers."""
    if not _is_table(data):
        return data
    wrong = [f"'{name}' type='{data[name].dtype.name}'" for name in data if not _is_number(data[name])]
    if wrong:
        raise ValueError(
            f"Data types for extracting pandas data must be int, float, or bool. Found: {', '.join(wrong)}"
        )
    return data.values.astype("float")


def extract_pandas_matrix(data):
    """The values of a DataFrame; anything else as it is."""
    return data.values if _is_table(data) else data


def extract_pandas_labels(labels):
    """The values of a DataFrame of one column; anything else as it is. ValueError for more, and for other than numbers."""
    if not _is_table(labels):
        return labels
    if len(labels.columns) > 1:
        raise ValueError("Only one column for labels is allowed.")
    wrong = [f"'{name}' type={labels[name].dtype.name}" for name in labels if not _is_number(labels[name])]
    if wrong:
        raise ValueError(f"Data types for extracting labels must be int, float, or bool. Found: {', '.join(wrong)}")
    return labels.values


def _is_table(data):
    return type(data).__module__.partition(".")[0] == "pandas" and hasattr(data, "columns")


def _is_number(column):
    return column.dtype.kind in "iufb" and column.dtype.name.islower()  # Int64 and the like may lack values
