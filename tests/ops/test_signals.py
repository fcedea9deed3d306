"""Transforms of signals against NumPy's, frames and windows against what they are defined as, WAV files."""

import io
import wave

import numpy as np
import pytest

import graphlab as tf

DATA = np.random.RandomState(8)
X = DATA.randn(2, 4, 6).astype(np.float32)
Z = (DATA.randn(2, 4, 4) + 1j * DATA.randn(2, 4, 4)).astype(np.complex64)


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def close(found, expected):
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


def test_transforms_are_numpys(session):
    axes = {"": (-1,), "2d": (-2, -1), "3d": (-3, -2, -1)}
    expected, found = [], []
    for name, over in axes.items():
        for kind in ("fft", "ifft"):
            found.append(getattr(tf.signal, kind + name)(Z))
            expected.append(getattr(np.fft, kind + "n")(Z, axes=over))
        for lengths in (None, [5, 4, 7][-len(over) :], [3, 6, 8][-len(over) :]):
            found.append(getattr(tf.signal, "rfft" + name)(X, lengths))
            expected.append(np.fft.rfftn(X, lengths, over))
            found.append(getattr(tf.spectral, "irfft" + name)(Z, lengths))
            expected.append(np.fft.irfftn(Z, lengths, over))
    for tensor, array in zip(found, expected, strict=True):
        assert tensor.shape == array.shape
    for value, array in zip(session.run(found), expected, strict=True):
        close(value, array)
    assert tf.fft(tf.constant(Z, tf.complex128)).dtype == tf.complex128


def test_sizes_that_only_a_run_knows(session):
    x, z = tf.placeholder(tf.float32, [None, None]), tf.placeholder(tf.complex64)
    assert tf.signal.rfft(x).shape.as_list() == [None, None]
    values = session.run([tf.signal.rfft(x, [8]), tf.signal.irfft(z), tf.signal.rfft(x)], {x: X[0], z: Z})
    close(values[0], np.fft.rfft(X[0], 8))
    close(values[1], np.fft.irfft(Z))
    close(values[2], np.fft.rfft(X[0]))
    assert session.run(tf.signal.rfft(x), {x: np.zeros([0, 4])}).shape == (0, 3)
    assert session.run(tf.fft(z), {z: np.zeros([3, 0])}).shape == (3, 0)
    with pytest.raises(ValueError, match="rank"):
        tf.signal.rfft2d([1.0, 2.0])


@pytest.mark.parametrize("name", ["rfft", "rfft2d", "rfft3d", "irfft", "irfft2d", "irfft3d"])
@pytest.mark.parametrize("last", [6, 7])
def test_gradients_of_transforms_are_numeric_gradients(session, name, last):
    count = int(name[-2]) if name.endswith("d") else 1
    lengths = [2, 4, last][-count:]
    inverse = name.startswith("i")
    width = last // 2 + 1 if inverse else last
    parts = tf.placeholder(tf.float32, [2, 2, 4, width])
    x = tf.complex(parts[0], parts[1]) if inverse else parts[0]
    transformed = getattr(tf.signal, name)(x, lengths)
    weights = DATA.rand(*transformed.shape.as_list()).astype(np.float32)
    squares = (
        tf.square(transformed) if inverse else tf.square(tf.real(transformed)) + 2 * tf.square(tf.imag(transformed))
    )
    (gradient,) = tf.gradients(tf.reduce_sum(squares * weights), parts)
    at = DATA.randn(2, 2, 4, width)

    def loss(value):
        if inverse:
            return (np.fft.irfftn(value[0] + 1j * value[1], lengths, range(-count, 0)) ** 2 * weights).sum()
        result = np.fft.rfftn(value[0], lengths, range(-count, 0))
        return ((result.real**2 + 2 * result.imag**2) * weights).sum()

    expected = np.zeros_like(at)
    for index in np.ndindex(*at.shape):
        step = np.zeros_like(at)
        step[index] = 1e-3
        expected[index] = (loss(at + step) - loss(at - step)) / 2e-3
    np.testing.assert_allclose(
        session.run(gradient, {parts: at}), expected, rtol=1e-3, atol=1e-3 * np.abs(expected).max()
    )


