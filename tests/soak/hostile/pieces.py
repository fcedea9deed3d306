"""Pieces of graphs as the browser reads them: hostile names in sound ones, and ones that are wrong in every way."""

import base64
import json
import struct
import zlib

import numpy as np

from graphlab import dtypes
from graphlab._src.viz import columns, protocol
from graphlab._src.viz.attributes import Texts
from tests.soak.hostile import texts


class _Operation:
    """What the protocol reads of an Operation."""

    _definition = None
    _frames = ((), None)

    def __init__(self, number, name, kind, device):
        self.id, self.name, self.type, self.device = number, name, kind, device
        self.attrs, self.inputs, self.control_inputs, self.outputs = {}, [], [], []
        self.words = []


class _Tensor:
    def __init__(self, op, index, dtype, dims):
        self.op, self.value_index, self.dtype, self.dims = op, index, dtype, dims


class _Dtype:
    def __init__(self, name):
        self.name = name


class _Words(Texts):
    def of(self, op):
        return op.words


def operations(random, most=40):
    """Operations with hostile names, types, devices, dtypes, shapes and attributes."""
    count = random.choice((1, 2, 5, 12, most))
    scopes = [texts.text(random, 3000).replace("\n", "/") for _ in range(3)]
    made, names = [], set()
    for number in range(count):
        name = texts.text(random, 20_000)
        if random.random() < 0.5:
            name = f"{random.choice(scopes)}/{name}"
        if random.random() < 0.03:
            name = "/".join(
                random.choice((texts.KEYS, "ab", ["<b>"]))[0] for _ in range(random.choice((50, 600, 3000)))
            )
        if random.random() < 0.05:
            name = random.choice(("/", "//", "a//b", "/a", "a/", "(a)", "a/(a)", "..", "a/../b")) + name[:20]
        while name in names:
            name += f"_{number}"
        names.add(name)
        op = _Operation(number, name, random.choice((*texts.TYPES, texts.text(random, 2000))), "")
        if random.random() < 0.3:
            op.device = texts.text(random, 2000)
        for index in range(random.choice((0, 1, 1, 1, 2, 40))):
            dims = random.choice((None, (), (None, 3), (0,), (2**31, 2**40), (-5,), tuple(range(200))))
            dtype = random.choice(
                (dtypes.float32, dtypes.resource, _Dtype(texts.text(random, 500)), _Dtype("float32_ref"))
            )
            op.outputs.append(_Tensor(op, index, dtype, dims))
        for _ in range(random.choice((0, 0, 1, 2, 20))):
            op.words += [texts.text(random, 500), texts.text(random, 5000)]
        made.append(op)
    for op in made:  # edges of any direction: cycles, and an operation that consumes its own output
        for _ in range(random.choice((0, 1, 1, 2, 30))):
            other = random.choice(made)
            if other.outputs and random.random() < 0.7:
                op.inputs.append(random.choice(other.outputs))
            else:
                op.control_inputs.append(other)
    return made


def sound(random, uid, most=40):
    """The bytes of a piece that is as the protocol wants it, whatever it says."""
    made = operations(random, most)
    return protocol.encode(uid, made, 0, len(made), alone=True, words=_Words())


def written(header, body):
    """Columns with any header and any lengths, which columns.write would not write."""
    layout, parts = [], []
    for name, numbers in body.items():
        numbers = np.asarray(numbers, np.int64).astype(np.int32)
        layout.append([name, 4, len(numbers)])
        parts.append(numbers.view(np.uint8).reshape(-1, 4).T.tobytes())
    return framed({**header, "columns": layout}, b"".join(parts))


def framed(header, data):
    text = json.dumps(header).encode()
    return columns.MAGIC + struct.pack("<I", len(text)) + text + data


NUMBERS = (-1, 0, 1, 2, 7, -7, 1000, 2**20, 2**26, 2**31 - 1, -(2**31))


