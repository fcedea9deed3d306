"""tensorflow.python.data: the classes of datasets by TensorFlow's names, and its nest, in which a list is a leaf."""

import warnings
from importlib import import_module

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def test_the_classes_of_datasets_make_them():
    kinds = import_module("tensorflow.python.data.ops.dataset_ops")
    numbers = kinds.MapDataset(kinds.RangeDataset(6), lambda x: 2 * x, use_inter_op_parallelism=False)
    few = kinds.FilterDataset(kinds.ParallelMapDataset(numbers, lambda x: x + 1, num_parallel_calls=2), lambda x: x > 1)
    ahead = kinds.PrefetchDataset(few, None, slack_period=8)
    batch = kinds.BatchDataset(ahead, 5, False).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        assert session.run(batch).tolist() == [3, 5, 7, 9, 11]
    types = {op.type: op for op in tf.get_default_graph().get_operations()}
    assert types["MapDataset"].get_attr("use_inter_op_parallelism") is False
    assert types["PrefetchDataset"].get_attr("slack_period") == 8


def test_the_body_of_a_function_has_the_collections_around_it():
    w = tf.get_variable("w", [])
    tf.add_to_collection("mine", 1)
    seen = []

    def body(x):
        seen.extend([tf.global_variables(), tf.get_collection("mine")])
        tf.add_to_collection("mine", 2)
        return x

    tf.data.Dataset.range(2).map(body)
    assert seen == [[w], [1]] and tf.get_collection("mine") == [1]


def test_a_seed_from_around_is_warned_of():
    def draws(x):
        return tf.random_uniform(()) + tf.cast(x, tf.float32)

    tf.set_random_seed(3)
    with pytest.warns(UserWarning, match="Seed 3 from outer graph might be getting used by function"):
        tf.data.Dataset.range(2).map(draws)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tf.data.Dataset.range(2).map(lambda x: tf.random_uniform((), seed=4))


def test_a_sparse_tensor_value_is_part_of_an_element():
    def one(i):
        return tf.SparseTensorValue(np.array([[0, 0]]), i * np.array([1]), np.array([1, 1]))

    element = tf.data.Dataset.range(3).map(one).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        assert [session.run(element).values.tolist() for _ in range(3)] == [[0], [1], [2]]


def test_exact_kernels():
    kernels = import_module("tensorflow.python.keras.utils.kernelized_utils")
    x, y = tf.constant([[1.0, 2.0]]), tf.constant([[1.0, 0.0], [3.0, 2.0]])
    pairs = (
        kernels.inner_product(x, y),
        kernels.exact_gaussian_kernel(x, y, 2.0),
        kernels.exact_laplacian_kernel(x, y, 2.0),
    )
    with tf.Session() as session:
        product, gaussian, laplacian = session.run(pairs)
    assert product.tolist() == [[1, 7]]
    np.testing.assert_allclose([gaussian, laplacian], np.exp([[[-0.5, -0.5]], [[-1, -1]]]), rtol=1e-6)


def test_a_list_is_a_leaf_of_an_element():
    nest = import_module("tensorflow.python.data.util.nest")
    assert not nest.is_sequence([1]) and nest.flatten(({"b": [2], "a": 1}, 3)) == [1, [2], 3]
    nest.assert_same_structure(np.zeros(2), [1, 2])
    nest.assert_same_structure({"a": 1}, (1,), check_types=False)
    with pytest.raises(TypeError, match="don't have the same nested structure"):
        nest.assert_same_structure({"a": 1}, (1,))
    assert nest.map_structure(lambda x, y: x + y, (1, {"a": 2}), (3, {"a": 4})) == (4, {"a": 6})
    assert nest.map_structure_up_to((0, 0), len, ([1, 2], (3,))) == (2, 1)
    with pytest.raises(ValueError, match="Structure had 2 elements, but flat_sequence had 1 elements"):
        nest.pack_sequence_as((1, 2), [1])


