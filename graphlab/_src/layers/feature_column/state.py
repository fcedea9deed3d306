"""Where columns have their variables and tables: in a layer, or in the open variable scope."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.state.scope import get_variable


class StateManager:
    """The variables and tables of columns, by column and name."""

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: Any,
        dtype: Any = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Any = None,
    ) -> Any:
        """A new variable of a column. dtype: float32 when left out."""
        raise NotImplementedError("StateManager.create_variable")

    def add_variable(self, feature_column: Any, var: Any) -> None:
        """Adds a variable that there is."""
        raise NotImplementedError("StateManager.add_variable")

    def get_variable(self, feature_column: Any, name: str) -> Any:
        """A variable that create_variable has made."""
        raise NotImplementedError("StateManager.get_var")

    def add_resource(self, feature_column: Any, name: str, resource: Any) -> None:
        """Adds something else, such as a table."""
        raise NotImplementedError("StateManager.add_resource")

    def get_resource(self, feature_column: Any, name: str) -> Any:
        """What add_resource has added."""
        raise NotImplementedError("StateManager.get_resource")


class _Known(StateManager):
    """A StateManager that has what it has made by column and name."""

    def __init__(self) -> None:
        self._variables: dict[tuple[Any, str], Any] = {}
        self._resources: dict[tuple[Any, str], Any] = {}

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: Any,
        dtype: Any = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Any = None,
    ) -> Any:
        """A new variable of a column. ValueError where it has one of that name."""
        if (feature_column, name) in self._variables:
            raise ValueError("Variable already exists.")
        options = {"dtype": dtype or dtypes.float32, "initializer": initializer, "use_resource": use_resource}
        found = self._variables[feature_column, name] = self._make(name, shape, trainable, options)
        return found

    def _make(self, name: str, shape: Any, trainable: bool, options: dict[str, Any]) -> Any:
        raise NotImplementedError

    def get_variable(self, feature_column: Any, name: str) -> Any:
        """A variable that create_variable has made. ValueError where there is none."""
        if (feature_column, name) not in self._variables:
            raise ValueError("Variable does not exist.")
        return self._variables[feature_column, name]

    def add_resource(self, feature_column: Any, name: str, resource: Any) -> None:
        """Adds something else, such as a table."""
        self._resources[feature_column, name] = resource

    def get_resource(self, feature_column: Any, name: str) -> Any:
        """What add_resource has added. ValueError where there is nothing."""
        if (feature_column, name) not in self._resources:
            raise ValueError("Resource does not exist.")
        return self._resources[feature_column, name]


class StateManagerImpl(_Known):
    """The variables are weights of a Keras layer."""

    _how: dict[str, Any] = {"getter": get_variable}

    def __init__(self, layer: Any, trainable: bool) -> None:
        """trainable: whether variables can be trained at all."""
        super().__init__()
        self._layer, self._trainable = layer, trainable

    def _make(self, name: str, shape: Any, trainable: bool, options: dict[str, Any]) -> Any:
        trainable = self._trainable and trainable
        return self._layer.add_weight(name=name, shape=shape, trainable=trainable, **self._how, **options)


class StateManagerImplV2(StateManagerImpl):
    """The same, without the partitioner of the open variable scope."""

    _how: dict[str, Any] = {}


class ScopedState(_Known):
    """The variables are those of the variable scope that is open when they are made."""

    def __init__(self, trainable: bool | None = True, collections: Any = None) -> None:
        """trainable: whether variables can be trained at all.  collections: those that they are added to."""
        super().__init__()
        self._trainable, self._collections = trainable, collections

    def _make(self, name: str, shape: Any, trainable: bool, options: dict[str, Any]) -> Any:
        options["use_resource"] = None  # as the scope says
        how = {"trainable": trainable and self._trainable, "collections": self._collections}
        return get_variable(name, shape=shape, **how, **options)