def spoiled(random, uid):
    """The bytes of a piece that no kernel writes."""
    data = sound(random, uid, 12)
    header, body = columns.read(data)
    kind = random.randrange(9)
    if kind == 0:  # numbers that point anywhere
        for _ in range(random.choice((1, 1, 3, 30))):
            column = body[random.choice(list(body))]
            if len(column):
                column[random.randrange(len(column))] = random.choice(NUMBERS)
    elif kind == 1:  # a column that is too short, too long, gone, or something else
        name = random.choice(list(body))
        body[name] = random.choice(
            ([], body[name][:-1], np.resize(body[name], 3 * len(body[name]) + 1), [2**31 - 1] * 50, [-1] * 50)
        )
        if random.random() < 0.3:
            del body[name]
    elif kind == 2:  # scopes within themselves
        count = random.choice((1, 3, 50))
        body["scopeParents"] = [random.choice((i, i + 1, i + 2, count, 1)) for i in range(count)]
        body["scopeParts"] = [0] * count
        body["scopes"] = [random.randrange(count + 2) for _ in body["scopes"]]
    elif kind == 3:  # lists whose lengths lie
        name = random.choice(
            ("outputSets", "attributeSets", "inputCounts", "controlCounts", "textLengths", "locations")
        )
        body[name] = [random.choice(NUMBERS) for _ in range(random.choice((1, 2, 9, max(1, len(body[name])))))]
    elif kind == 4:  # a header that is something else
        field = random.choice(("version", "graph", "from", "to", "text", "columns"))
        header[field] = texts.value(random)
        if field == "columns":
            layout = [
                [name, random.choice((1, 2, 3, 4, 8, 0, -1, 2**31)), random.choice((*NUMBERS, 1e300, "x", None))]
                for name in body
            ]
            return framed({**header, "columns": random.choice((layout, header["columns"]))}, b"\0" * 100)
    elif kind == 5:  # bytes that are spoiled
        data = bytearray(data)
        for _ in range(random.choice((1, 5, 50))):
            data[random.randrange(len(data))] = random.randrange(256)
        return bytes(data[: random.choice((len(data), len(data) // 2, 3, 0, 8))])
    elif kind == 6:
        return bomb(random)
    elif kind == 7:  # a piece of later, of before, of no time
        header["from"], header["to"] = random.choice(NUMBERS), random.choice(NUMBERS)
    else:
        body |= {texts.text(random, 100): [1, 2, 3], random.choice(texts.KEYS): [-1]}
        header |= {texts.text(random, 100): texts.value(random), random.choice(texts.KEYS): texts.value(random)}
    data = written(header, body)
    return data if random.random() < 0.5 else zlib.compress(data, 1)


_bombs = {}


def bomb(random):
    """Some bytes that inflate to a thousand times as many, and perhaps say to be columns."""
    kind = random.choice(("zeros", "numbers", "header"))
    if kind not in _bombs:
        size = 1 << 30
        header = {
            "version": protocol.VERSION,
            "graph": "x",
            "from": 0,
            "to": 1,
            "text": "",
            "columns": [["ids", 1, size]],
        }
        begin = {
            "zeros": b"",
            "numbers": framed(header, b""),
            "header": columns.MAGIC + struct.pack("<I", size) + b'{"x":"',
        }
        packer = zlib.compressobj(9)
        head = packer.compress(begin[kind]) + packer.flush(zlib.Z_FULL_FLUSH)
        block = packer.compress((b" " if kind == "header" else b"\0") * (1 << 24)) + packer.flush(zlib.Z_FULL_FLUSH)
        _bombs[kind] = head + block * (size >> 24)  # after a full flush the same block may come again
    return _bombs[kind]


def base64_of(data):
    """As a notebook file holds it."""
    return base64.b64encode(data).decode("ascii")


def chunk(random, uid):
    """One of a notebook's chunks: a sound piece, a spoiled one, or something else."""
    kind = random.random()
    if kind < 0.6:
        return base64_of(sound(random, uid))
    if kind < 0.93:
        return base64_of(spoiled(random, uid))
    return random.choice((texts.value(random), "=", "====", "!!!", "eJw", texts.text(random)))
