"""Reading checkpoints: those that TensorFlow 1.15 wrote (checkpoints/make.py), and such as should not exist."""

import pathlib
import random

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.io.checkpoint import slices, snappy, table
from graphlab._src.io.checkpoint.bundle_reader import BundleReader
from graphlab._src.io.checkpoint.bundle_writer import write_bundle

HERE = pathlib.Path(__file__).parent / "checkpoints"
NUMBERS = ["float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "complex64", "complex128"]


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_what_tensorflow_wrote_is_read(version):
    reader = tf.train.NewCheckpointReader(str(HERE / version))
    for dtype in NUMBERS:
        value = reader.get_tensor(dtype)
        assert value.dtype == dtype
        np.testing.assert_array_equal(value, np.arange(6).reshape(2, 3))
    assert reader.get_tensor("flags").tolist() == [True, False, True]
    assert reader.get_tensor("words").tolist() == [b"", b"one", b"two" * 100]
    assert reader.get_tensor("word") == b"scalar"
    assert reader.get_tensor("number") == 7.5
    assert reader.get_tensor("nothing").shape == (0, 3)
    assert not reader.get_tensor("zeros").any()
    np.testing.assert_array_equal(reader.get_tensor("parts").ravel(), [*range(12), *range(100, 108)])
    assert reader.get_tensor("columns").tolist() == [[200, 201, 300, 301, 400, 401], [202, 203, 302, 303, 402, 403]]
    shapes = reader.get_variable_to_shape_map()
    assert shapes["parts"] == [5, 4]
    assert shapes["word"] == []
    assert reader.get_variable_to_dtype_map()["flags"] is tf.bool
    assert reader.has_tensor("flags")
    assert not reader.has_tensor("flag")
    assert b"float16 (DT_HALF) [2,3]\n" in reader.debug_string()
    if version == "v2":
        assert reader.get_tensor("brain").astype(float).tolist() == [1.5, -2.0]


def test_old_and_new_checkpoints_restore():
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.get_variable("float32", [2, 3])
        parts = tf.get_variable("parts", [5, 4], partitioner=tf.fixed_size_partitioner(3))
        for version in ("v1", "v2"):
            sess.run(tf.global_variables_initializer())
            tf.train.Saver().restore(sess, str(HERE / version))
            assert sess.run(v)[1, 2] == 5
            assert sess.run(parts.as_tensor()).ravel().tolist() == [*range(12), *range(100, 108)]


def test_a_name_that_is_no_text_can_be_read(tmp_path):
    write_bundle(str(tmp_path / "m"), [(b"\xffa", "", np.ones([2])), (b"\xfea", "", np.zeros([3]))])
    reader = tf.train.NewCheckpointReader(str(tmp_path / "m"))
    assert sorted(reader.get_variable_to_shape_map().values()) == [[2], [3]]
    assert reader.has_tensor(b"\xffa")
    assert reader.get_tensor(b"\xffa").tolist() == [1, 1]
    assert b"\xfea (DT_DOUBLE) [3]\n" in reader.debug_string()
    with tf.Session() as session:
        assert session.run(
            tf.raw_ops.RestoreV2(
                prefix=str(tmp_path / "m"), tensor_names=[b"\xffa"], shape_and_slices=[""], dtypes=[tf.float64]
            )
        )[0].tolist() == [1, 1]


def test_a_checkpoint_is_listed_without_a_graph(tmp_path):
    write_bundle(str(tmp_path / "m"), [(b"a", "", np.ones([2, 1])), (b"b", "", np.asarray(3))])
    tf.train.update_checkpoint_state(str(tmp_path), str(tmp_path / "m"))
    assert tf.train.list_variables(str(tmp_path)) == [("a", [2, 1]), ("b", [])]
    assert tf.train.load_variable(str(tmp_path / "m"), "b:0") == 3
    assert tf.train.load_checkpoint(tmp_path).has_tensor("a")
    with pytest.raises(tf.errors.NotFoundError, match="Key c not found in checkpoint"):
        tf.train.load_variable(str(tmp_path), "c")
    with pytest.raises(tf.errors.NotFoundError, match="Failed to find any matching files for"):
        tf.train.NewCheckpointReader(str(tmp_path / "n"))
    assert list(tf.train.checkpoints_iterator(str(tmp_path), timeout=0)) == [str(tmp_path / "m")]


def test_variables_begin_with_what_a_checkpoint_holds():
    path = str(HERE / "v2")
    with tf.Graph().as_default(), tf.Session() as sess:
        with tf.variable_scope("new"):
            v = tf.get_variable("float32", [2, 3])
            w = tf.get_variable("float64", [2, 3], tf.float64, use_resource=True)
            parts = tf.get_variable("parts", [5, 4], partitioner=tf.fixed_size_partitioner(2))
        tf.train.init_from_checkpoint(path, {"/": "new/"})
        sess.run(tf.global_variables_initializer())
        assert sess.run(v)[1, 2] == sess.run(w)[1, 2] == 5
        assert sess.run(parts.as_tensor())[4, 3] == 107
        with pytest.raises(
            ValueError, match=r"Shape of variable new/float32:0 \(\(2, 3\)\) doesn't match with shape of "
        ):
            tf.train.init_from_checkpoint(path, {"zeros": v})
        with pytest.raises(ValueError, match=r"Tensor no is not found in .* checkpoint"):
            tf.train.init_from_checkpoint(path, {"no": v})
        with pytest.raises(ValueError, match="Should be 'scope/': 'other_scope/'"):
            tf.train.init_from_checkpoint(path, {"no": "new/"})


def test_what_begins_with_a_variable_of_a_checkpoint_has_the_checkpoint_s_value():
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.get_variable("v", [2, 3], initializer=tf.zeros_initializer())
        before = v.initialized_value()
        tf.train.init_from_checkpoint(str(HERE / "v2"), {"float32": v})
        values = sess.run([before, v.initialized_value()])
        assert [value[1, 2] for value in values] == [0, 5]


def damage(prefix, path, data):
    """What reading everything says when a file holds these bytes."""
    path.write_bytes(data)
    try:
        with BundleReader(prefix) as reader:
            for name in reader.names():
                reader.read(name)
    except (tf.errors.DataLossError, tf.errors.NotFoundError) as error:
        return error
    return None


def test_a_damaged_checkpoint_is_reported_and_never_accepted(tmp_path):
    prefix = str(tmp_path / "m")
    rng = random.Random(0)
    tensors = [
        (b"a", "", np.arange(20, dtype=np.float32)),
        (b"p", "4 2 0,2:-", np.ones((2, 2))),
        (b"p", "4 2 2,2:-", np.ones((2, 2))),
        (b"s", "", np.asarray([b"x", b"yy"], object)),
    ]
    write_bundle(prefix, tensors)
    for path in sorted(tmp_path.iterdir()):
        whole = path.read_bytes()
        for _ in range(150):
            bytes_ = bytearray(whole)
            bytes_[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
            error = damage(prefix, path, bytes(bytes_))
            if error is None:  # what follows the footer's handles is padding
                assert path.suffix == ".index"
        for cut in {0, 1, len(whole) // 2, len(whole) - 1}:
            assert isinstance(damage(prefix, path, whole[:cut]), tf.errors.DataLossError)
        assert damage(prefix, path, whole) is None
    error = damage(prefix, tmp_path / "m.data-00000-of-00001", b"\xff" * 200)
    assert "Checksum does not match: stored" in str(error)
    assert "key a:" in str(error)
    assert "tf.train.get_checkpoint_state(folder)" in str(error)


def test_an_index_that_lies_takes_no_memory(tmp_path):
    prefix = str(tmp_path / "m")
    write_bundle(prefix, [(b"a", "", np.zeros(4, np.float32))])
    entries = table.read((tmp_path / "m.index").read_bytes(), "m.index")
    for size, sizes in ((1 << 40, [1 << 38]), (16, [1 << 62, 1 << 62]), (1 << 40, [4]), (-1, [4])):
        with BundleReader(prefix) as reader:
            entry = reader.entries[b"a"]
        entry.size = size
        del entry.shape.dim[:]
        for one in sizes:
            entry.shape.dim.add(size=one)
        (tmp_path / "m.index").write_bytes(table.write([(b"", entries[b""]), (b"a", entry.SerializeToString())]))
        with BundleReader(prefix) as reader, pytest.raises(tf.errors.DataLossError):
            reader.read("a")
        (tmp_path / "m.index").write_bytes(table.write(entries.items()))


@pytest.mark.parametrize("parts", [[0, 0, 0, 0], [0, 2, 4, 4], [0, 1, 2, 4], [0, 2, 4, 6]])
def test_parts_that_are_listed_twice_or_share_their_bytes_take_no_memory(tmp_path, parts):
    prefix = str(tmp_path / "m")
    write_bundle(prefix, [(b"p", f"8 {start},2", np.ones(2)) for start in (0, 2, 4, 6)])
    entries = table.read((tmp_path / "m.index").read_bytes(), "m.index")
    with BundleReader(prefix) as reader:
        assert reader.read("p").tolist() == [1.0] * 8
        whole, part = reader.entries[b"p"], reader.entries[slices.key(b"p", [(0, 2)])]
    del whole.slices[:]
    found = {b"": entries[b""]}
    for start in parts:
        whole.slices.append(slices.to_proto([(start, 2)]))
        found[slices.key(b"p", [(start, 2)])] = part.SerializeToString()
    found[b"p"] = whole.SerializeToString()
    (tmp_path / "m.index").write_bytes(table.write(sorted(found.items())))
    if parts == [0, 2, 4, 6]:  # all in the bytes of one
        data = tmp_path / "m.data-00000-of-00001"
        data.write_bytes(data.read_bytes()[:16])
    with BundleReader(prefix) as reader, pytest.raises(tf.errors.DataLossError, match="part"):
        reader.read("p")


def test_parts_along_two_axes_may_not_overlap(tmp_path):
    prefix = str(tmp_path / "m")
    parts = ("0,2:0,2", "0,2:2,2", "2,2:0,2", "2,2:1,2")  # the last leaves a column out
    write_bundle(prefix, [(b"p", f"4 4 {part}", np.ones((2, 2))) for part in parts])
    with BundleReader(prefix) as reader, pytest.raises(tf.errors.DataLossError, match="its parts overlap"):
        reader.read("p")


def test_keys_that_unfold_to_more_than_the_file_are_refused():
    first = table.varint(0) + table.varint(60000) + table.varint(0) + b"k" * 60000
    rest = b"".join(table.varint(60000) + b"\x02\x00" + i.to_bytes(2, "big") for i in range(5000))
    block = first + rest + bytes(4) + (1).to_bytes(4, "little")
    with pytest.raises(tf.errors.DataLossError, match="more than a file of its size can"):
        for _ in table._entries(block, "file", 64 * len(block)):
            pass


def test_snappy():
    literal, copied = b"\x08abc", bytes([0b10010, 3, 0])  # three letters; five from three before
    assert snappy.decompress(b"\x0a" + literal + copied + b"\x04AB") == b"abcabcabAB"
    for bad in (b"", b"\x05", b"\xff\xff\xff\xff\x0f", b"\x03\x08ab", b"\x02\x01\x00", b"\x05\x10abcde\x01\x00"):
        with pytest.raises(ValueError, match="block"):
            snappy.decompress(bad)


def test_a_model_begins_where_another_ended(tmp_path):
    (tmp_path / "old").write_text("a\nb\nc\n")
    (tmp_path / "new").write_text("c\nd\na\n")
    kernel = np.arange(6.0, dtype=np.float32).reshape(3, 2)
    tensors = [(b"words", "", kernel), (b"bias", "", np.ones(2, np.float32)), (b"old/out", "", kernel.T)]
    write_bundle(str(tmp_path / "m"), tensors)
    info = tf.train.VocabInfo(str(tmp_path / "new"), 3, 1, str(tmp_path / "old"), backup_initializer=None)
    columns = tf.train.VocabInfo(
        str(tmp_path / "new"), 3, 0, str(tmp_path / "old"), backup_initializer=tf.ones_initializer(), axis=1
    )
    with tf.Graph().as_default(), tf.Session() as sess:
        words = tf.get_variable("words", [4, 2], partitioner=tf.fixed_size_partitioner(2))
        bias = tf.get_variable("bias", [2])
        out = tf.get_variable("out", [2, 3], use_resource=True)
        tf.train.warm_start(str(tmp_path / "m"), ".*", {"words": info, "out": columns}, {"out": "old/out"})
        sess.run(tf.global_variables_initializer())
        assert sess.run(words.as_tensor()).tolist() == [[4, 5], [0, 0], [0, 1], [0, 0]]
        assert sess.run(bias).tolist() == [1, 1]
        assert sess.run(out).tolist() == [[4, 1, 0], [5, 1, 1]]
        with pytest.raises(ValueError, match="in var_name_to_prev_var_name that were not used: {'biass'}"):
            tf.train.warm_start(str(tmp_path / "m"), ".*", None, {"biass": "bias"})


def test_a_checkpoint_is_assigned_through_contrib():
    from_checkpoint = tf.contrib.framework
    path = str(HERE / "v2")
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.get_variable("float32", [2, 3])
        parts = tf.get_variable("parts", [5, 4], partitioner=tf.fixed_size_partitioner(2))
        other = tf.get_variable("other", [], initializer=tf.zeros_initializer())
        sess.run(tf.global_variables_initializer())
        sess.run(*from_checkpoint.assign_from_checkpoint(path, [v, *parts]))
        assert sess.run(v)[1, 2] == 5
        assert sess.run(parts.as_tensor())[4, 3] == 107
        assign = from_checkpoint.assign_from_checkpoint_fn(path, {"number": other, "gone": v}, ignore_missing_vars=True)
        assert assign is not None
        assign(sess)
        assert sess.run(other) == 7.5
        assert from_checkpoint.assign_from_checkpoint_fn(path, [other], ignore_missing_vars=True) is None
        with pytest.raises(ValueError, match=r"Checkpoint is missing variable \[other\]"):
            from_checkpoint.assign_from_checkpoint(path, [other])
        with pytest.raises(ValueError, match="Total size of new array must be unchanged for number"):
            from_checkpoint.assign_from_checkpoint(path, {"number": v})
    assert from_checkpoint.load_variable(path, "number") == 7.5


def test_graphs_that_restore_as_they_did_before_v2(tmp_path):
    a = tf.get_variable("a", initializer=[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        path = tf.train.Saver().save(sess, str(tmp_path / "m"))
        graph = tf.get_default_graph()
        name, part = tf.constant("a"), tf.constant("3 2 1,2:-")
        whole = graph.create_op("Restore", [tf.constant(path), name], attrs={"dt": tf.float32}).outputs[0]
        some = graph.create_op("RestoreSlice", [tf.constant(path), name, part], attrs={"dt": tf.float32}).outputs[0]
        assert some.shape.as_list() == [2, 2]
        np.testing.assert_array_equal(sess.run(whole), sess.run(a))
        np.testing.assert_array_equal(sess.run(some), sess.run(a)[1:])
        missing = graph.create_op("Restore", [tf.constant(path), tf.constant("b")], attrs={"dt": tf.float32})
        with pytest.raises(tf.errors.NotFoundError, match="Key b not found in checkpoint"):
            sess.run(missing.outputs[0])
