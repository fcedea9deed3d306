"""Assertions on numbers: arrays, tensors and nested structures of them, equal or close."""

import collections.abc
import copy

import numpy as np
from absl.testing import absltest

from graphlab._src.base import dtypes
from graphlab._src.graph import DeviceSpec, Tensor
from graphlab._src.graph.graph import GRAPH_DEF_VERSION, GRAPH_DEF_VERSION_MIN_CONSUMER
from graphlab._src.graph.ragged_tensor import RaggedParts, RaggedTensorValue, is_ragged
from graphlab._src.proto import text_format
from graphlab._src.testing.messages import normalize_number_fields


class NumericAssertions(absltest.TestCase):
    """assertAllClose and its family. For an array a Tensor, variable or list of numbers will do.

    A subclass says what a tensor's value is: evaluate(tensors).
    """

    def evaluate(self, tensors):
        """The values of tensors."""
        raise NotImplementedError

    def _array(self, a):
        if isinstance(a, Tensor) or hasattr(a, "_as_graph_element"):
            a = self.evaluate(a)
        try:
            return a if isinstance(a, np.ndarray) else np.array(a)
        except ValueError:  # a structure whose parts differ in size: compared part by part
            return np.array(a, dtype=object)

    # One number or a flat list of them

    def assertNear(self, f1, f2, err, msg=None):
        """|f1 - f2| is at most err."""
        note = "" if msg is None else f" ({msg})"
        self.assertTrue(f1 == f2 or abs(f1 - f2) <= err, f"{f1} != {f2} +/- {err}{note}")

    def assertArrayNear(self, farray1, farray2, err, msg=None):
        """The lists are as long as each other and each pair of numbers is within err."""
        self.assertEqual(len(farray1), len(farray2), msg=msg)
        for f1, f2 in zip(farray1, farray2, strict=True):
            self.assertNear(float(f1), float(f2), err, msg=msg)

    def _NDArrayNear(self, ndarray1, ndarray2, err):
        return np.linalg.norm(ndarray1 - ndarray2) < err

    def assertNDArrayNear(self, ndarray1, ndarray2, err, msg=None):
        """The Euclidean distance of two arrays is below err."""
        self.assertTrue(self._NDArrayNear(ndarray1, ndarray2, err), msg=msg)

    # Whole structures

    def assertAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):
        """|a - b| <= atol + rtol * |b| everywhere; NaN equals NaN.

        a, b: arrays, tensors, or lists, tuples, dicts and named tuples of them.
        ValueError when their structures differ.
        """
        if is_ragged(a) or is_ragged(b):
            self._assert_ragged(a, b, lambda x, y: self._close(x, y, rtol, atol, "", msg or ""), msg)
            return
        self._close(a, b, rtol, atol, "", msg or "")

    def _close(self, a, b, rtol, atol, path, msg):
        a = a._asdict() if hasattr(a, "_asdict") else a
        b = b._asdict() if hasattr(b, "_asdict") else b
        if isinstance(a, collections.abc.Mapping) != isinstance(b, collections.abc.Mapping):
            raise ValueError(f"Can't compare dict to non-dict, a{path} vs b{path}. {msg}")
        if isinstance(a, collections.abc.Mapping):
            keys = f"mismatched keys: a{path} has keys {a.keys()}, but b{path} has keys {b.keys()}. {msg}"
            self.assertCountEqual(a.keys(), b.keys(), msg=keys)
            for key in a:
                self._close(a[key], b[key], rtol, atol, f"{path}[{key}]", msg)
        elif isinstance(a, (list, tuple)) and not self._is_array(a):
            if len(a) != len(b):
                raise ValueError(
                    f"Mismatched length: a{path} has {len(a)} items, but b{path} has {len(b)} items. {msg}"
                )
            for i, (x, y) in enumerate(zip(a, b, strict=True)):
                self._close(x, y, rtol, atol, f"{path}[{i}]", msg)
        else:
            self._arrays_close(a, b, rtol, atol, f"Mismatched value: a{path} is different from b{path}. {msg}")

    def _is_array(self, items):
        """True when a list is one array written out, False when it holds several shapes or other structures."""
        try:
            return self._array(items).dtype != object
        except (ValueError, TypeError, NotImplementedError):  # the last for a list of tensors
            return False

    def _arrays_close(self, a, b, rtol, atol, msg):
        a, b = self._array(a), self._array(b)
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape}. {msg}")
        if not np.allclose(a, b, rtol=rtol, atol=atol):
            where = np.nonzero(np.atleast_1d(~np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=True)))
            notes = [msg, f"not close where = {where}", f"not close dif = {np.abs(np.atleast_1d(1 * a - b))[where]}"]
            notes += [f"dtype = {a.dtype}, shape = {a.shape}"]
            np.testing.assert_allclose(a, b, rtol=rtol, atol=atol, err_msg="\n".join(notes), equal_nan=True)

    def assertAllCloseAccordingToType(
        self,
        a,
        b,
        rtol=1e-6,
        atol=1e-6,
        float_rtol=1e-6,
        float_atol=1e-6,
        half_rtol=1e-3,
        half_atol=1e-3,
        bfloat16_rtol=1e-2,
        bfloat16_atol=1e-2,
        msg=None,
    ):
        """assertAllClose with the tolerances of the coarser of the two types."""
        a, b = self._array(a), self._array(b)
        tolerances = [
            ((np.float32, np.complex64), float_rtol, float_atol),
            ((np.float16,), half_rtol, half_atol),
            ((dtypes.bfloat16.as_numpy_dtype,), bfloat16_rtol, bfloat16_atol),
        ]
        for types, type_rtol, type_atol in tolerances:
            if a.dtype in types or b.dtype in types:
                rtol, atol = max(rtol, type_rtol), max(atol, type_atol)
        self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)

    def assertNotAllClose(self, a, b, **kwargs):
        """Some pair of numbers is not close."""
        self._assertFails(self.assertAllClose, a, b, "The two values are close at all elements", **kwargs)

    def assertAllEqual(self, a, b, msg=None):
        """The arrays have one shape and the same elements; NaN equals NaN."""
        if is_ragged(a) or is_ragged(b):
            self._assert_ragged(a, b, lambda x, y: self.assertEqual(x, y, msg), msg)
            return
        a, b = self._array(a), self._array(b)
        contents = f" Contents: {b}." if b.ndim <= 3 or b.size < 500 else ""
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape}.{contents} {msg or ''}")
        same = np.asarray(a == b)
        if a.dtype.kind == "f" or a.dtype == dtypes.bfloat16.as_numpy_dtype:
            same = same | (np.isnan(a) & np.isnan(b))
        if not np.all(same):
            where = np.nonzero(np.atleast_1d(~same))
            left, right = (np.atleast_1d(one)[where] for one in (a, b))
            details = f"not equal where = {where}\nnot equal lhs = {left}\nnot equal rhs = {right}"
            np.testing.assert_array_equal(a, b, err_msg=f"{msg or ''}\n{details}")

    def _assert_ragged(self, a, b, compare, msg):
        """compare(x, y) holds for the numbers of two ragged values, whose rows are as long as each other."""
        x, y = self._listed(a), self._listed(b)
        if not isinstance(a, (list, tuple)) and not isinstance(b, (list, tuple)):
            self.assertEqual(getattr(a, "ragged_rank", 0), getattr(b, "ragged_rank", 0), msg)
        self._compare_lists(x, y, compare, msg)

    def _compare_lists(self, x, y, compare, msg):
        self.assertEqual(isinstance(x, list), isinstance(y, list), msg)
        if not isinstance(x, list):
            compare(x, y)
            return
        self.assertEqual(len(x), len(y), msg)
        for item, other in zip(x, y, strict=True):
            self._compare_lists(item, other, compare, msg)

    def _listed(self, value):
        """A tensor, ragged tensor, array or list as nested lists."""
        if isinstance(value, (RaggedParts, Tensor)):
            value = self.evaluate(value)
        if isinstance(value, RaggedTensorValue):
            return value.to_list()
        if isinstance(value, (list, tuple)):
            return [self._listed(item) for item in value]
        return value if isinstance(value, bytes) else np.asarray(value).tolist()  # NumPy cuts off bytes of 0

    def assertNotAllEqual(self, a, b, msg=None):
        """Some pair of elements differs."""
        self._assertFails(self.assertAllEqual, a, b, "The two values are equal at all elements", msg=msg)

    def _assertFails(self, assertion, a, b, message, **kwargs):
        try:
            assertion(a, b, **kwargs)
        except AssertionError:
            return
        raise AssertionError(message)

    # All elements against a bound

    def assertAllGreater(self, a, comparison_target):
        """Every element is greater than the target."""
        self.assertGreater(np.min(self._array(a)), comparison_target)

    def assertAllLess(self, a, comparison_target):
        """Every element is less than the target."""
        self.assertLess(np.max(self._array(a)), comparison_target)

    def assertAllGreaterEqual(self, a, comparison_target):
        """Every element is at least the target."""
        self.assertGreaterEqual(np.min(self._array(a)), comparison_target)

    def assertAllLessEqual(self, a, comparison_target):
        """Every element is at most the target."""
        self.assertLessEqual(np.max(self._array(a)), comparison_target)

    def assertAllInRange(self, target, lower_bound, upper_bound, open_lower_bound=False, open_upper_bound=False):
        """Every element lies between the bounds; an open bound is itself outside."""
        target = self._array(target)
        if target.dtype.kind not in "iuf" and target.dtype != dtypes.bfloat16.as_numpy_dtype:
            raise AssertionError(
                f"The value of {target} does not have an ordered numeric type, instead it has type: {target.dtype}"
            )
        if nan := np.count_nonzero(np.isnan(target)):
            raise AssertionError(f"{nan} of the {target.size} element(s) are NaN.")
        low = target <= lower_bound if open_lower_bound else target < lower_bound
        high = target >= upper_bound if open_upper_bound else target > upper_bound
        outside = np.argwhere(low | high)
        if len(outside):
            bounds = f"{'(' if open_lower_bound else '['}{lower_bound}, {upper_bound}{')' if open_upper_bound else ']'}"
            lines = [f"  {index} : {target[tuple(index)]}" for index in outside[:10]] + ["  ..."] * (len(outside) > 10)
            raise AssertionError(
                f"{len(outside)} of the {target.size} element(s) are outside the range {bounds}. "
                "Subscript(s) and value(s) of the offending elements:\n" + "\n".join(lines)
            )

    def assertAllInSet(self, target, expected_set):
        """Every element is one of the set."""
        others = np.setdiff1d(self._array(target).ravel(), list(expected_set))
        if others.size:
            raise AssertionError(f"{others.size} unique element(s) are not in the set {expected_set}: {others}")

    # Types, shapes, devices, messages

    def assertDTypeEqual(self, target, expected_dtype):
        """The value has that NumPy type."""
        self.assertEqual(self._array(target).dtype, expected_dtype)

    def assertShapeEqual(self, np_array, tf_tensor, msg=None):
        """A tensor's static shape is that of an array."""
        if not isinstance(np_array, (np.ndarray, np.generic)):
            raise TypeError("np_array must be a Numpy ndarray or Numpy scalar")
        if not isinstance(tf_tensor, Tensor):
            raise TypeError("tf_tensor must be a Tensor")
        self.assertAllEqual(np_array.shape, tf_tensor.get_shape().as_list(), msg=msg)

    def assertDeviceEqual(self, device1, device2, msg=None):
        """Two device names or DeviceSpecs mean the same device."""
        first, second = _canonical(device1), _canonical(device2)
        self.assertEqual(first, second, f"Devices {first} and {second} are not equal. {msg or ''}")

    def assertStartsWith(self, actual, expected_start, msg=None):
        """The text begins with expected_start."""
        if not actual.startswith(expected_start):
            self.fail(f"{actual!r} does not start with {expected_start!r}" + (f" : {msg!r}" if msg else ""))

    def assertProtoEquals(self, expected_message_maybe_ascii, message, msg=None):
        """A message equals another of its class, or the one that a text describes: floats to 6 digits, doubles to 7."""
        expected = expected_message_maybe_ascii
        if isinstance(expected, str):
            expected = text_format.Parse(expected, type(message)())
        self.assertIsInstance(expected, type(message), f"Can't compare protos of these types. {msg or ''}")
        if expected != message:
            both = [normalize_number_fields(copy.deepcopy(one)) for one in (expected, message)]
            self.assertMultiLineEqual(*map(text_format.MessageToString, both), msg=msg)

    def assertProtoEqualsVersion(
        self,
        expected,
        actual,
        producer=GRAPH_DEF_VERSION,
        min_consumer=GRAPH_DEF_VERSION_MIN_CONSUMER,
        msg=None,
    ):
        """A GraphDef equals the one that a text describes, which leaves out the versions."""
        versions = f"versions {{ producer: {producer} min_consumer: {min_consumer} }};"
        self.assertProtoEquals(f"{versions}\n{expected}", actual, msg=msg)


def _canonical(device):
    if device is None:
        return ""
    return (DeviceSpec.from_string(device) if isinstance(device, str) else device).to_string()