def test_a_shape_is_a_tensor():
    convert = import_module("tensorflow.python.data.util.convert")
    shapes = [(None, 3), tf.TensorShape([1]), tf.constant([1, -1], tf.int64), []]
    with tf.Session() as session:
        assert [session.run(convert.partial_shape_to_tensor(shape)).tolist() for shape in shapes] == [
            [-1, 3],
            [1],
            [1, -1],
            [],
        ]
    with pytest.raises(ValueError, match="must be a 1-D tensor of tf.int64 values, but the shape was"):
        convert.partial_shape_to_tensor([[1, 2], [3, 4]])
    with pytest.raises(TypeError, match="but the element type was float32"):
        convert.partial_shape_to_tensor(tf.constant([1.0]))


def test_options_of_a_program_are_checked_and_merged():
    options = import_module("tensorflow.python.data.util.options")

    class Mine(options.OptionsBase):
        x = options.create_option(name="x", ty=int, docstring="How many.", default_factory=lambda: 42)
        y = options.create_option(name="y", ty=float, docstring="How large.")

    assert Mine.x.__doc__ == "How many." and (Mine().x, Mine().y) == (42, None)
    first, second = Mine(), Mine()
    first.x, second.y = 0, 2.0
    merged = options.merge_options(first, second)
    assert (merged.x, merged.y) == (0, 2.0)
    with pytest.raises(TypeError, match='Property "x" must be of type'):
        first.x = "many"
    second.x = 1
    with pytest.raises(ValueError, match="Cannot merge incompatible values"):
        options.merge_options(first, second)


def test_an_element_becomes_tensors_and_comes_back():
    structure = import_module("tensorflow.python.data.util.structure")
    sparse = import_module("tensorflow.python.data.util.sparse")
    element = (tf.SparseTensor([[0, 1]], [5], [1, 2]), {"a": tf.constant([1, 2])})
    spec = structure.type_spec_from_value(element)
    tensors = structure.to_tensor_list(spec, element)
    assert [t.dtype for t in tensors] == structure.get_flat_tensor_types(spec) == [tf.variant, tf.int32]
    assert structure.are_compatible(spec, spec) and not structure.are_compatible(spec, (spec[0],))
    back, named = structure.from_tensor_list(spec, tensors)
    classes = sparse.get_classes(element)
    dense = sparse.serialize_sparse_tensors(element)
    shapes = structure.get_flat_tensor_shapes(spec)
    again, _ = sparse.deserialize_sparse_tensors(
        dense, (tf.int32, tf.int32), (tf.TensorShape([1, 2]), shapes[1]), classes
    )
    assert sparse.any_sparse(classes) and not sparse.any_sparse(tf.Tensor)
    with tf.Session() as session:
        assert session.run([back.values, again.values, named["a"]])[0].tolist() == [5]
    with pytest.raises(ValueError, match="Expected 2 tensors but got 1"):
        structure.from_compatible_tensor_list(spec, tensors[:1])
    with pytest.raises(ValueError, match="is incompatible with TensorSpec"):
        structure.from_tensor_list(spec[1], [tf.constant(1.0)])
    with pytest.raises(ValueError, match="is not convertible to a tensor with dtype"):
        structure.to_tensor_list(spec[1], {"a": tf.constant([1.0, 2.0])})


def test_what_a_dataset_is_made_of():
    traverse = import_module("tensorflow.python.data.util.traverse")
    numbers = tf.data.Dataset.range(3)
    pairs = tf.data.Dataset.zip((numbers, numbers)).batch(2)
    found = [op.type for op in traverse.obtain_all_variant_tensor_ops(pairs)]
    assert found == ["BatchDatasetV2", "ZipDataset", "RangeDataset", "RangeDataset"]


def test_transformations_that_are_for_tensorflow_leave_a_dataset_as_it_is():
    kinds = import_module("tensorflow.python.data.experimental.ops.optimization")
    dataset = tf.data.Dataset.range(3).apply(kinds.assert_next(["Map"])).map(lambda x: 2 * x)
    dataset = dataset.apply(kinds.non_serializable()).apply(kinds.optimize(["map_fusion"]))
    element = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as session:
        assert [int(session.run(element)) for _ in range(3)] == [0, 2, 4]


