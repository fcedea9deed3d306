"""Names under another scope: as a graph is exported from one, or imported into one."""

import re


def strip_name_scope(name: str, export_scope: str | None) -> str:
    """The name without the scope that it begins with; unchanged when export_scope is None or another one."""
    if not export_scope:
        return name
    return re.sub(rf"([\^]|loc:@|^){export_scope.removesuffix('/')}[\/]+(.*)", r"\1\2", name, count=1)


def prepend_name_scope(name: str, import_scope: str | None) -> str:
    """The name under a scope; unchanged when import_scope is None."""
    if not import_scope:
        return name
    return re.sub(r"([\^]|loc:@|^)(.*)", rf"\1{import_scope.removesuffix('/')}/\2", name, count=1)
