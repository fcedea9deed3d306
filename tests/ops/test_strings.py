"""Strings: TensorFlow's results, and its words for what can't be done."""

import pytest

import graphlab as tf


def run(tensor, feeds=None):
    with tf.Session() as session:
        value = session.run(tensor, feeds)
    return value.tolist() if hasattr(value, "tolist") else value


def test_joining():
    assert run(tf.strings.join([["a", "b"], "x", ["c", "d"]], "-")) == [b"a-x-c", b"b-x-d"]
    assert run(tf.reduce_join([["a", "b"], ["c", "d"]], 0)) == [b"ac", b"bd"]
    assert run(tf.reduce_join([["a", "b"], ["c", "d"]], [0, 1])) == b"acbd"
    assert run(tf.reduce_join([["a", "b"], ["c", "d"]])) == b"abcd"
    assert run(tf.reduce_join(tf.placeholder_with_default(["a", "b"], None))) == b"ab"
    assert run(tf.strings.unsorted_segment_join(["a", "b", "c"], [0, 1, 0], 3, "-")) == [b"a-c", b"b", b""]


def test_splitting_gives_a_sparse_matrix():
    indices, values, shape = run(tf.string_split(["a b", "", "c  d"]))
    assert values.tolist() == [b"a", b"b", b"c", b"d"]
    assert indices.tolist() == [[0, 0], [0, 1], [2, 0], [2, 1]]
    assert shape.tolist() == [3, 2]
    assert run(tf.string_split(["a,b;c,"], ",;", skip_empty=False).values) == [b"a", b"b", b"c", b""]
    assert run(tf.string_split(["abc"], "").values) == [b"a", b"b", b"c"]
    assert run(tf.strings.split(["1<>2<><>3"], sep="<>").values) == [b"1", b"2", b"", b"3"]
    assert run(tf.strings.split([" a  b c "], maxsplit=1).values) == [b"a", b"b c "]


def test_parts_count_bytes_or_characters():
    assert run(tf.substr("hello", -3, 2)) == b"ll"
    assert run(tf.strings.substr("aéb", 1, 2, unit="UTF8_CHAR")) == "éb".encode()
    assert run(tf.strings.length(["aé", ""])) == [3, 0]
    assert run(tf.strings.length(["aé", ""], unit="UTF8_CHAR")) == [2, 0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="pos 4 out of range for string b'abc' at index 0"):
        run(tf.substr("abc", 4, 1))


# Text, and what TensorFlow 1.15 returned for it: fast, old, and strong with the key [98765, 132], of 2^62 buckets.
HASHES = [
    ("a", 3694432073954588131, 2996632905371535868, 2545703790749078880),
    ("sixteen bytes!!!!", 1937905249063621783, 2975191592214074636, 3038864710411771192),
    ("thirty-three bytes of text, or so", 4515902401086542838, 1465701938937235666, 3188011685049903655),
    (
        "hello world, this is a longer string than sixty-four bytes, for sure it is",
        1269882951350330859,
        1283853532656539405,
        1892307009136893793,
    ),
]


@pytest.mark.parametrize(("text", "fast", "old", "strong"), HASHES)
def test_hashes_are_tensorflows(text, fast, old, strong):
    assert run(tf.string_to_hash_bucket_fast(text, 1 << 62)) == fast
    assert run(tf.string_to_hash_bucket(text, 1 << 62)) == old
    assert run(tf.string_to_hash_bucket_strong(text, 1 << 62, [98765, 132])) == strong


def test_numbers():
    assert run(tf.string_to_number(["1.5", " -2e3 ", "inf"])) == [1.5, -2000.0, float("inf")]
    assert run(tf.string_to_number("2147483647", tf.int32)) == 2147483647
    for text, kind in (("2147483648", tf.int32), ("1_0", tf.float32), ("", tf.float32)):
        with pytest.raises(tf.errors.InvalidArgumentError, match="StringToNumberOp could not correctly convert string"):
            run(tf.string_to_number(text, kind))
    assert run(tf.as_string([1.5, 3.14159], precision=2)) == [b"1.50", b"3.14"]
    assert run(tf.as_string([3, -4], width=4, fill="0")) == [b"0003", b"-004"]
    assert run(tf.as_string([True, False])) == [b"true", b"false"]
    assert run(tf.decode_raw(["AB", "CD"], tf.uint8)) == [[65, 66], [67, 68]]
    assert run(tf.decode_raw("\x01\x00", tf.int16, little_endian=False)) == [256]
    with pytest.raises(tf.errors.InvalidArgumentError, match="length 3 that is not a multiple of 2, the size of int16"):
        run(tf.decode_raw("AAA", tf.int16))


