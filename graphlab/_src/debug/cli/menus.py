"""Menus: the commands that a screen offers."""

from typing import Any

from graphlab._src.debug.cli.rich_text import RichTextLines


class MenuItem:
    """An entry. caption: what is shown.  content: the command."""

    def __init__(self, caption: str | None, content: str, enabled: bool = True) -> None:
        self._caption = caption
        self._content = content
        self._enabled = enabled

    @property
    def caption(self) -> str | None:
        """What is shown."""
        return self._caption

    @property
    def type(self) -> str:
        """The kind of entry."""
        return "content"

    @property
    def content(self) -> str:
        """The command."""
        return self._content

    def is_enabled(self) -> bool:
        """Whether it can be chosen."""
        return self._enabled

    def disable(self) -> None:
        """Lets it not be chosen."""
        self._enabled = False

    def enable(self) -> None:
        """Lets it be chosen."""
        self._enabled = True


class Menu:
    """Entries in order."""

    def __init__(self, name: str | None = None) -> None:
        self._name = name
        self._items: list[MenuItem] = []

    def append(self, item: MenuItem) -> None:
        """Adds an entry at the end."""
        self._items.append(item)

    def insert(self, index: int, item: MenuItem) -> None:
        """Adds an entry at a place."""
        self._items.insert(index, item)

    def num_items(self) -> int:
        """The number of entries."""
        return len(self._items)

    def captions(self) -> list[str | None]:
        """What is shown of each."""
        return [item.caption for item in self._items]

    def caption_to_item(self, caption: str) -> MenuItem:
        """The entry with a caption. Raises LookupError where there is none."""
        for item in self._items:
            if item.caption == caption:
                return item
        raise LookupError(f'There is no menu item with the caption "{caption}"')

    def format_as_single_line(
        self,
        prefix: str | None = None,
        divider: str = " | ",
        enabled_item_attrs: Any = None,
        disabled_item_attrs: Any = None,
    ) -> RichTextLines:
        """The captions in one line."""
        text, segments = prefix or "", list[Any]()
        for item in self._items:
            caption = item.caption or ""
            attributes = enabled_item_attrs if item.is_enabled() else disabled_item_attrs
            attributes = list(attributes) if isinstance(attributes, (list, tuple)) else [attributes]
            attributes = [one for one in attributes if one]
            if item.is_enabled():
                attributes = [item, *attributes]
            if attributes:
                segments.append((len(text), len(text) + len(caption), attributes))
            text += caption + divider
        return RichTextLines(text, {0: segments})
