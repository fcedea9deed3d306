"""Iterators begin, begin anew, change their dataset, end, and let those who wait go."""

import threading
import time

import numpy as np
import pytest

import graphlab as tf

Dataset = tf.data.Dataset


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def everything(session, element):
    found = []
    while True:
        try:
            found.append(session.run(element))
        except tf.errors.OutOfRangeError:
            return found


def test_placeholders_are_fed_when_an_iterator_is_initialized():
    size = tf.placeholder(tf.int64, [])
    values = tf.placeholder(tf.float32, [None, 2])
    iterator = (
        Dataset.from_tensor_slices(values)
        .map(lambda row: row * tf.cast(size, tf.float32))
        .make_initializable_iterator()
    )
    element = iterator.get_next()
    assert element.shape.as_list() == [2]
    with tf.Session() as session:
        for number in (2, 3):
            session.run(iterator.initializer, {size: number, values: np.ones((number, 2))})
            np.testing.assert_array_equal(everything(session, element), np.full((number, 2), number))


def test_before_it_is_initialized_an_iterator_says_so():
    element = Dataset.range(2).make_initializable_iterator().get_next()
    with (
        tf.Session() as session,
        pytest.raises(
            tf.errors.FailedPreconditionError,
            match="GetNext\\(\\) failed because the iterator has not been initialized",
        ),
    ):
        session.run(element)


def test_the_end_is_an_error_that_stays():
    element = Dataset.range(1).make_one_shot_iterator().get_next("next_element")
    assert element.op.name == "next_element"
    with tf.Session() as session:
        assert session.run(element) == 0
        for _ in range(2):
            with pytest.raises(tf.errors.OutOfRangeError, match="End of sequence"):
                session.run(element)


def test_each_session_goes_through_the_dataset_by_itself():
    element = Dataset.range(2).make_one_shot_iterator().get_next()
    with tf.Session() as one, tf.Session() as other:
        assert [one.run(element), one.run(element), other.run(element)] == [0, 1, 0]


def test_a_reinitializable_iterator_alternates_between_datasets():
    training, validation = Dataset.range(3), Dataset.range(10, 12)
    iterator = tf.data.Iterator.from_structure(training.output_types, training.output_shapes)
    element = iterator.get_next()
    train, validate = iterator.make_initializer(training), iterator.make_initializer(validation, name="validate")
    assert validate.name == "validate"
    with pytest.raises(ValueError, match="Iterator does not have an initializer"):
        _ = iterator.initializer
    with pytest.raises(TypeError, match="Expected output types"):
        iterator.make_initializer(Dataset.from_tensors(1.0))
    with tf.Session() as session:
        for start, expected in ((train, [0, 1, 2]), (validate, [10, 11]), (train, [0, 1, 2])):
            session.run(start)
            assert everything(session, element) == expected


def test_a_feedable_iterator_goes_on_where_each_of_the_others_was():
    handle = tf.placeholder(tf.string, [])
    one = Dataset.range(5).make_one_shot_iterator()
    other = Dataset.range(10, 15).make_initializable_iterator()
    element = tf.data.Iterator.from_string_handle(handle, tf.int64, []).get_next()
    floats = tf.data.Iterator.from_string_handle(handle, tf.float32).get_next()
    with tf.Session() as session:
        first, second = session.run([one.string_handle(), other.string_handle()])
        session.run(other.initializer)
        found = [session.run(element, {handle: which}) for which in (first, second, first, second, second)]
        assert found == [0, 10, 1, 11, 12]
        with pytest.raises(tf.errors.InvalidArgumentError, match="Data type mismatch at component 0"):
            session.run(floats, {handle: first})
        with pytest.raises(tf.errors.NotFoundError, match="of another session"):
            session.run(element, {handle: b"nothing"})


def test_iterators_of_one_shared_name_are_one():
    one, other = (Dataset.range(4).make_initializable_iterator(shared_name="both") for _ in range(2))
    elements = one.get_next(), other.get_next()
    with tf.Session() as session:
        session.run(one.initializer)
        assert [session.run(elements[0]), session.run(elements[1])] == [0, 1]