def elements(dataset):
    """All elements as Python objects, then the name of the error that ends them where it is not their end."""
    element, found = tf.data.make_one_shot_iterator(dataset).get_next(), []
    with tf.Session() as session:
        try:
            while True:
                found.append(session.run(element).tolist() if element.shape.ndims else session.run(element))
        except tf.errors.OutOfRangeError:
            return found
        except tf.errors.OpError as error:
            return [*found, type(error).__name__]


def test_files_that_match_come_pattern_by_pattern(tmp_path):
    matching = import_module("tensorflow.python.data.experimental.ops.matching_files").MatchingFilesDataset
    for name in ("b.txt", "a.txt", "c.py"):
        (tmp_path / name).write_text(name)
    folder = str(tmp_path).encode()
    found = elements(matching([folder + b"/*.py", folder + b"/*.txt"]))
    assert [path.rsplit(b"/")[-1] for path in found] == [b"c.py", b"a.txt", b"b.txt"]
    assert elements(matching(folder + b"/none*")) == ["NotFoundError"]


def test_batches_of_records(tmp_path):
    readers = import_module("tensorflow.python.data.experimental.ops.readers")
    path = str(tmp_path / "records")
    with tf.python_io.TFRecordWriter(path) as writer:
        for i in range(5):
            writer.write(b"r%d" % i)
    whole = elements(readers.make_tf_record_dataset(path, 3, shuffle=True, shuffle_seed=3, num_epochs=1))
    assert whole == [[b"r4", b"r3", b"r2"], [b"r1", b"r0"]]  # TensorFlow 1.15's order
    parsed = readers.make_tf_record_dataset(path, 2, tf.strings.length, 1, False, drop_final_batch=True)
    assert elements(parsed) == [[2, 2], [2, 2]]


def test_datasets_of_which_the_fastest_is_chosen_are_compatible():
    choose = import_module("tensorflow.python.data.experimental.ops.optimization")._ChooseFastestDataset
    sleep = import_module("tensorflow.python.data.experimental.ops.sleep").sleep
    numbers = tf.data.Dataset.range(3)
    assert elements(choose([numbers, numbers.apply(sleep(1))], num_experiments=1)) == [0, 1, 2]
    with tf.Session() as session:
        for other, message in (
            (tf.data.Dataset.range(4), "Input 1 has cardinality: 4, while all prior inputs have cardinality: 3"),
            (numbers.map(lambda x: (x, x)), "Input 1 has output types: int64, int64. Expected: int64"),
            (
                numbers.map(lambda x: tf.reshape(x, [1])),
                r"has shape: \[1\]. Expected to be compatible with shape: \[\]",
            ),
        ):
            iterator = tf.data.make_initializable_iterator(choose([numbers, other]))
            with pytest.raises(tf.errors.InvalidArgumentError, match=message):
                session.run(iterator.initializer)


def test_a_program_has_its_own_kinds_of_datasets():
    kinds = import_module("tensorflow.python.data.ops.dataset_ops")
    operations = import_module("tensorflow.python.ops.gen_dataset_ops")

    class Ahead(kinds.UnaryUnchangedStructureDataset):
        def __init__(self, input_dataset):
            self._input_dataset = input_dataset
            variant = operations.prefetch_dataset(input_dataset._variant_tensor, buffer_size=1, **self._flat_structure)
            super().__init__(input_dataset, variant)

    class Numbers(kinds.DatasetSource):
        def __init__(self, stop):
            super().__init__(operations.range_dataset(0, stop, 1, **self._flat_structure))

        @property
        def element_spec(self):
            return tf.TensorSpec([], tf.int64)

    dataset = tf.data.Dataset.range(2).apply(lambda _: Ahead(Numbers(3)))
    assert str(Ahead(Numbers(3))) == "<Ahead shapes: (), types: tf.int64>"
    assert elements(dataset.map(lambda x: x + 1)) == [1, 2, 3]
