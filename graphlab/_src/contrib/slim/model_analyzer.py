"""What a model holds: its variables and the outputs of its operations, with their sizes."""


def tensor_description(var):
    """Type and sizes, as in "(float32 1x8x8x1024)"."""
    return f"({var.dtype.name} {'x'.join(str(size) for size in var.shape)})"


def analyze_ops(graph, print_info=False):
    """The number of elements in the outputs of all operations of a graph, as far as shapes are known."""
    if print_info:
        print("---------\nOperations: name -> (type shapes) [size]\n---------")
    total = 0
    for op in graph.get_operations():
        size = sum(output.shape.num_elements() or 0 for output in op.outputs)
        if print_info:
            shapes = ", ".join(tensor_description(output) for output in op.outputs if output.shape)
            print(op.name, "\t->", shapes, f"[{size}]")
        total += size
    return total


def analyze_vars(variables, print_info=False):
    """(how many numbers variables hold, how many bytes)."""
    if print_info:
        print("---------\nVariables: name (type shape) [size]\n---------")
    total_size = total_bytes = 0
    for var in variables:
        size = var.shape.num_elements() or 0
        in_bytes = size * var.dtype.size
        total_size += size
        total_bytes += in_bytes
        if print_info:
            print(var.name, tensor_description(var), f"[{size}, bytes: {in_bytes}]")
    if print_info:
        print(f"Total size of variables: {total_size}\nTotal bytes of variables: {total_bytes}")
    return total_size, total_bytes
