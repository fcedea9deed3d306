"""SaveableObject: what a Saver saves under a name, and how it restores it."""

from typing import Any


class SaveSpec:
    """A tensor to save, or a part of one.

    tensor: a tensor, or a function that returns one; then dtype and device must be said.
    slice_spec: "" or which part of a tensor it is: "4 2 0,2:0,2".  name: what it is saved under.
    """

    def __init__(self, tensor, slice_spec, name, dtype=None, device=None):
        self._tensor = tensor
        self.slice_spec = slice_spec
        self.name = name
        if callable(tensor):
            if dtype is None or device is None:
                raise AssertionError(
                    "When passing a callable `tensor` to a SaveSpec, an explicit dtype and device must be provided."
                )
            self.dtype, self.device = dtype, device
        else:
            self.dtype, self.device = tensor.dtype, tensor.device

    @property
    def tensor(self):
        """The tensor to save."""
        return self._tensor() if callable(self._tensor) else self._tensor


class SaveableObject:
    """Base class of what is saved under a name: one tensor, or several on one device. Derived classes restore it.

    op: what it saves.  specs: a SaveSpec for each tensor.  name: what it is saved under.
    """

    def __init__(self, op, specs, name):
        self.op = op
        self.specs = specs
        self.name = self.full_name = name  # full_name: what a Saver saves it under, where a Checkpoint has another name

    @property
    def optional_restore(self):
        """True when it may be missing from a checkpoint."""
        return False

    @property
    def device(self):
        """Where its tensors are."""
        return self.specs[0].device

    def restore(self, restored_tensors, restored_shapes) -> Any:
        """An operation that puts the tensors back that were read from a checkpoint.

        restored_shapes: the shapes to set, or None to leave them as they are.
        """
        del restored_tensors, restored_shapes
        raise ValueError("Calling an abstract method.")
