"""Docstrings as MyST: their first line, paragraphs, arguments as a list, and indented code as code."""

import re
from collections.abc import Collection

# `name: what it is`, or several names, at the start of a line.
_ARGUMENT = re.compile(r"(\*{0,2}\w+(?:(?:,| and| or) \*{0,2}\w+)*): (.*)")
_LATER_ARGUMENT = re.compile(r"(?<=[.\])`]) +(\w+(?:,? and \w+|, \w+)*): ")
_SENTENCE = re.compile(r"(Returns?|Raises?|Yields?|Example)\b")
_CODE = re.compile(r"(`+)(.+?)\1")
_SPECIAL = re.compile(r"([\\*_\[\]<>$#|{}])")
_ITEM = re.compile(r"\s*[*-] ")


def markdown(doc: str, known: frozenset[str] = frozenset(), parameters: Collection[str] = ()) -> str:
    """The text of a docstring for a page. known: the names that code in it may refer to; parameters: of the function."""
    doc = _LATER_ARGUMENT.sub(lambda found: _on_its_own_line(found, parameters), doc)
    parts = []
    for block in re.split(r"\n\s*\n", doc.strip("\n")):
        lines = block.split("\n")
        if all(line.startswith("    ") for line in lines):
            parts.append("```python\n" + "\n".join(line[4:] for line in lines) + "\n```")
        else:
            parts.append(_text(lines, known))
    return "\n\n".join(parts)


def _on_its_own_line(found: re.Match[str], parameters: Collection[str]) -> str:
    names = re.split(r",? and |, ", found[1])
    return f"\n{found[1]}: " if set(names) <= set(parameters) else found[0]


def _text(lines: list[str], known: frozenset[str]) -> str:
    found: list[str] = []  # a list item begins with "- "
    for line in lines:
        line = line.rstrip()
        argument = _ARGUMENT.match(line)
        if argument:
            found.append(f"- `{argument[1]}`: {inline(argument[2], known)}")
        elif _ITEM.match(line):
            found.append("- " + inline(_ITEM.sub("", line, count=1), known))
        elif not found or (_SENTENCE.match(line) and found[-1].endswith((".", ":", ")"))):
            found.append(inline(line.strip(), known))
        else:
            found[-1] += " " + inline(line.strip(), known)
    text = ""
    for i, one in enumerate(found):
        both = i and one.startswith("- ") and found[i - 1].startswith("- ")
        text += ("" if not i else "\n" if both else "\n\n") + one
    return text


def inline(text: str, known: frozenset[str] = frozenset()) -> str:
    """A line of a docstring, in which nothing but code in backticks means anything."""
    found, end = "", 0
    for code in _CODE.finditer(text):
        found += _SPECIAL.sub(r"\\\1", text[end : code.start()]) + _reference(code[2], known)
        end = code.end()
    return found + _SPECIAL.sub(r"\\\1", text[end:])


def _reference(code: str, known: frozenset[str]) -> str:
    name = re.sub(r"^(gl|graphlab)\.", "tf.", code)
    return f"{{py:obj}}`{code} <{name}>`" if name in known else f"`` {code} ``" if "`" in code else f"`{code}`"
