"""StubOutForTesting: replaces attributes for the length of a test and puts them back."""

import inspect


class StubOutForTesting:
    """Set() replaces attributes, CleanUp() restores all of them; usable as a `with` block."""

    def __init__(self):
        self._replaced = []

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.CleanUp()

    def __del__(self):
        self.CleanUp()

    def Set(self, parent, child_name, new_child):
        """Replaces `parent.child_name`; parent: a module, class or object that has it."""
        old = parent.__dict__.get(child_name) if hasattr(parent, "__dict__") else None
        # From the class's dict: getattr would make a plain function of a staticmethod.
        if not isinstance(old, (staticmethod, classmethod)):
            old = getattr(parent, child_name)
        self._replaced.append((parent, child_name, old))
        setattr(parent, child_name, new_child)

    def SmartSet(self, obj, attr_name, new_attr):
        """Replaces the attribute where it is defined: in the object, or in the first of its classes that has it."""
        if not inspect.ismodule(obj) and attr_name not in vars(obj):
            classes = inspect.getmro(obj if inspect.isclass(obj) else type(obj))
            obj = next((cls for cls in classes if attr_name in vars(cls)), None)
        if obj is None or not hasattr(obj, attr_name):
            raise AttributeError("Attribute not found.")
        self.Set(obj, attr_name, new_attr)

    def CleanUp(self):
        """Puts everything back, latest first."""
        while self._replaced:
            setattr(*self._replaced.pop())

    def UnsetAll(self):
        """Puts everything back."""
        self.CleanUp()

    def SmartUnsetAll(self):
        """Puts everything back."""
        self.CleanUp()
