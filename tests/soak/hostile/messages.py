"""Messages of the kernel to a diagram, as a notebook saves them or a kernel sends them, with hostile and wrong fields."""

import base64
import struct
import zlib

from tests.soak.hostile import pieces, texts


def _value(random):
    return {
        "name": texts.text(random, 2000), "dtype": texts.text(random, 500), "shape": texts.text(random, 500), "count": 9,
        "nan": 1, "inf": 2, "health": texts.text(random, 100), "first": [texts.text(random, 500) for _ in range(3)],
        "min": texts.text(random, 100), "mean": "1", "max": texts.text(random, 100), "std": "1",
        "histogram": random.choice(([1, 2, 3], [0], [], [1e300, -1, 0], [1] * 20_000)),
        "image": random.choice(("iVBORw0KGgo=", '" onerror="window.__pwned=1', f"x,{texts.EVIL}", texts.text(random, 500))),
    }  # fmt: skip


def _card(random):
    link = {"name": texts.text(random, 1000), "op": 0, "text": texts.text(random, 1000)}
    change = {
        "name": texts.text(random, 500),
        "op": 0,
        "before": _value(random),
        "after": _value(random),
        "difference": texts.text(random, 500),
    }
    return {
        "op": random.choice((0, 1, 10**9)), "name": texts.text(random, 500), "kind": texts.text(random, 500),
        "state": random.choice(("pending", "done", "running", "failed", texts.text(random, 100))), "within": texts.text(random, 500),
        "outputs": [_value(random)], "changes": [change], "inputs": [link],
    }  # fmt: skip


def _about(random):
    return {
        "name": texts.text(random, 100), "title": texts.text(random, 1000), "about": texts.text(random, 1000),
        "kind": random.choice(("sequential", "diverging", "categories", texts.text(random, 20))), "unit": texts.text(random, 100),
        "scale": random.choice(("linear", "log", "__proto__")), "sums": random.choice(("sum", "max", "majority", "first", "constructor")),
        "categories": [texts.text(random, 100) for _ in range(random.choice((0, 3, 40)))],
        "tones": {texts.text(random, 20): texts.text(random, 50), "a": "good"}, "source": texts.text(random, 500),
    }  # fmt: skip


def _columns(random):
    count = random.choice((0, 1, 5, 40))
    steps = [random.choice((1, 0, -1, 2**31 - 1)) if random.random() < 0.2 else 1 for _ in range(count)]
    values = [random.choice((0.0, 1.0, 2.0, -1e38, float("nan"), float("inf"), 1e-40)) for _ in range(count)]
    data = struct.pack(f"<{count}i{count}f", *steps, *values)
    kind = random.random()
    packed = zlib.compress(data if kind < 0.8 else data[:-3])
    return pieces.base64_of(pieces.bomb(random) if kind > 0.95 else packed)


def _ops(random):
    return [random.choice((0, 1, 2, -1, 10**9, 3)) for _ in range(random.choice((0, 1, 4)))]


def _entries(random):
    return [
        [random.choice((0, 1, texts.text(random, 100) + "/")), _ops(random), [texts.text(random, 500)]]
        for _ in range(3)
    ]


def _side(random):
    return {
        "graph": texts.text(random, 50),
        "chunks": [pieces.chunk(random, "s")],
        "alone": _ops(random),
        "changed": _ops(random),
        "renamed": _ops(random),
    }


def _state(random):
    return {
        "stepThrough": 1, "position": random.choice((0, 1, 5, -1, 1e300)), "total": random.choice((0, 5, 1e300)), "done": 1, "name": texts.text(random, 500),
        "ops": _ops(random), "next": texts.text(random, 500), "breakpoints": [[0, 1], [10**9, -1]], "nanSteps": _ops(random), "over": False,
        "applied": False, "more": random.random() < 0.2, "notes": {"0": texts.text(random, 500), texts.text(random, 20): "x"},
        "failed": random.choice((None, {"name": texts.text(random, 100), "ops": _ops(random), "text": texts.text(random, 1000)})),
    }  # fmt: skip


def _watched(random):
    return {
        "op": random.choice((0, 1, 10**9, -1)), "name": texts.text(random, 500), "runs": random.choice((0, 1, 1e300)),
        "health": texts.text(random, 50), "since": random.choice((0, 3, -1)), "text": texts.text(random, 500), "value": _value(random),
        "points": random.choice(([], [[1, 2, 3]], [[None, None, None]], [[1e300, -1e300, 0]] * 300, [[1]])),
    }  # fmt: skip


