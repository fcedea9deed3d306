"""StagingArea and MapStagingArea: elements that wait in the session between one run, or thread, and another."""

from graphlab._src.base.shapes import TensorShape, unknown_shape
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.identity import identity
from graphlab._src.state import staging_ops


class BaseStagingArea:
    """Base class of staging areas: what an element consists of, and how many elements there may be.

    dtypes: of the components.  shapes: of each, or None.  names: of each; elements are then dicts.
    shared_name: of the area in the session.  capacity: the most elements, memory_limit: the most bytes; 0 for no bound.
    """

    def __init__(self, dtypes, shapes=None, names=None, shared_name=None, capacity=0, memory_limit=0):
        if shared_name is None:
            self._name = get_default_graph().unique_name(type(self).__name__)
        elif isinstance(shared_name, str):
            self._name = shared_name
        else:
            raise ValueError("shared_name must be a string")
        self._dtypes = dtypes
        if shapes is not None and len(shapes) != len(dtypes):
            raise ValueError("StagingArea shapes must be the same length as dtypes")
        if names is not None and len(names) != len(dtypes):
            raise ValueError("StagingArea names must be the same length as dtypes")
        self._shapes = [unknown_shape() for _ in dtypes] if shapes is None else [TensorShape(s) for s in shapes]
        self._names = names
        self._capacity = capacity
        self._memory_limit = memory_limit
        with name_scope(f"{self._name}_root"):
            self._anchor = no_op()  # whose device is the area's

    name = attribute("_name", "The name of the area in the session.")
    dtypes = attribute("_dtypes", "The DType of each component.")
    shapes = attribute("_shapes", "The TensorShape of each component.")
    names = attribute("_names", "The name of each component, or None.")
    capacity = attribute("_capacity", "The most elements, 0 for no bound.")
    memory_limit = attribute("_memory_limit", "The most bytes, 0 for no bound.")

    def _options(self):
        return {"shared_name": self._name, "capacity": self._capacity, "memory_limit": self._memory_limit}

    def _at_home(self):
        return get_default_graph().colocate_with(self._anchor)

    def _components(self, values, indices):
        """(tensors, their places) of an element, or of a part of one; ValueError for what does not fit."""
        if isinstance(values, dict):
            if not self._names:
                raise ValueError("Staging areas must have names to enqueue a dictionary")
            if not set(values) <= set(self._names):
                raise ValueError(
                    "Keys in dictionary to put do not match names of staging area. Dictionary: "
                    f"({sorted(values)}), Queue: ({sorted(self._names)})"
                )
            indices = [i for i, key in enumerate(self._names) if key in values]
            values = [values[self._names[i]] for i in indices]
        elif self._names:
            raise ValueError("You must enqueue a dictionary in a staging area with names")
        elif indices is None:
            raise ValueError("Indices must be supplied when inserting a list of tensors")
        elif not isinstance(values, (list, tuple)):
            values, indices = [values], [0]
        if len(indices) != len(values):
            raise ValueError(f"Number of indices '{len(indices)}' doesn't match number of values '{len(values)}'")
        if len(values) > len(self._dtypes):
            raise ValueError(f"Unexpected number of inputs '{len(values)}' vs '{len(self._dtypes)}'")
        return [self._component(value, i) for value, i in zip(values, indices, strict=True)], indices

    def _component(self, value, i):
        tensor = convert_to_tensor(value, name=f"component_{i}")
        if tensor.dtype.base_dtype != self._dtypes[i]:
            raise ValueError(f"Datatypes do not match. '{tensor.dtype!s}' != '{self._dtypes[i]!s}'")
        tensor.shape.assert_is_compatible_with(self._shapes[i])
        return tensor

    def _element(self, tensors, indices):
        """An element as it is returned: with the shapes that are known, and on the current device."""
        if no_op().device != self._anchor.device:
            tensors = [identity(tensor) for tensor in tensors]
        for tensor, i in zip(tensors, indices, strict=True):
            tensor.set_shape(self._shapes[i])
        return {self._names[i]: t for t, i in zip(tensors, indices, strict=True)} if self._names else list(tensors)


def _tensors_of(values):
    if isinstance(values, dict):
        return list(values.values())
    return values if isinstance(values, (list, tuple)) else [values]