def test_regular_expressions_are_those_of_re2():
    assert run(tf.regex_replace(["a.b", "xé"], r"\w", r"<\0>")) == [b"<a>.<b>", "<x>é".encode()]
    assert run(tf.regex_replace("aab", "a", "c", replace_global=False)) == b"cab"
    text = "AbC ²Ⅷ,„q“".encode()
    assert run(tf.regex_replace([text, b"x\xff"], r"[\p{Ll}\p{P}]", "_")) == ["A_C ²Ⅷ____".encode(), b"_\xff"]
    assert run(tf.regex_replace([text, b"x\xff"], r"\PL+|\x{62}", "_")) == [b"A_C_q_", b"x\xff"]
    assert (
        run(tf.regex_replace("a1é \v", r"[[:^alpha:]\s]", "_")) == b"a____"
        and run(tf.regex_replace("a \v", r"\s|[^\Sa]", "_")) == b"a_\v"
    )
    assert run(tf.regex_replace("ab\n", "b*$", "x")) == b"ab\nx"
    assert run(tf.strings.regex_full_match(["abc", "ab"], tf.constant("[[:alpha:]]{3}"))) == [True, False]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Invalid pattern: A\[, error: missing \]: \["):
        run(tf.regex_replace("a", "A[", "b"))


def test_base64_is_web_safe():
    assert run(tf.encode_base64([b"\xff\xfe", b"a"])) == [b"__4", b"YQ"]
    assert run(tf.encode_base64(b"a", pad=True)) == b"YQ=="
    assert run(tf.decode_base64(["YQ", "YQ=="])) == [b"a", b"a"]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid character found in base64"):
        run(tf.decode_base64("a+/b"))


def test_tensors_as_text():
    values = tf.reshape(tf.range(100), [10, 10])
    expected = "[[0 1 ... 8 9]\n [10 11 ... 18 19]\n ...\n [80 81 ... 88 89]\n [90 91 ... 98 99]]"
    assert run(tf.strings.format("{}", values, summarize=2)) == expected.encode()
    assert run(tf.strings.format("{} and {}", [tf.constant([0.1, 3.14159265]), tf.constant("x")])) == (
        b'[0.1 3.14159274] and "x"'
    )
    with pytest.raises(ValueError, match="does not match 1 tensor"):
        tf.strings.format("{} {}", tf.constant(1))


def test_tensors_as_strings_of_bytes():
    assert run(tf.parse_tensor(tf.serialize_tensor([[1.0, 2.0]]), tf.float32)) == [[1.0, 2.0]]
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"Type mismatch between parsed tensor \(float\) and dtype"
    ):
        run(tf.parse_tensor(tf.serialize_tensor([1.0]), tf.int32))


def test_the_bytes_of_a_tensor_are_tensorflows():
    assert run(tf.io.serialize_tensor(tf.constant(-1.5))) == b'\x08\x01\x12\x00"\x04\x00\x00\xc0\xbf'
    assert run(tf.io.serialize_tensor([[True]])) == b'\x08\n\x12\x08\x12\x02\x08\x01\x12\x02\x08\x01"\x01\x01'


@pytest.mark.slow
def test_strings_go_through_operations_that_only_move_elements():
    words = tf.placeholder(tf.string, [None])
    table = tf.reshape(words, [2, -1])
    assert run([table[1], tf.shape(table)], {words: ["a", "b", "c", "d"]})[0].tolist() == [b"c", b"d"]
    assert run(tf.concat([words, ["x"]], 0), {words: ["a"]}) == [b"a", b"x"]
    assert run(tf.gather(words, [1, 0]), {words: ["a", "b"]}) == [b"b", b"a"]
    assert run(tf.stack([words, words]), {words: ["a"]}) == [[b"a"], [b"a"]]
    assert run(tf.tile(words, [2]), {words: ["a"]}) == [b"a", b"a"]
    assert run(tf.expand_dims(words, 0), {words: ["a"]}) == [[b"a"]]
    assert run(tf.where([True, False], words, ["x", "y"]), {words: ["a", "b"]}) == [b"a", b"y"]
    assert run(tf.boolean_mask(words, [True, False]), {words: ["a", "b"]}) == [b"a"]
    assert run(tf.equal(words, ["a", "c"]), {words: ["a", "b"]}) == [True, False]
    assert run(tf.unique(words).idx, {words: ["b", "a", "b"]}) == [0, 1, 0]
    assert run(tf.fill([2], "a")) == [b"a", b"a"]
    assert [part.tolist() for part in run(tf.split(words, 2), {words: ["a", "b"]})] == [[b"a"], [b"b"]]
    assert run(tf.transpose(table), {words: ["a", "b", "c", "d"]}) == [[b"a", b"c"], [b"b", b"d"]]
    assert run(tf.squeeze(tf.expand_dims(words, 1), [1]), {words: ["a"]}) == [b"a"]
    assert run(tf.slice(words, [1], [1]), {words: ["a", "b"]}) == [b"b"]
    assert run(tf.unstack(tf.reshape(words, [2])), {words: ["a", "b"]}) == [b"a", b"b"]
    assert run(tf.identity_n([words, words]), {words: ["a"]})[0].tolist() == [b"a"]
    assert run(tf.reverse(words, [0]), {words: ["a", "b"]}) == [b"b", b"a"]
    assert run(tf.dynamic_partition(words, [1, 0], 2), {words: ["a", "b"]})[0].tolist() == [b"b"]
    assert run(tf.pad(words, [[1, 0]]), {words: ["a"]}) == [b"", b"a"]
    assert run(tf.zeros_like(words), {words: ["a"]}) == [b""]
    assert run(tf.one_hot([1], 2, on_value="y", off_value="n")) == [[b"n", b"y"]]
    assert run(tf.gather_nd(table, [[1, 0]]), {words: ["a", "b", "c", "d"]}) == [b"c"]
    assert run(tf.broadcast_to(words, [2, 2]), {words: ["a", "b"]}) == [[b"a", b"b"]] * 2


