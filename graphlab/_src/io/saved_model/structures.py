"""Lists and dicts of tracked objects as kinds of a SavedModel: loading makes them lists and dicts again."""

import operator
from typing import Any

from graphlab._src.io.saved_model.revived_types import VersionedTypeRegistration, register_revived_type
from graphlab._src.state.tracked_structures import DictWrapper, ListWrapper


def _set_item(items: Any, index: str, value: Any) -> None:
    """Sets an item of a list that may be shorter; what is not known yet is None."""
    items.extend([None] * (int(index) + 1 - len(items)))
    items[int(index)] = value


register_revived_type(
    "trackable_dict_wrapper",
    lambda obj: isinstance(obj, DictWrapper),
    [VersionedTypeRegistration(lambda _: DictWrapper({}), 1, 1, 1, setter=operator.setitem)],
)
register_revived_type(
    "trackable_list_wrapper",
    lambda obj: isinstance(obj, ListWrapper),
    [VersionedTypeRegistration(lambda _: ListWrapper([]), 1, 1, 1, setter=_set_item)],
)
