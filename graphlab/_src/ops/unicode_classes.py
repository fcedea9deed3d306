"""Unicode's general categories as character classes of regular expressions."""

import functools
import sys
import unicodedata

_CATEGORIES = "Cc Cf Co Ll Lm Lo Lt Lu Mc Me Mn Nd Nl No Pc Pd Pe Pf Pi Po Ps Sc Sk Sm So Zl Zp Zs".split()


@functools.cache
def ranges(name, negated=False):
    """The ranges of a category such as "Lu", or of all of "L", as they are written between square brackets.

    negated: those of all other characters.  None for a name that Unicode does not have.
    """
    members = {category for category in _CATEGORIES if category.startswith(name)}
    if not members:
        return None
    found, first = [], None
    for code in range(sys.maxunicode + 1):
        category = unicodedata.category(chr(code))
        inside = category != "Cs" and (category in members) != negated  # surrogates are bytes that are no UTF-8
        if inside and first is None:
            first = code
        elif not inside and first is not None:
            found.append((first, code - 1))
            first = None
    if first is not None:
        found.append((first, sys.maxunicode))
    return "".join(rf"\U{first:08x}-\U{last:08x}" for first, last in found)