def test_a_variable_that_a_function_takes_may_change_between_elements():
    scale = tf.Variable(1.0, use_resource=True)
    iterator = Dataset.range(3).map(lambda x: tf.cast(x, tf.float32) + scale).make_initializable_iterator()
    element = iterator.get_next()
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), iterator.initializer])
        assert session.run(element) == 1
        session.run(scale.assign(10.0))
        assert session.run(element) == 11


def test_what_training_makes_of_a_batch_is_compiled_in_one():
    data = np.linspace(-1, 1, 32).astype(np.float32)
    dataset = Dataset.from_tensor_slices((data, 3 * data + 1)).shuffle(32, seed=1).repeat().batch(8).prefetch(2)
    x, y = dataset.make_one_shot_iterator().get_next()
    weight, offset = tf.Variable(0.0), tf.Variable(0.0)
    loss = tf.reduce_mean(tf.square(weight * x + offset - y))
    train = tf.train.GradientDescentOptimizer(0.2).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(100):
            session.run([train, loss])
        np.testing.assert_allclose(session.run([weight, offset]), [3, 1], atol=0.05)
        host, compiled = session.plan([train, loss]).segments
        assert host.on_host and not compiled.on_host
        assert {x.op, loss.op} & set(compiled.operations) == {loss.op}