FIELDS = {
    "app": lambda r: {"text": texts.text(r)},
    "attributes": lambda r: {"op": r.choice((0, 1, 10**9, -1)), "texts": [texts.text(r, 1000) for _ in range(4)]},
    "compare": lambda r: {
        **{kind: _entries(r) for kind in ("added", "removed", "changed", "renamed")},
        "scopes": [[texts.text(r, 100), texts.text(r, 100)]], "sides": [_side(r), _side(r)],
    },
    "compiled": lambda r: {"op": 0, "why": r.choice((None, texts.text(r))), **_code(r)},
    "duplicates": lambda r: {"text": texts.text(r), "fix": texts.text(r)},
    "error": lambda r: {
        "op": r.choice((0, 1, 10**9, -1, None)), "name": texts.text(r), "kind": texts.text(r, 100), "text": texts.text(r),
        "fix": texts.text(r), "created": texts.text(r), "fetches": _ops(r), "feeds": [[0, 0], [10**9, 5]],
    },
    "find": lambda r: {"name": texts.text(r, 500), "value": texts.text(r, 500)},
    "hlo": lambda r: {"op": 0, "stage": r.choice(("optimized", texts.text(r, 50))), "text": texts.text(r), "characters": 10**6, **_code(r)},
    "subgraph": lambda r: {
        "op": 0, "graph": texts.text(r, 50), "name": texts.text(r, 500), "subgraph": texts.text(r, 100),
        "subgraphs": [texts.text(r, 100) for _ in range(3)], "why": r.choice((None, texts.text(r, 100))),
    },
    "overlay": lambda r: {"overlay": _about(r), "columns": _columns(r), "name": texts.text(r, 50), "why": r.choice((None, texts.text(r, 500)))},
    "overlays": lambda r: {"overlays": [_about(r) for _ in range(3)]},
    "page": lambda r: {"html": texts.text(r)},
    "piece": lambda r: {},
    "preview": lambda r: {"fetches": [[0, 0], [r.choice((1, 10**9, -1)), -1]], "feeds": [[1, 0]]},
    "refused": lambda r: {"why": texts.text(r), "command": texts.text(r, 50)},
    "show": lambda r: {"depth": r.choice((0, 1, 3, -1, 1e300)), "at": texts.text(r, 500), "highlight": [0, texts.text(r, 100), 10**9]},
    "side": lambda r: {"link": texts.text(r, 20), "which": r.choice((0, 1, 7)), "alone": _ops(r), "changed": _ops(r), "renamed": _ops(r)},
    "step": lambda r: {**_state(r), "begin": r.random() < 0.4},
    "step-card": lambda r: {"stepThrough": 1, "card": _card(r)},
    "step-schedule": lambda r: {"stepThrough": 1},
    "step-error": lambda r: {"text": texts.text(r)},
    "watch": lambda r: {"watched": [_watched(r) for _ in range(r.choice((1, 3)))]},
    "watch-error": lambda r: {"text": texts.text(r)},
}  # fmt: skip


def _code(random):
    return {
        "fetches": [texts.text(random, 100)], "device": texts.text(random, 100), "segment": 1, "segments": random.choice((1, 5)),
        "operations": _ops(random),
    }  # fmt: skip


def message(random, kind=None):
    """One message; half of them are as they should be but for their texts, in the others some fields are of a wrong type."""
    kind = kind or random.choice((*FIELDS, *FIELDS, *texts.KEYS, texts.text(random, 100)))
    made = {"type": kind, **FIELDS.get(kind, FIELDS["error"])(random)}
    if random.random() < 0.5:
        spoil(random, made, random.choice((1, 1, 3, 20)))
    if random.random() < 0.03:
        made["type"] = texts.value(random)
    return made


def spoil(random, made, times):
    """Puts wrong values into fields, at any depth."""
    for _ in range(times):
        at = made
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            if not keys:
                break
            key = random.choice(keys)
            if at is made and key == "type":
                break
            if isinstance(at[key], (dict, list)) and at[key] and random.random() < 0.6:
                at = at[key]
                continue
            if random.random() < 0.15 and isinstance(at, dict):
                del at[key]
            else:
                at[key] = texts.value(random)
            break


def data(random, uid):
    """The bytes of a message, as base64, in the field in which it has them."""
    kind = random.random()
    if kind < 0.5:
        return {"bytes": pieces.base64_of(pieces.sound(random, uid, 12))}
    if kind < 0.8:
        return {"bytes": pieces.base64_of(pieces.spoiled(random, uid))}
    numbers = [random.choice((0, 1, 2, -1, 10**9)) for _ in range(random.choice((0, 3, 9, 10)))]
    packed = struct.pack(f"<{len(numbers)}i", *numbers)
    texts_of = [base64.b64encode(packed).decode(), base64.b64encode(packed[:-1]).decode(), "", "no base64"]
    return random.choice(({}, *({"bytes": text} for text in texts_of)))
