"""autograph.operators.special_values and .symbols: names that may have no value yet."""

from typing import Any

from graphlab._src.autograph.operators import Undefined as Undefined


def is_undefined(value: Any) -> bool:
    """True for the value of a name that is not set yet."""
    return isinstance(value, Undefined)


class UndefinedReturnValue:
    """What a function returns that came to its end without a return."""


def is_undefined_return(value: Any) -> bool:
    """True for what a function returns that came to its end without a return."""
    return isinstance(value, UndefinedReturnValue)


def retval(value: Any) -> Any:
    """What a function returns: None where it came to its end without a return."""
    return None if is_undefined_return(value) else value


class Symbol:
    """A name, an attribute or an item, as a program writes it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def maybe_compute_value(self) -> Any:
        """Its value, or Undefined."""
        raise NotImplementedError


class ValueSymbol(Symbol):
    """A name with a value."""

    def __init__(self, name: str, value: Any) -> None:
        super().__init__(name)
        self.value = value

    def maybe_compute_value(self) -> Any:
        return self.value


class AttributeAccessSymbol(Symbol):
    """An attribute of what another symbol is: a.b."""

    def __init__(self, parent_symbol: Symbol, attr_name: str) -> None:
        super().__init__(f"{parent_symbol.name}.{attr_name}")
        self.attr_name = attr_name
        self.parent_symbol = parent_symbol

    def maybe_compute_value(self) -> Any:
        parent = self.parent_symbol.maybe_compute_value()
        value = None if is_undefined(parent) else getattr(parent, self.attr_name, None)
        return Undefined(self.name) if value is None else value


class SubscriptSymbol(Symbol):
    """An item of what another symbol is: a[b]."""

    def __init__(self, parent_symbol: Symbol, index_symbol: Symbol) -> None:
        super().__init__(f"{parent_symbol.name}[{index_symbol.name}]")
        self.index_symbol = index_symbol
        self.parent_symbol = parent_symbol

    def maybe_compute_value(self) -> Any:
        parent, index = (symbol.maybe_compute_value() for symbol in (self.parent_symbol, self.index_symbol))
        if is_undefined(parent) or is_undefined(index):
            return Undefined(self.name)
        try:
            return parent[index]
        except (IndexError, KeyError, TypeError):
            return Undefined(self.name)