class StagingArea(BaseStagingArea):
    """Elements that wait in order: put adds one, get removes the first. The arguments are those of BaseStagingArea.

    Both wait in the run: put while the area is full, get while it is empty.
    """

    def put(self, values, name=None):
        """The operation that adds an element: a tensor, a list of them, or a dict where the area has names."""
        with name_scope(name, f"{self._name}_put", _tensors_of(values)) as scope:
            if not isinstance(values, (list, tuple, dict)):
                values = [values]
            tensors, _ = self._components(values, list(range(len(values))))
            with self._at_home():
                return staging_ops.stage(tensors, name=scope, **self._options())

    def get(self, name=None):
        """The first element, which is removed: a list of tensors, or a dict where the area has names."""
        return self._returned(staging_ops.unstage, name or f"{self._name}_get")

    def peek(self, index, name=None):
        """The element at a place, which stays."""
        return self._returned(staging_ops.stage_peek, name or f"{self._name}_peek", index)

    def _returned(self, function, name, *inputs):
        with self._at_home():
            tensors = function(*inputs, dtypes=self._dtypes, name=name, **self._options())
        return self._element(_tensors_of(tensors), range(len(self._dtypes)))

    def size(self, name=None):
        """The number of elements, int32."""
        return staging_ops.stage_size(dtypes=self._dtypes, name=name or f"{self._name}_size", **self._options())

    def clear(self, name=None):
        """The operation that removes all elements."""
        return staging_ops.stage_clear(dtypes=self._dtypes, name=name or f"{self._name}_clear", **self._options())


class MapStagingArea(BaseStagingArea):
    """Elements that wait under int64 keys, and whose components may come one by one.

    ordered: get without a key returns the element with the lowest one. The other arguments are those of BaseStagingArea.
    """

    def __init__(self, dtypes, shapes=None, names=None, shared_name=None, ordered=False, capacity=0, memory_limit=0):
        super().__init__(dtypes, shapes, names, shared_name, capacity, memory_limit)
        self._ordered = ordered
        self._functions = staging_ops.ORDERED if ordered else staging_ops.UNORDERED

    def put(self, key, vals, indices=None, name=None):
        """The operation that adds components of the element of a key.

        key: int64, scalar.  vals: a list of tensors with `indices`, their places; or a dict where the area has names.
        """
        with name_scope(name, f"{self._name}_put", _tensors_of(vals)) as scope:
            tensors, places = self._components(vals, indices)
            with self._at_home():
                put = self._functions["put"]
                return put(key, list(places), tensors, dtypes=self._dtypes, name=scope, **self._options())

    def _places(self, indices):
        if indices is None:
            return list(range(len(self._dtypes)))
        if not isinstance(indices, (tuple, list)):
            raise TypeError(f"Invalid indices type '{type(indices)}'")
        if not indices:
            raise ValueError("Empty indices")
        if all(isinstance(i, int) for i in indices):
            return list(indices)
        if not all(isinstance(i, str) for i in indices):
            raise TypeError(f"Mixed types in indices '{indices}'. May only be str or int")
        if self._names is None:
            raise ValueError(f"String indices provided '{indices}', but this Staging Area was not created with names.")
        for name in indices:
            if name not in self._names:
                raise ValueError(f"Named index '{name}' not in Staging Area names '{self._names}'")
        return [list(self._names).index(name) for name in indices]

    def _call(self, what, name, places, *inputs):
        dtypes = [self._dtypes[i] for i in places]
        with self._at_home():
            return self._functions[what](*inputs, places, dtypes=dtypes, name=name, **self._options())

    def peek(self, key, indices=None, name=None):
        """The element of a key, or the components of it at `indices`, which stay."""
        places = self._places(indices)
        return self._element(_tensors_of(self._call("peek", name or f"{self._name}_pop", places, key)), places)

    def get(self, key=None, indices=None, name=None):
        """(key, element), which is removed: that of a key, or some element when no key is given.

        indices: the places, or names, of the components to return and remove; all when left out.
        """
        places = self._places(indices)
        if key is not None:
            found = self._call("get", name or f"{self._name}_get", places, key)
            return key, self._element(_tensors_of(found), places)
        key, found = self._call("get_any", name or f"{self._name}_get_nokey", places)
        return key, self._element(_tensors_of(found), places)

    def _count(self, what, name):
        return self._functions[what](dtypes=self._dtypes, name=name or f"{self._name}_{what}", **self._options())

    def size(self, name=None):
        """The number of elements, int32."""
        return self._count("size", name)

    def incomplete_size(self, name=None):
        """The number of elements of which components are still to come, int32."""
        return self._count("incomplete_size", name)

    def clear(self, name=None):
        """The operation that removes all elements."""
        return self._count("clear", name)
