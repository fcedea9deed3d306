"""inspect_checkpoint: the tensors in a checkpoint, printed."""

import re

import numpy as np

from graphlab._src.io.checkpoint.reader import NewCheckpointReader


def print_tensors_in_checkpoint_file(
    file_name, tensor_name, all_tensors, all_tensor_names=False, count_exclude_pattern=""
):
    """Prints one tensor of a checkpoint, all of them, their names, or without either a table of names, dtypes and shapes.

    count_exclude_pattern: a regular expression of names that the number of parameters, which is printed last, leaves out.
    A checkpoint or tensor that cannot be read is printed as a message; nothing is raised.
    """
    try:
        reader = NewCheckpointReader(file_name)
        shapes = reader.get_variable_to_shape_map()
        if all_tensors or all_tensor_names:
            for key in sorted(shapes):
                print("tensor_name: ", key)
                if all_tensors:
                    print(reader.get_tensor(key))
        elif tensor_name:
            print("tensor_name: ", tensor_name)
            print(reader.get_tensor(tensor_name))
        else:
            text = reader.debug_string()
            print(text.decode("utf-8") if isinstance(text, bytes) else text)
        print(f"# Total number of params: {_count(shapes, count_exclude_pattern)}")
    except Exception as error:  # TensorFlow's tool prints whatever is wrong with a file
        print(error)
        if "Data loss" in str(error) and re.search(r"\.(index|meta|data)", file_name):
            prefix = file_name.rpartition(".")[0]
            print(f"A checkpoint is named by the prefix of its files, without the extension: {prefix}")


def _count(shapes, excluded):
    """How many elements the tensors of these shapes have."""
    left_out = {name for name in shapes if excluded and re.search(excluded, name)}
    sizes = {name: int(np.prod(shape, dtype=np.int64)) for name, shape in shapes.items()}
    if excluded:
        params = sum(sizes[name] for name in left_out)
        print(f"# Excluding {len(left_out)} tensors ({params} params) that match {excluded} when counting.")
    return sum(size for name, size in sizes.items() if name not in left_out)
