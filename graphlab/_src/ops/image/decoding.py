"""decode_image: the image in a file of any kind, identified by its first bytes."""

from graphlab._src.base import dtypes
from graphlab._src.graph import get_default_graph, name_scope
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal, not_equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.gather import gather
from graphlab._src.ops.image.conversion import convert_image_dtype
from graphlab._src.ops.image.decode_ops import decode_bmp, decode_gif, decode_jpeg, decode_png
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.string_bytes import substr


def is_jpeg(contents, name=None):
    """True for each string of `contents` that begins as a JPEG file does."""
    with name_scope(name, "is_jpeg"):
        return equal(substr(contents, 0, 3), b"\xff\xd8\xff", name=name)


def _is_png(contents, name=None):
    with name_scope(name, "is_png"):
        return equal(substr(contents, 0, 3), b"\x89PN", name=name)


def decode_image(contents, channels=None, dtype=dtypes.uint8, name=None, expand_animations=True):
    """The image in a JPEG, PNG, GIF or BMP file: [height, width, channels], or [frames, height, width, 3] for a GIF.

    contents: the bytes of the file, a scalar.  channels: 1, 3 or 4; None or 0 for those of the file.
    dtype: uint8; others as convert_image_dtype makes them.  expand_animations: False for the first frame of a GIF.
    """
    with name_scope(name, "decode_image"):
        if channels not in (None, 0, 1, 3, 4):
            raise ValueError("channels must be in (None, 0, 1, 3, 4)")
        dtype = dtypes.as_dtype(dtype)
        wanted = channels or 0
        start = substr(contents, 0, 3)
        after = get_default_graph().control_dependencies

        def allowed(kind, others, name):
            checks = [not_equal(wanted, other, name=name) for other in others]
            listed = [one for one in (0, 1, 3) if one not in others]
            text = f"Channels must be in (None, {', '.join(map(str, listed))}) when decoding {kind} images"
            return assert_(logical_and(*checks) if len(checks) > 1 else checks[0], [text])

        def bmp():
            is_bmp = equal(substr(contents, 0, 2), "BM", name="is_bmp")
            known = assert_(is_bmp, ["Unable to decode bytes as JPEG, PNG, GIF, or BMP"])
            with after([known, allowed("BMP", [1], "check_channels")]):
                return convert_image_dtype(decode_bmp(contents), dtype)

        def gif():
            with after([allowed("GIF", [1, 4], "check_gif_channels")]):
                frames = convert_image_dtype(decode_gif(contents), dtype)
                return frames if expand_animations else gather(frames, 0)

        def gif_or_bmp():
            return cond(equal(start, b"\x47\x49\x46", name="is_gif"), gif, bmp, name="cond_gif")

        def png():
            wide = dtypes.uint8 if dtype == dtypes.uint8 else dtypes.uint16
            return convert_image_dtype(decode_png(contents, wanted, dtype=wide), dtype)

        def png_or_other():
            return cond(_is_png(contents), png, gif_or_bmp, name="cond_png")

        def jpeg():
            with after([allowed("JPEG", [4], "check_jpeg_channels")]):
                return convert_image_dtype(decode_jpeg(contents, wanted), dtype)

        return cond(is_jpeg(contents), jpeg, png_or_other, name="cond_jpeg")