def cosine_transform(x, kind):
    """By the definition."""
    n = x.shape[-1]
    k, i = np.arange(n)[:, None], np.arange(n)[None]
    if kind == 2:
        return x @ (2 * np.cos(np.pi * k * (2 * i + 1) / (2 * n))).T
    if kind == 3:
        return x @ np.where(i == 0, 1, 2 * np.cos(np.pi * i * (2 * k + 1) / (2 * n))).T
    ends = np.where((i == 0) | (i == n - 1), 1, 2)
    return x @ (ends * np.cos(np.pi * k * i / (n - 1))).T


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("irfft", "FloorMod sub add ones mul sub_1 ones_1 concat Prod Cast Reciprocal rfft mul_1 Cast_1 mul_2"),
        ("rfft", "mod sub Cast mul range mod_1 mul_1 sub_1 Cast_1 mul_2 add Prod Cast_2 irfft mul_3 Real add_1 mul_4"),
        ("fft2d", "Prod Cast IFFT2D mul"),
    ],
)
def test_gradients_of_transforms_have_the_nodes_of_tensorflow(name, expected):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32 if name == "rfft" else tf.complex64, [5, 4, 6])
        y = getattr(tf.signal, name)(x)
        tf.gradients(tf.real(y), x)
    plain = {"Const", "Shape", "StridedSlice", "Pack", "Less"}
    ops = [op for op in graph.get_operations() if op.type not in plain]
    scope = f"gradients/{y.op.name}_grad/"
    assert [op.name[len(scope) :] for op in ops if op.name.startswith(scope)] == expected.split()
    assert not any(op.type == "ZerosLike" for op in ops)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [1, 2, 3])
def test_cosine_transforms_are_what_they_are_defined_as(session, kind):
    cut, filled = X[..., :4], np.pad(X, [(0, 0), (0, 0), (0, 2)])
    values = session.run([tf.signal.dct(X, kind), tf.signal.dct(X, kind, n=4), tf.signal.dct(X, kind, n=8)])
    for value, x in zip(values, (X, cut, filled), strict=True):
        close(value, cosine_transform(x, kind))
    scale = 2 * (6 - 1) if kind == 1 else 2 * 6
    close(session.run(tf.signal.idct(tf.signal.dct(X, kind), kind)) / scale, X)
    if kind > 1:
        transformed = tf.signal.dct(X, kind, norm="ortho")
        close(session.run(tf.norm(transformed)), np.linalg.norm(X))
        close(session.run(tf.signal.idct(transformed, kind, norm="ortho")), X)


def test_cosine_transforms_refuse_what_they_do_not_know():
    with pytest.raises(NotImplementedError, match="axis must be -1"):
        tf.signal.dct(tf.constant(X), axis=0)
    with pytest.raises(ValueError, match="Only Types I, II and III"):
        tf.signal.dct(tf.constant(X), type=4)
    with pytest.raises(ValueError, match="Normalization is not supported for the Type-I"):
        tf.signal.dct(tf.constant(X), type=1, norm="ortho")
    with pytest.raises(ValueError, match="Unknown normalization"):
        tf.signal.dct(tf.constant(X), norm="other")


def test_frames_overlap(session):
    signal = np.arange(9)
    frames = tf.signal.frame(signal, 4, 2)
    assert frames.shape == (3, 4)
    assert session.run(frames).tolist() == [[0, 1, 2, 3], [2, 3, 4, 5], [4, 5, 6, 7]]
    ended = tf.signal.frame(X, 3, 2, pad_end=True, pad_value=9, axis=1)
    assert ended.shape == (2, 2, 3, 6)
    assert np.array_equal(session.run(ended)[:, 1], np.concatenate([X[:, 2:4], np.full([2, 1, 6], 9)], axis=1))
    any_ = tf.placeholder(tf.float32)
    assert session.run(tf.signal.frame(any_, 2, 2), {any_: [1, 2, 3, 4, 5]}).tolist() == [[1, 2], [3, 4]]
    assert session.run(tf.signal.frame(any_, 4, 2), {any_: [1, 2]}).shape == (0, 4)


def test_frames_put_together_are_added_up(session):
    added = session.run(tf.signal.overlap_and_add(X, 4))
    expected = np.zeros([2, 18], np.float32)
    for i in range(4):
        expected[:, 4 * i : 4 * i + 6] += X[:, i]
    close(added, expected)
    assert tf.signal.overlap_and_add(X, 6, name="row").name == "row/fast_path:0"
    with pytest.raises(ValueError, match="frame_step must be an integer"):
        tf.signal.overlap_and_add(X, 1.5)


