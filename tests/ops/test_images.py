"""Images: what the goldens of tests/programs do not say of them."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

import graphlab as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def wide_gradient(session, loss, x, value, step=0.05):
    """How much a loss, at most a parabola of each element, changes with it."""
    found = np.zeros_like(value)
    for index in np.ndindex(*value.shape):
        sides = []
        for sign in (1, -1):
            moved = value.copy()
            moved[index] += sign * step
            sides.append(session.run(loss, {x: moved}))
        found[index] = (sides[0] - sides[1]) / (2 * step)
    return found


@pytest.mark.parametrize("half", [False, True], ids=["corner", "middle"])
@pytest.mark.parametrize("size", [[2, 3], [6, 8]])
@pytest.mark.parametrize("resize", ["resize_bilinear", "resize_bicubic", "resize_nearest_neighbor"])
def test_the_gradient_of_a_resize_is_the_numeric_gradient(session, resize, size, half):
    value = np.random.RandomState(2).rand(1, 3, 4, 1).astype(np.float32)
    x = tf.placeholder(tf.float32, value.shape)
    resized = getattr(tf.image, resize)(x, size, half_pixel_centers=half)
    weights = np.random.RandomState(3).rand(1, *size, 1)
    loss = tf.reduce_sum(tf.square(resized) * weights)
    (gradient,) = tf.gradients(loss, x)
    np.testing.assert_allclose(
        session.run(gradient, {x: value}), wide_gradient(session, loss, x, value), rtol=2e-3, atol=2e-3
    )


@pytest.mark.slow
@pytest.mark.parametrize("method", ["adjust_hue", "adjust_saturation", "adjust_contrast"])
def test_colours_that_are_adjusted_have_a_gradient(session, method):
    value = np.random.RandomState(4).rand(2, 3, 3).astype(np.float32)
    x = tf.placeholder(tf.float32, value.shape)
    loss = tf.reduce_sum(tf.square(getattr(tf.image, method)(x, 0.3)))
    (gradient,) = tf.gradients(loss, x)
    expected = wide_gradient(session, loss, x, value, 0.003)
    np.testing.assert_allclose(session.run(gradient, {x: value}), expected, rtol=2e-2, atol=2e-2)


def test_a_resize_without_pixels_says_so(session):
    x = tf.placeholder(tf.float32, [1, None, None, 1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="input image must be of non-zero size"):
        session.run(tf.image.resize_bilinear(x, [2, 2]), {x: np.zeros([1, 0, 3, 1])})
    with pytest.raises(tf.errors.InvalidArgumentError, match="output dimensions must be positive"):
        session.run(tf.image.resize_bilinear(x, [0, 2]), {x: np.zeros([1, 2, 3, 1])})
    with pytest.raises(ValueError, match="must have either 3 or 4 dimensions"):
        tf.image.resize_images(tf.zeros([2, 2]), [1, 1])
    with pytest.raises(ValueError, match="'size' must be a 1-D"):
        tf.image.resize_images(tf.zeros([2, 2, 1]), [[1, 1]])


def test_a_size_of_minus_one_is_known_to_the_run_only(session):
    image = tf.placeholder(tf.float32, [1, 2, 2, 1])
    assert tf.image.resize_bilinear(image, [-1, 3]).shape.as_list() == [1, None, 3, 1]
    with pytest.raises(ValueError, match="Dimension -2 must be >= 0"):
        tf.image.resize_bilinear(image, [-2, 3])


@pytest.mark.slow
def test_half_of_random_flips_flip(session):
    image = tf.constant(np.arange(2).reshape(1, 2, 1))
    flipped = tf.image.random_flip_left_right(image, seed=1)
    one = sum(int(session.run(flipped)[0, 0, 0]) for _ in range(60))
    assert 15 < one < 45
    batch = tf.tile(tf.constant(np.arange(2.0).reshape(1, 1, 2, 1)), [80, 1, 1, 1])
    many = session.run(tf.image.random_flip_left_right(batch, seed=2))[:, 0, 0, 0].sum()
    assert 20 < many < 60


@pytest.mark.slow
def test_random_adjustments_stay_within_their_limits(session):
    image = tf.fill([4, 4, 3], 0.5)
    brighter = [session.run(tf.image.random_brightness(image, 0.2, seed=seed))[0, 0, 0] for seed in range(3)]
    assert all(0.3 <= value <= 0.7 for value in brighter)
    assert len(set(brighter)) == 3
    with pytest.raises(ValueError, match="max_delta must be non-negative"):
        tf.image.random_brightness(image, -1)
    with pytest.raises(ValueError, match="upper must be > lower"):
        tf.image.random_contrast(image, 2, 1)
    with pytest.raises(ValueError, match="max_delta must be <= 0.5"):
        tf.image.random_hue(image, 0.6)


def test_a_random_crop_is_a_part(session):
    image = np.arange(5 * 6 * 3).reshape(5, 6, 3)
    crop = tf.random_crop(image, [3, 2, 3])
    assert crop.shape == (3, 2, 3)
    first = {int(session.run(crop)[0, 0, 0]) for _ in range(20)}
    assert len(first) > 3
    assert first <= {row * 18 + column * 3 for row in range(3) for column in range(5)}
    with pytest.raises(tf.errors.InvalidArgumentError, match="Need value.shape >= size"):
        session.run(tf.random_crop(image, [6, 2, 3]))


def test_a_crop_has_to_lie_inside(session):
    with pytest.raises(ValueError, match="width must be >= target"):
        tf.image.crop_to_bounding_box(tf.zeros([3, 3, 1]), 0, 2, 2, 2)
    any_ = tf.placeholder(tf.float32, [None, None, 1])
    crop = tf.image.crop_to_bounding_box(any_, 0, 2, 2, 2)
    with pytest.raises(tf.errors.InvalidArgumentError, match="width must be >= target"):
        session.run(crop, {any_: np.zeros([3, 3, 1])})
    with pytest.raises(ValueError, match="all dims of 'image.shape' must be > 0"):
        tf.image.flip_up_down(tf.zeros([0, 3, 1]))


def test_integers_saturate_on_request(session):
    image = tf.constant(np.array([0, 128, 255], np.uint8).reshape(1, 3, 1))
    assert session.run(tf.image.adjust_brightness(image, 0.5)).ravel().tolist() == [127, 255, 255]
    wide = tf.constant([-0.5, 0.5, 1.5])
    assert session.run(tf.image.convert_image_dtype(wide, tf.uint8, saturate=True)).tolist() == [0, 127, 255]
    with pytest.raises(AttributeError, match="dtype must be either floating point or integer"):
        tf.image.convert_image_dtype(wide, tf.string)


def smooth(channels):
    """An image without edges, which JPEG hardly changes."""
    light = np.add.outer(np.arange(16) * 8, np.arange(24) * 5)[..., None] + np.arange(channels) * 10
    return light.clip(0, 255).astype(np.uint8)


def noise(channels, dtype: type = np.uint8):
    """An image in which no pixel is like another."""
    return np.random.RandomState(channels).randint(0, np.iinfo(dtype).max, [4, 5, channels]).astype(dtype)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_a_png_holds_the_image(session, channels, dtype):
    image = noise(channels, dtype)
    contents = tf.image.encode_png(tf.constant(image), compression=9)
    decoded = tf.image.decode_png(contents, dtype=tf.as_dtype(dtype))
    assert decoded.shape.as_list() == [None, None, None]
    assert np.array_equal(session.run(decoded), image)
    assert np.array_equal(session.run(tf.image.decode_image(contents, dtype=tf.as_dtype(dtype))), image)


@pytest.mark.parametrize("kind", ["sub", "up", "average", "paeth"])
def test_a_png_with_sixteen_bits_may_predict_in_any_way(session, kind):
    image = np.add.outer(np.arange(5) * 9000, np.arange(6) * 300)[..., None] + np.array([0, 700, 5000])
    number = ["sub", "up", "average", "paeth"].index(kind) + 1
    lines = image.astype(">u2").view(np.uint8).reshape(5, 6, 6).astype(int)
    rows = b""
    for y in range(5):
        row = bytearray([number])
        for x in range(6):
            left, above, corner = (
                lines[r, c] if r >= 0 and c >= 0 else lines[0, 0] * 0
                for r, c in ((y, x - 1), (y - 1, x), (y - 1, x - 1))
            )
            guess = left + above - corner
            candidates = np.stack([left, above, corner])
            closest = np.abs(candidates - guess).argmin(axis=0)
            paeth = np.take_along_axis(candidates, closest[None], 0)[0]
            predicted = {"sub": left, "up": above, "average": (left + above) // 2, "paeth": paeth}[kind]
            row += bytes(((lines[y, x] - predicted) % 256).tolist())
        rows += row
    header = struct.pack(">IIBBBBB", 6, 5, 16, 2, 0, 0, 0)
    contents = b"\x89PNG\r\n\x1a\n"
    for name, data in ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")):
        contents += struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    assert np.array_equal(session.run(tf.image.decode_png(contents, dtype=tf.uint16)), image)


def test_channels_and_types_of_a_png_are_converted_as_tensorflow_does(session):
    color = session.run(tf.image.encode_png(np.array([[[172, 47, 117], [192, 67, 251]]], np.uint8)))
    gray = tf.image.decode_png(color, channels=1)
    assert gray.shape.as_list() == [None, None, 1]
    assert session.run(gray).ravel().tolist() == [92, 125]
    assert session.run(tf.image.decode_png(color, channels=1, dtype=tf.uint16)).ravel().tolist() == [
        92 * 257,
        125 * 257,
    ]
    assert session.run(tf.image.decode_png(color, channels=4))[0, 0].tolist() == [172, 47, 117, 255]
    wide = session.run(tf.image.encode_png(tf.constant([[[0x1234], [0xFFFE]]], tf.uint16)))
    assert session.run(tf.image.decode_png(wide)).ravel().tolist() == [0x12, 0xFF]


@pytest.mark.parametrize("channels", [1, 3])
def test_a_jpeg_holds_the_image_nearly(session, channels):
    image = smooth(channels)
    contents = session.run(tf.image.encode_jpeg(image, quality=100, chroma_downsampling=False))
    decoded = session.run(tf.image.decode_jpeg(contents, dct_method="INTEGER_ACCURATE"))
    assert np.abs(decoded.astype(int) - image).max() <= 3
    assert session.run(tf.image.extract_jpeg_shape(contents)).tolist() == [16, 24, channels]
    assert session.run(tf.image.is_jpeg([contents, b"no"])).tolist() == [True, False]
    part = tf.image.decode_and_crop_jpeg(contents, [2, 3, 5, 7])
    assert part.shape.as_list() == [5, 7, None]
    assert np.array_equal(session.run(part), decoded[2:7, 3:10])
    assert session.run(tf.image.decode_jpeg(contents, ratio=4)).shape == (4, 6, channels)
    assert session.run(tf.image.decode_jpeg(contents, channels=4 - channels)).shape == (16, 24, 4 - channels)


def test_a_jpeg_says_how_many_pixels_are_in_an_inch(session):
    file = session.run(
        tf.image.encode_jpeg(smooth(3), density_unit="cm", x_density=100, y_density=50, progressive=True)
    )
    decoded = Image.open(io.BytesIO(file))
    assert decoded.info["dpi"] == (254, 127)
    assert decoded.info["progressive"]


def test_a_gif_is_a_batch_of_frames(session):
    frames = [Image.fromarray(np.full([4, 6], 40 * i, np.uint8)) for i in range(3)]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    contents = file.getvalue()
    decoded = tf.image.decode_gif(contents)
    assert decoded.shape.as_list() == [None, None, None, 3]
    assert session.run(decoded)[:, 0, 0, 0].tolist() == [0, 40, 80]
    assert session.run(tf.image.decode_image(contents)).shape == (3, 4, 6, 3)
    assert session.run(tf.image.decode_image(contents, expand_animations=False)).shape == (4, 6, 3)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Got 3 frames, but animated gifs can only be decoded"):
        session.run(tf.image.decode_png(contents))


def test_an_image_is_no_larger_than_its_file_can_say(session):
    file = io.BytesIO()
    frames = [Image.fromarray(np.full([4, 6], 40 * i, np.uint8)) for i in range(2)]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    gif = bytearray(file.getvalue())
    gif[gif.rindex(b",") + 5 : gif.rindex(b",") + 9] = struct.pack("<HH", 6000, 9000)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid GIF data"):
        session.run(tf.image.decode_gif(bytes(gif)))
    for kind, decode in (("JPEG", tf.image.decode_jpeg), ("PNG", tf.image.decode_png)):
        file = io.BytesIO()
        frames[0].save(file, kind)
        data = bytearray(file.getvalue())
        if kind == "JPEG":
            at = data.index(b"\xff\xc0") + 5
            data[at : at + 4] = struct.pack(">HH", 6000, 9000)
        else:
            data[16:24] = struct.pack(">II", 9000, 6000)
            data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
        with pytest.raises(tf.errors.InvalidArgumentError, match=f"Invalid {kind}"):
            session.run(decode(bytes(data)))


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA"])
def test_a_bmp_holds_the_image(session, mode):
    image = noise(len(mode))
    file = io.BytesIO()
    Image.fromarray(image if len(mode) > 1 else image[:, :, 0]).save(file, "BMP")
    assert np.array_equal(session.run(tf.image.decode_bmp(file.getvalue())), image)
    assert np.array_equal(session.run(tf.image.decode_image(file.getvalue())), image)
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not match bits per pixel from file"):
        session.run(tf.image.decode_bmp(file.getvalue(), channels=4 if mode == "L" else 1))


BROKEN = [
    (b"", "got empty file"),
    (b"garbage bytes", "got unknown format starting with 'garbage bytes'"),
    (b"\x89PNG\r\n\x1a\n and no more", "Invalid PNG data, size 20"),
    (b"\xff\xd8\xff and no more", "Invalid JPEG data or crop window, data size 15"),
    (b"GIF89a and no more", "Invalid GIF data, size 18"),
]


@pytest.mark.parametrize(("contents", "words"), BROKEN)
def test_a_file_that_is_none_says_so(session, contents, words):
    for decode in (tf.image.decode_png, tf.image.decode_jpeg, tf.image.decode_gif):
        with pytest.raises(tf.errors.InvalidArgumentError, match=words):
            session.run(decode(contents))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Incomplete bmp content"):
        session.run(tf.image.decode_bmp(contents))


@pytest.mark.slow
def test_arguments_of_decoders_are_checked(session):
    file = session.run(tf.image.encode_jpeg(smooth(3)))
    for arguments, words in [
        ({"channels": 2}, "channels must be 0, 1, 3, or 4, got 2"),
        ({"channels": 4}, "channels must be 0, 1, or 3 for JPEG, got 4"),
        ({"ratio": 3}, "ratio must be 1, 2, 4, or 8, got 3"),
        ({"dct_method": "X"}, "dct_method must be one of"),
    ]:
        with pytest.raises(tf.errors.InvalidArgumentError, match=words):
            session.run(tf.image.decode_jpeg(file, **arguments))
    with pytest.raises(tf.errors.InvalidArgumentError, match="when decoding JPEG images"):
        session.run(tf.image.decode_image(file, channels=4))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unable to decode bytes as JPEG, PNG, GIF, or BMP"):
        session.run(tf.image.decode_image(b"garbage"))
    with pytest.raises(tf.errors.InvalidArgumentError, match="crop window"):
        session.run(tf.image.decode_and_crop_jpeg(file, [10, 10, 50, 50]))
    with pytest.raises(ValueError, match="Shape must be rank 0 but is rank 1"):
        tf.image.decode_jpeg([file])
    with pytest.raises(ValueError, match="Shape must be rank 3 but is rank 2"):
        tf.image.encode_png(np.zeros([3, 3], np.uint8))


def test_poor_quality_loses_detail(session):
    image = noise(3).repeat(4, 0).repeat(4, 1) / np.float32(255)
    error = [session.run(tf.image.adjust_jpeg_quality(image, quality)) - image for quality in (5, 95)]
    assert np.abs(error[0]).mean() > 3 * np.abs(error[1]).mean()
    assert session.run(tf.image.random_jpeg_quality(image, 50, 60, seed=1)).shape == image.shape
    with pytest.raises(ValueError, match="must be less than"):
        tf.image.random_jpeg_quality(image, 60, 50)


def test_images_of_another_form_are_refused(session):
    with pytest.raises(ValueError, match="'image' must be at least three-dimensional"):
        tf.image.flip_left_right(tf.zeros([2, 2]))
    with pytest.raises(ValueError, match="must have either 3 or 4 dimensions"):
        tf.image.flip_left_right(tf.zeros([1, 1, 1, 1, 1]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="input must have 3 channels but instead has 4 channels"):
        session.run(tf.image.adjust_hue(tf.zeros([2, 2, 4]), 0.25))
    with pytest.raises(ValueError, match="Last dimension of a grayscale image should be size 1"):
        tf.image.grayscale_to_rgb(tf.zeros([2, 2, 4]))


def test_images_go_through_map_fn(session):
    images = np.random.RandomState(5).rand(2, 9, 8, 3).astype(np.float32)
    fitted = tf.map_fn(lambda image: tf.image.resize_image_with_crop_or_pad(image, 4, 10), images)
    assert fitted.shape == (2, 4, 10, 3)
    assert np.array_equal(session.run(fitted)[:, :, 1:9], images[:, 2:6])


BOXES = np.array([[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0.5, 1], [5, 5, 6, 6]], np.float32)
SCORES = np.array([4, 3, 2, 1], np.float32)


def test_a_box_goes_when_it_overlaps_a_better_one_as_much_as_the_threshold(session):
    selected = [tf.image.non_max_suppression(BOXES, SCORES, 4, threshold) for threshold in (0.0, 0.3, 0.5, 1.0)]
    overlaps = np.array([[1, 0.5], [0.5, 1]], np.float32)
    selected.append(tf.image.non_max_suppression_overlaps(overlaps, SCORES[:2], 4, 0.5))
    combined = tf.image.combined_non_max_suppression(BOXES[None, :, None], SCORES[None, :, None], 4, 4, 0.5)[3]
    selected, combined = session.run([selected, combined])
    assert [one.tolist() for one in selected] == [[0], [0, 3], [0, 3], [0, 2, 3], [0]]
    assert combined.tolist() == [3]  # only when it overlaps more


def test_a_score_sinks_with_what_a_better_box_overlaps_below_the_threshold(session):
    soft = tf.image.non_max_suppression_with_scores(BOXES, SCORES, 4, 1.0, soft_nms_sigma=0.5)
    places, scores = session.run(soft)
    assert places.tolist() == [0, 2, 3]
    np.testing.assert_allclose(scores, [4, 1.5576016, 1], rtol=1e-6)


def test_boxes_of_one_score_come_in_the_order_of_tensorflows_heap(session):
    apart = np.array([[2 * i, 0, 2 * i + 1, 1] for i in range(7)], np.float32)
    selected = [tf.image.non_max_suppression(apart[:n], np.ones(n, np.float32), n, 0.5) for n in (4, 7)]
    assert [one.tolist() for one in session.run(selected)] == [[0, 2, 3, 1], [0, 2, 5, 6, 4, 1, 3]]


def test_a_box_without_an_area_is_chosen_again_and_again(session):
    boxes = [[0, 0, 1, 1], [2, 2, 2, 3], [4.0, 4, 5, 5]]
    selected = tf.image.non_max_suppression(boxes, [3.0, 2, 1], 4, 0.5)
    endless = tf.image.non_max_suppression(boxes, [3.0, 2, 1], -1, 0.5)
    assert session.run(selected).tolist() == [0, 1, 1, 1]
    with pytest.raises(tf.errors.InvalidArgumentError, match="box 1 is chosen again without end"):
        session.run(endless)


def test_a_negative_number_of_boxes_is_all_of_them(session):
    assert session.run(tf.image.non_max_suppression(BOXES, SCORES, -7, 0.5)).tolist() == [0, 3]
    with pytest.raises(ValueError, match="given by scalar input 2, must be non-negative but is -7"):
        tf.image.non_max_suppression_padded(BOXES, SCORES, -7, 0.5, pad_to_max_output_size=True)
    combined = BOXES[None, :, None], SCORES[None, :, None]
    with pytest.raises(ValueError, match="given by scalar input 3, must be non-negative but is -2"):
        tf.image.combined_non_max_suppression(*combined, 4, -2)
    with pytest.raises(ValueError, match="max_total_size should be > 0"):
        tf.image.combined_non_max_suppression(*combined, 4, 0)
    with pytest.raises(ValueError, match="max_output_size_per_class must be > 0 if pad_per_class"):
        tf.image.combined_non_max_suppression(*combined, 0, 4, pad_per_class=True)


def one_large(row, column, value):
    image = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)
    image[0, row, column] = value
    return image


def test_a_pixel_that_is_infinite_or_nan_stays_where_it_counts(session):
    image = one_large(1, 2, np.inf)
    found = session.run(
        {
            "area": tf.image.resize_area(image, [2, 2]),
            "bilinear": tf.image.resize_bilinear(image, [4, 5]),
            "same": tf.image.resize_bilinear(image, [4, 4]),
            "crops": tf.image.crop_and_resize(image, [[0.1, 0.2, 0.9, 0.8]], [0], [3, 4]),
        }
    )
    assert np.squeeze(found["area"]).tolist() == [[2.5, np.inf], [10.5, 12.5]]
    np.testing.assert_allclose(found["bilinear"][0, 1, :, 0], [4, 4.8, np.nan, np.nan, 7], rtol=1e-6)
    assert np.isfinite(found["bilinear"][0, [0, 2, 3]]).all()
    assert found["same"][0, 1, 2] == np.inf
    np.testing.assert_allclose(found["crops"][0, 0, :, 0], [1.8, np.inf, np.inf, np.nan], rtol=1e-6)


@pytest.mark.parametrize(
    ("resize", "wrong"), [("resize_bilinear", [[2, 4]]), ("resize_bicubic", [[1, 3], [1, 4], [1, 5], [1, 6]])]
)
def test_gradients_of_resized_images_reach_only_the_pixels_they_came_from(session, resize, wrong):
    x = tf.zeros([1, 8, 8, 1])
    back = tf.gradients(getattr(tf.image, resize)(x, [4, 4]), x, grad_ys=tf.constant(one_large(1, 2, np.inf)))[0]
    back = session.run(back)[0, :, :, 0]
    assert np.argwhere(np.isnan(back)).tolist()[: len(wrong)] == wrong
    assert back[6].tolist() == [12, 0, 13, 0, 14, 0, 15, 0]
