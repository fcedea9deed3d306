"""The menu that the screens of the analysis have in common."""

from graphlab._src.debug.cli.menus import Menu, MenuItem
from graphlab._src.debug.cli.rich_text import MAIN_MENU_KEY, RichTextLines

_OF_NODES = (
    ("node_info", "node_info -a -d -t"),
    ("print_tensor", "print_tensor"),
    ("list_inputs", "list_inputs -c -r"),
    ("list_outputs", "list_outputs -c -r"),
)


def add_main_menu(output: RichTextLines, node_name: str | None = None, disabled: str = "") -> None:
    """Adds the menu to a screen. node_name: the node that it shows.  disabled: the caption of the entry of this screen."""
    menu = Menu()
    menu.append(MenuItem("list_tensors", "list_tensors", enabled=disabled != "list_tensors"))
    for caption, command in _OF_NODES:
        content = f"{command} {node_name}" if node_name else ""
        menu.append(MenuItem(caption, content, enabled=bool(node_name) and disabled != caption))
    menu.append(MenuItem("run_info", "run_info"))
    menu.append(MenuItem("help", "help"))
    output.annotations[MAIN_MENU_KEY] = menu