@pytest.mark.parametrize("periodic", [True, False])
@pytest.mark.parametrize("length", [1, 5, 8])
def test_windows(session, length, periodic):
    n = length + (length % 2 == 0) * periodic - 1
    angle = 2 * np.pi * np.arange(length) / n if length > 1 else np.pi * np.ones(1)
    close(session.run(tf.signal.hann_window(length, periodic)), 0.5 - 0.5 * np.cos(angle))
    later = tf.placeholder_with_default(length, [])
    close(session.run(tf.signal.hamming_window(later, periodic, tf.float64)), 0.54 - 0.46 * np.cos(angle))


def test_a_signal_comes_back_from_its_spectra(session):
    signal = DATA.randn(2, 40).astype(np.float32)
    spectra = tf.signal.stft(signal, 8, 2)
    assert spectra.shape == (2, 17, 5)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(8) / 8)
    close(session.run(spectra)[:, 3], np.fft.rfft(signal[:, 6:14] * window))
    again = tf.signal.inverse_stft(spectra, 8, 2, window_fn=tf.signal.inverse_stft_window_fn(2))
    close(session.run(again)[:, 8:-8], signal[:, 8:-8])


def test_the_mel_scale(session):
    weights = session.run(tf.signal.linear_to_mel_weight_matrix(4, 17))
    assert weights.shape == (17, 4)
    close(weights[2:5], np.array([[0.89565, 0.10435, 0, 0], [0.33789, 0.66211, 0, 0], [0, 0.86908, 0.13092, 0]]))
    assert not weights[0].any()
    assert (weights.max(axis=0) > 0.5).all()
    scaled = session.run(tf.signal.mfccs_from_log_mel_spectrograms(X))
    close(scaled, cosine_transform(X, 2) / np.sqrt(12))
    with pytest.raises(ValueError, match="must not be larger than the Nyquist"):
        tf.signal.linear_to_mel_weight_matrix(upper_edge_hertz=5000.0)


def test_spectra_shift(session):
    moved = [tf.signal.fftshift(X), tf.signal.ifftshift(X, 2), tf.signal.fftshift(X, [0, 1])]
    expected = [np.fft.fftshift(X), np.fft.ifftshift(X, 2), np.fft.fftshift(X, [0, 1])]
    for value, array in zip(session.run(moved), expected, strict=True):
        assert np.array_equal(value, array)


def test_sounds_go_through_wav_files(session):
    sound = np.array([[0.0, 0.5], [-1.0, 0.25], [1.5, -0.125]], np.float32)
    contents = session.run(tf.audio.encode_wav(sound, 8000))
    with wave.open(io.BytesIO(contents)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getnframes()) == (8000, 2, 3)
    decoded = tf.audio.decode_wav(contents)
    samples, rate = session.run(decoded)
    assert rate == 8000
    close(samples, np.minimum(sound, 32767 / 32768))
    longer = tf.audio.decode_wav(contents, desired_channels=3, desired_samples=5)
    assert longer.audio.shape == (5, 3)
    found = session.run(longer.audio)
    assert np.array_equal(found[:3], samples[:, [0, 1, 1]])
    assert not found[3:].any()
    for wrong, words in [(b"no wav", "Expected RIFF but found no w"), (contents[:-2], "Data too short")]:
        with pytest.raises(tf.errors.InvalidArgumentError, match=words):
            session.run(tf.audio.decode_wav(wrong).audio)


def test_a_spectrum_of_unknown_size_is_shifted():
    x, known = tf.placeholder(tf.float32), np.arange(12.0).reshape(3, 4)
    shifted = [tf.signal.fftshift(x), tf.signal.ifftshift(x, axes=0), tf.signal.fftshift(x, axes=[-1])]
    with tf.Session() as session:
        found = session.run(shifted, {x: known})
    wanted = [np.fft.fftshift(known), np.fft.ifftshift(known, 0), np.fft.fftshift(known, [-1])]
    assert all(np.array_equal(*pair) for pair in zip(found, wanted, strict=True))
    with pytest.raises(ValueError, match="must have rank 1"):
        tf.signal.rfft(tf.zeros([4]), [[1]])
    with pytest.raises(ValueError, match="Dimension must be 1 but is 2"):
        tf.signal.rfft(tf.zeros([4]), [1, 1])