def test_many_threads_share_an_iterator_and_lose_nothing():
    element = Dataset.range(200).map(lambda x: x * 2).prefetch(4).make_one_shot_iterator().get_next()
    found = []
    with tf.Session() as session:
        threads = [threading.Thread(target=lambda: found.extend(everything(session, element))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(found) == list(range(0, 400, 2))


def test_waiting_for_an_element_ends_with_the_time_or_the_session():
    gate = threading.Event()

    def late():
        gate.wait(20)
        yield 1

    for ahead in (0, 1):
        dataset = Dataset.from_generator(late, tf.int64).prefetch(ahead)
        element = dataset.make_one_shot_iterator().get_next()
        with tf.Session() as session, pytest.raises(tf.errors.DeadlineExceededError):
            session.run(element, options=tf.RunOptions(timeout_in_ms=50))
    session = tf.Session()
    errors = []

    def wait():
        try:
            session.run(element)
        except (tf.errors.CancelledError, RuntimeError) as error:
            errors.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.2)
    session.close()
    thread.join(5)
    gate.set()
    assert isinstance(errors[0], tf.errors.CancelledError)


@pytest.mark.parametrize("kind", ["reduce", "filter", "flat_map", "skip", "reducer"])
def test_a_run_that_takes_infinitely_many_elements_can_be_ended(kind):
    endless = Dataset.range(1).repeat()
    if kind == "reduce":
        fetch = endless.reduce(np.int64(0), lambda state, x: state + x)
    else:
        reducer = tf.data.experimental.Reducer(lambda key: key, lambda state, x: state + x, lambda state: state)
        dataset = {
            "filter": lambda: endless.filter(lambda x: x > 0),
            "flat_map": lambda: endless.flat_map(Dataset.range),
            "skip": lambda: endless.skip(2**60),
            "reducer": lambda: endless.apply(tf.data.experimental.group_by_reducer(lambda x: x, reducer)),
        }[kind]()
        fetch = dataset.make_one_shot_iterator().get_next()
    session = tf.Session()
    with pytest.raises(tf.errors.DeadlineExceededError):
        session.run(fetch, options=tf.RunOptions(timeout_in_ms=20))
    closing = threading.Timer(0.05, session.close)
    closing.start()
    with pytest.raises(tf.errors.CancelledError, match="was cancelled"):
        session.run(fetch)
    closing.join()


def test_a_list_of_datasets_is_one_component():
    with tf.Session() as session:
        both = Dataset.from_tensors([Dataset.range(2), Dataset.range(5, 8)])
        assert "shape=(), dtype=tf.int64" in str(both.element_spec) and both.element_spec.shape.as_list() == [2]
        rows = both.unbatch().flat_map(lambda dataset: dataset).make_one_shot_iterator().get_next()
        assert everything(session, rows) == [0, 1, 5, 6, 7]
    with pytest.raises(ValueError, match="No TypeSpec is compatible with both"):
        Dataset.from_tensors([Dataset.range(2), Dataset.from_tensors(1.0)])


def ahead():
    """The threads that make elements ahead of time."""
    return [thread for thread in threading.enumerate() if thread.name == "graphlab dataset"]


def test_threads_end_with_their_iterator():
    iterator = Dataset.range(10).repeat().map(lambda x: x + 1).prefetch(2).make_initializable_iterator()
    element = iterator.get_next()
    with tf.Session() as session:
        for _ in range(3):
            session.run(iterator.initializer)
            session.run(element)
        for thread in ahead()[:-1]:
            thread.join(5)
        assert len(ahead()) == 1
    for thread in ahead():
        thread.join(5)
    assert not ahead()


def test_an_error_in_a_function_names_the_line_that_made_the_operation():
    element = Dataset.range(2).map(lambda x: tf.reshape(tf.fill([x + 1], 1), [1])).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        session.run(element)
        with pytest.raises(
            tf.errors.InvalidArgumentError, match="(?s)node Reshape.*test_iterators.py.*node IteratorGetNext"
        ):
            session.run(element)


def test_a_captured_constant_makes_no_trouble_in_a_one_shot_iterator_but_state_does():
    offset = tf.constant(5, tf.int64)
    assert (
        "OneShotIterator"
        in Dataset.range(2).map(lambda x: x + offset).make_one_shot_iterator().get_next().op.inputs[0].name
    )
    variable = tf.Variable(1, dtype=tf.int64)
    with pytest.raises(ValueError, match="does not support datasets that capture stateful objects"):
        Dataset.range(2).map(lambda x: x + variable).make_one_shot_iterator()
    with pytest.raises(ValueError, match="Cannot capture a placeholder"):
        Dataset.from_tensors(tf.placeholder(tf.float32)).make_one_shot_iterator()


def test_an_optional_knows_whether_there_was_an_element():
    optional = tf.data.experimental.get_next_as_optional(Dataset.range(1).make_one_shot_iterator())
    with tf.Session() as session:
        assert session.run([optional.has_value(), optional.get_value()]) == [True, 0]
        assert not session.run(optional.has_value())
        with pytest.raises(tf.errors.InvalidArgumentError, match="does not have a value"):
            session.run(optional.get_value())


def test_a_graph_def_with_a_pipeline_runs_where_it_is_imported(graph):
    constant = tf.constant(2, tf.int64)
    dataset = Dataset.range(6).shuffle(3, seed=1).filter(lambda x: x > 1).map(lambda x: (x * constant, x)).batch(2)
    element = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as session:
        expected = everything(session, element)
    message = graph.as_graph_def()
    assert {function.signature.name.split("_<")[0] for function in message.library.function} >= {
        "__inference_Dataset_map",
        "__inference_Dataset_filter",
    }
    with tf.Graph().as_default() as copy, tf.Session() as session:
        tf.import_graph_def(message, name="")
        assert copy.as_graph_def() == message
        tensors = [copy.get_tensor_by_name(f"IteratorGetNext:{i}") for i in range(2)]
        for mine, theirs in zip(everything(session, tensors), expected, strict=True):
            np.testing.assert_array_equal(mine, theirs)


def test_contrib_data_has_what_was_there_before():
    dataset = tf.contrib.data.Dataset.range(5).apply(tf.contrib.data.batch_and_drop_remainder(2))
    assert dataset.output_shapes.as_list() == [2]
    element = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as session:
        np.testing.assert_array_equal(everything(session, element), [[0, 1], [2, 3]])


def test_sizes_that_are_no_scalars_are_refused_where_they_are_built():
    one = tf.constant([1], tf.int64)
    for build in (Dataset.batch, Dataset.shuffle, Dataset.repeat, Dataset.take, Dataset.skip, Dataset.prefetch):
        with pytest.raises(ValueError, match="Shape must be rank 0 but is rank 1 for '.*Dataset"):
            build(Dataset.range(2), one)
    with pytest.raises(ValueError, match=r"RangeDataset.* with input shapes: \[\], \[1\], \[\]"):
        Dataset.range(one)


def test_a_handle_is_refused_on_another_device():
    config = tf.ConfigProto(device_count={"CPU": 2})
    with tf.device("/cpu:1"):
        handle = Dataset.range(3).make_one_shot_iterator().string_handle()
    elements = {}
    for device in ("/cpu:0", "/cpu:1"):
        with tf.device(device):
            elements[device] = tf.data.Iterator.from_string_handle(handle, tf.int64, []).get_next()
    with tf.Session(config=config) as session:
        message = (
            'create an iterator on device "/job:localhost/replica:0/task:0/device:CPU:0" from handle defined on device '
            '"/job:localhost/replica:0/task:0/device:CPU:1"'
        )
        with pytest.raises(tf.errors.InvalidArgumentError, match=message):
            session.run(elements["/cpu:0"])
        assert session.run(elements["/cpu:1"]) == 0


def test_what_follows_a_corrupted_record_is_left_out(tmp_path):
    names = [str(tmp_path / name) for name in ("first", "second")]
    for name in names:
        with tf.python_io.TFRecordWriter(name) as writer:
            writer.write(name[-1].encode())
        with open(name, "ab") as file:
            file.write(b"corrupted data")
    records = tf.data.TFRecordDataset(names)
    with tf.Session() as session:
        element = records.apply(tf.data.experimental.ignore_errors()).make_one_shot_iterator().get_next()
        assert everything(session, element) == [b"t", b"d"]
        element = records.make_one_shot_iterator().get_next()
        assert session.run(element) == b"t"
        with pytest.raises(tf.errors.DataLossError):
            session.run(element)
        assert session.run(element) == b"d"


def test_sparse_tensors_that_do_not_fit_together_have_no_slices():
    sparse = tf.sparse_placeholder(tf.float32)
    iterator = tf.data.make_initializable_iterator(tf.data.Dataset.from_sparse_tensor_slices(sparse))
    value = tf.SparseTensorValue
    invalid, unordered = tf.errors.InvalidArgumentError, tf.errors.UnimplementedError
    with tf.Session() as session:
        for fed, error, text in (
            (value([[0, 1]], [1, 2], [2, 2]), invalid, r"must match. \(indices = 1, values = 2\)"),
            (value([[0, 1]], [1], [2]), invalid, "Order length must be SparseTensor rank"),
            (value([[1, 1], [0, 0]], [1, 2], [2, 2]), unordered, "must be ordered in the batch dimension"),
        ):
            with pytest.raises(error, match=text):
                session.run(iterator.initializer, {sparse: fed})


@pytest.fixture
def generated():
    """(a dataset of a generator's numbers, the list of the generators that are open)"""
    open_now = []

    def count():
        open_now.append(key := object())
        try:
            yield from range(100)
        finally:
            open_now.remove(key)

    return tf.data.Dataset.from_generator(count, tf.int32), open_now


def test_generators_that_are_left_are_closed(generated):
    numbers, open_now = generated
    taken = tf.data.make_one_shot_iterator(numbers.take(2).repeat(9)).get_next()
    again = tf.data.make_initializable_iterator(numbers.prefetch(4))
    element = again.get_next()
    with tf.Session() as session:
        for i in range(18):
            assert session.run(taken) == i % 2
            assert len(open_now) == 1
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(taken)
        assert not open_now
        for _ in range(9):
            session.run(again.initializer)
            assert session.run(element) == 0
        _wait_for(lambda: len(open_now) == 1)  # a thread may still read the one before


def test_generators_are_closed_with_the_session_and_with_what_reads_a_part(generated):
    numbers, open_now = generated
    iterators = [tf.data.make_initializable_iterator(dataset) for dataset in (numbers, numbers.prefetch(4))]
    total = numbers.take(3).reduce(0, lambda x, y: x + y)
    failing = numbers.map(lambda x: tf.debugging.check_numerics(1 / (2 - x), "x")).reduce(
        tf.cast(0.0, tf.float64), tf.add
    )
    ahead = tf.data.make_one_shot_iterator(numbers.prefetch(4).take(1)).get_next()
    with tf.Session() as session:
        assert session.run(total) == 3
        assert not open_now
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            session.run(failing)
        assert not open_now, raised
        session.run(ahead)
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(ahead)
        _wait_for(lambda: not open_now)
        for iterator in iterators:
            session.run(iterator.initializer)
            session.run(iterator.get_next())
        assert len(open_now) == 2
    _wait_for(lambda: not open_now)


def _wait_for(ready):
    end = time.monotonic() + 60
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.01)