def test_strings_are_scattered_padded_and_replaced():
    v, number = tf.Variable(["a", "b", "c"]), tf.Variable(0.0)
    with tf.Session() as session:
        session.run([v.initializer, number.initializer])
        assert session.run(tf.scatter_nd([[4], [3], [3]], ["a", "b", "c"], [5])).tolist() == [
            b"",
            b"",
            b"",
            b"bc",
            b"a",
        ]
        assert [type(item) for item in session.run(tf.pad(["a"], [[1, 1]]))] == [bytes] * 3
        assert session.run(tf.scatter_update(v, 1, "f")).tolist() == [b"a", b"f", b"c"]
        with pytest.raises(
            tf.errors.InvalidArgumentError, match=r"indices\[0\] = \[5\] does not index into shape \[5\]"
        ):
            session.run(tf.scatter_nd([[5]], ["a"], [5]))
        with pytest.raises(tf.errors.InvalidArgumentError, match="Output must be at least 1-D"):
            session.run(tf.scatter_nd_update(number, [[0]], [0.2]))


def test_halves_of_surrogate_pairs_are_encoded_as_in_tensorflow():
    points = [[0xD83D, 0xDE00, 0x61, 0xD800]]
    assert run(tf.strings.unicode_encode(points, "UTF-8")) == [b"\xf0\x9f\x98\x80a\xef\xbf\xbd"]
    assert run(tf.strings.unicode_encode(points, "UTF-16-BE")) == [b"\xd8=\xde\x00\x00a\xd8\x00"]
    assert run(tf.strings.unicode_encode(points, "UTF-32-BE")) == [b"\x00\x01\xf6\x00\x00\x00\x00a\x00\x00\xd8\x00"]


def test_a_replacement_that_re2_cannot_read_ends_there_and_replaces_no_single_match():
    for rewrite in ("x\\", "x\\q"):
        assert run(tf.strings.regex_replace(["banana"], "a", rewrite)) == [b"bxnxnx"]
        assert run(tf.strings.regex_replace(["banana"], "a", rewrite, replace_global=False)) == [b"banana"]


@pytest.mark.parametrize("text", ["infinity", "-Infinity", "0x1.8p3"])
def test_numbers_that_tensorflow_does_not_read(text):
    with pytest.raises(tf.errors.InvalidArgumentError, match="could not correctly convert string"):
        run(tf.strings.to_number(text))
    assert run(tf.strings.to_number(["-inf", "0x1F"])) == [-float("inf"), 31]


def test_a_line_break_is_no_part_of_a_field_without_quotes():
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unquoted fields cannot have quotes/CRLFs inside"):
        run(tf.io.decode_csv("1,2\r\n", [["d"]] * 2, use_quote_delim=False)[1])
    assert run(tf.io.decode_csv('1,"', [["d"]] * 2, use_quote_delim=False)[1]) == b'"'


def test_numbers_that_constant_strings_spell_are_static_shapes():
    sizes = tf.strings.to_number(tf.constant(["2", "3"]), tf.int32)
    assert tf.zeros(sizes).shape == (2, 3)
    assert tf.zeros(tf.cast(tf.io.decode_raw("\x02\x03", tf.uint8), tf.int32)).shape == (2, 3)
    assert tf.zeros([tf.strings.length("abc")]).shape == (3,)
    assert tf.zeros(tf.strings.to_number(tf.constant(["two"]), tf.int32)).shape.as_list() == [None]


def test_the_example_of_an_operation_of_ones_own():
    fact = tf.user_ops.my_fact()
    assert (fact.op.type, fact.name, fact.shape.ndims, run(fact)) == ("Fact", "Fact:0", None, b"0! == 1")
