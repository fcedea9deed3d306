"""Operations and tensors as lists, nested structures of them, and the operations that wait for others."""

from collections.abc import Mapping, Sequence
from typing import Any

from graphlab._src.graph import Graph, GraphKeys, Operation, Tensor


def concatenate_unique(la, lb):
    """la, a list, with those items of lb added that it lacks."""
    known = set(la)
    for item in lb:
        if item not in known:
            la.append(item)
            known.add(item)
    return la


class ListView:
    """A list that is only read."""

    def __init__(self, list_):
        if not isinstance(list_, list):
            raise TypeError(f"Expected a list, got: {type(list_)}.")
        self._list = list_

    def __iter__(self):
        return iter(self._list)

    def __len__(self):
        return len(self._list)

    def __bool__(self):
        return bool(self._list)

    def __getitem__(self, i):
        return self._list[i]

    def __add__(self, other):
        return [*self._list, *other]


def is_iterable(obj):
    """True for what can be iterated; a Tensor can't."""
    if isinstance(obj, Tensor):
        return False
    try:
        iter(obj)
    except Exception:
        return False
    return True


def flatten_tree(tree, leaves=None):
    """The leaves of nested iterables and dicts, as a list; added to `leaves` where that is given."""
    leaves = [] if leaves is None else leaves
    if isinstance(tree, dict):
        tree = tree.values()
    if is_iterable(tree):
        for child in tree:
            flatten_tree(child, leaves)
    else:
        leaves.append(tree)
    return leaves


def transform_tree(tree, fn, iterable_type=tuple) -> Any:
    """The same nested structure with fn(leaf) for each leaf; other iterables than sequences become iterable_type."""
    if not is_iterable(tree):
        return fn(tree)
    kind: Any = type(tree)
    if isinstance(tree, Mapping):
        return kind((key, transform_tree(child, fn)) for key, child in tree.items())
    children = [transform_tree(child, fn) for child in tree]
    if hasattr(tree, "_fields"):
        return kind(*children)
    return kind(children) if isinstance(tree, Sequence) else iterable_type(children)


def check_graphs(*args):
    """Raises ValueError unless all that have a graph are of one."""
    graph = None
    for i, item in enumerate(args):
        graph = graph or item.graph
        if item.graph is not None and item.graph is not graph:
            raise ValueError(f"Argument[{i}]: Wrong graph!")


def get_unique_graph(tops, check_types=None, none_if_empty=False):
    """The one graph of all of tops; TypeError for what is none of check_types, ValueError where graphs differ.

    none_if_empty: None for an empty list, which is a ValueError otherwise.
    """
    if isinstance(tops, Graph):
        return tops
    if not is_iterable(tops):
        raise TypeError(f"{type(tops)} is not iterable")
    if check_types is None:
        check_types = (Operation, Tensor)
    elif not is_iterable(check_types):
        check_types = (check_types,)
    graph = None
    for item in tops:
        if not isinstance(item, tuple(check_types)):
            raise TypeError(f"Expected a type in ({', '.join(str(t) for t in check_types)}), got: {type(item)}")
        if graph is None:
            graph = item.graph
        elif graph._graph_key != item.graph._graph_key:
            raise ValueError(f"Operation {item} does not belong to given graph")
    if graph is None and not none_if_empty:
        raise ValueError("Can't find the unique graph of an empty list")
    return graph


def _listed(items, kind, of_graph, check_graph, allow_graph, ignore_others):
    if isinstance(items, Graph):
        if not allow_graph:
            raise TypeError("allow_graph is False: cannot convert a tf.Graph.")
        return of_graph(items)
    items = list(items) if is_iterable(items) else [items]
    if items and check_graph:
        get_unique_graph(items, None if ignore_others else kind)
    return [item for item in items if isinstance(item, kind)]


def make_list_of_op(ops, check_graph=True, allow_graph=True, ignore_ts=False):
    """The operations of a graph, of an iterable, or the one that is given, as a new list.

    check_graph: they must be of one graph.  allow_graph: False refuses a Graph.  ignore_ts: skips tensors, else TypeError.
    """
    return _listed(ops, Operation, Graph.get_operations, check_graph, allow_graph, ignore_ts)


def get_tensors(graph):
    """All tensors of a graph, as a list."""
    if not isinstance(graph, Graph):
        raise TypeError(f"Expected a graph, got: {type(graph)}")
    return [tensor for op in graph.get_operations() for tensor in op.outputs]


def make_list_of_t(ts, check_graph=True, allow_graph=True, ignore_ops=False):
    """The tensors of a graph, of an iterable, or the one that is given, as a new list; see make_list_of_op."""
    return _listed(ts, Tensor, get_tensors, check_graph, allow_graph, ignore_ops)


def get_generating_ops(ts):
    """The operation of each tensor."""
    return [tensor.op for tensor in make_list_of_t(ts, allow_graph=False)]


def get_consuming_ops(ts):
    """The operations that the tensors are inputs of, each once."""
    tensors = make_list_of_t(ts, allow_graph=False)
    return list(dict.fromkeys(op for tensor in tensors for op in tensor.consumers()))


class ControlOutputs:
    """Which operations each operation of a graph is a control input of, as the graph is at each call."""

    def __init__(self, graph):
        if not isinstance(graph, Graph):
            raise TypeError(f"Expected a tf.Graph, got: {type(graph)}")
        self._graph = graph

    def update(self):
        """Itself: it is never out of date."""
        return self

    def get_all(self):
        """{operation: the operations that wait for it}."""
        return {op: list(op.control_outputs) for op in self._graph.get_operations() if op.control_outputs}

    def get(self, op):
        """The operations that wait for `op`."""
        return list(op.control_outputs)

    @property
    def graph(self):
        """The Graph."""
        return self._graph


def scope_finalize(scope):
    """The scope with "/" at its end; "" for the root."""
    return scope if not scope or scope.endswith("/") else f"{scope}/"


def scope_dirname(scope):
    """The scope of a name, with "/" at its end."""
    return scope[: scope.rfind("/") + 1]


def scope_basename(scope):
    """The name without its scope."""
    return scope[scope.rfind("/") + 1 :]


def get_predefined_collection_names():
    """The names of the collections that TensorFlow has itself."""
    return [getattr(GraphKeys, key) for key in dir(GraphKeys) if not key.startswith("__")]


def find_corresponding_elem(target, dst_graph, dst_scope="", src_scope=""):
    """The operation or tensor of dst_graph with target's name, with dst_scope in place of src_scope before it."""
    if not isinstance(target, (Operation, Tensor)):
        raise TypeError("Expected tf.Tensor or tf.Operation, got: {}", type(target))
    name, src_scope = target.name, scope_finalize(src_scope)
    if not name.startswith(src_scope):
        raise ValueError(f"{name} does not start with {src_scope}")
    name = scope_finalize(dst_scope) + name[len(src_scope) :]
    found = dst_graph.get_tensor_by_name if isinstance(target, Tensor) else dst_graph.get_operation_by_name
    return found(name)


def find_corresponding(targets, dst_graph, dst_scope="", src_scope=""):
    """find_corresponding_elem for each leaf of a nested structure."""
    return transform_tree(targets, lambda leaf: find_corresponding_elem(leaf, dst_graph, dst_scope, src_scope))
