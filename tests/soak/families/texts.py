"""Strings."""

from tests.soak.families.family import dtype, family
from tests.soak.values import REAL

FAMILIES = []


@family(FAMILIES, 2)
def one_string(m):
    x = m.any(["string"])
    kind = m.choice(["length", "strip", "upper", "lower", "hash", "regex", "base64", "full", "script", "substr", "md5"])
    if kind == "length":
        m.emit("tf.strings.length", x, outs=[("int32", x.shape)])
    elif kind in ("strip", "upper", "lower"):
        m.emit("tf.strings." + kind, x, outs=[("string", x.shape)])
    elif kind == "hash":
        m.emit(
            m.choice(["tf.string_to_hash_bucket_fast", "tf.string_to_hash_bucket"]),
            x,
            m.int(1, 50),
            outs=[("int64", x.shape)],
        )
    elif kind == "regex":
        m.emit(
            "tf.regex_replace",
            x,
            m.choice(["a", "[a-c]+", "^", "b*"]),
            m.choice(["", "<\\0>", "z"]),
            outs=[("string", x.shape)],
        )
    elif kind == "base64":
        m.emit("tf.encode_base64", x, m.chance(0.5), outs=[("string", x.shape)])
    elif kind == "full":
        m.emit("tf.strings.regex_full_match", x, m.choice(["a.*", "[0-9]+", ""]), outs=[("bool", x.shape)])
    elif kind == "script":
        m.emit("tf.strings.unicode_script", m.value([97, 48, 233]))
    elif kind == "substr":
        m.emit("tf.substr", x, m.choice([0, 0, 1, -1]), m.int(0, 3), outs=[("string", x.shape)])
    else:
        m.emit(
            "tf.decode_base64", m.emit("tf.encode_base64", x, outs=[("string", x.shape)]), outs=[("string", x.shape)]
        )


@family(FAMILIES, 2)
def strings_and_numbers(m):
    if m.chance(0.6):
        x = m.any([*REAL, "bool", "complex64"])
        extra = m.choice(
            [{}, {}, {"precision": 3}, {"scientific": True}, {"width": 8, "fill": "0"}, {"shortest": True}]
        )
        m.emit("tf.as_string", x, outs=[("string", x.shape)], **extra)
    else:
        name = m.choice(["float32", "float64", "int32", "int64"])
        x = m.choice([b"1", b"-7", b"12"] if "int" in name else [b"1.5", b"-2e3", b"inf", b" 7 "])
        wrong = m.choice([b"x", b"", b"1.2.3", b"99999999999999999999"]) if m.chance(0.2) else x
        m.emit(
            "tf.string_to_number",
            m.emit("tf.constant", [x.decode(), wrong.decode()], outs=[("string", [2])]),
            dtype(name),
            outs=[(name, [2])],
        )


@family(FAMILIES, 1)
def joined(m):
    x = m.any(["string"])
    kind = m.choice(["join", "reduce", "split", "equal", "bytes"])
    if kind == "join":
        m.emit("tf.string_join", [x, m.any(["string"], shape=x.shape)], m.choice(["", "-"]), outs=[("string", x.shape)])
    elif kind == "reduce":
        m.emit("tf.reduce_join", x, outs=[("string", [])])
    elif kind == "split":
        m.emit("tf.string_split", m.any(["string"], rank=1), m.choice([" ", "b", ""]))
    elif kind == "equal":
        m.emit("tf.equal", x, m.any(["string"], shape=x.shape), outs=[("bool", x.shape)])
    else:
        m.emit(
            "tf.decode_raw",
            m.emit("tf.constant", ["abcd", "wxyz"], outs=[("string", [2])]),
            dtype(m.choice(["uint8", "int16", "int32"])),
        )
