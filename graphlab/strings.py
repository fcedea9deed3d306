"""tf.strings: tensors of text, which are bytes."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.ops.ragged.strings import (
        bytes_split,
        ngrams,
        split,
        unicode_decode,
        unicode_decode_with_offsets,
        unicode_encode,
        unicode_split,
        unicode_split_with_offsets,
    )
    from graphlab._src.ops.string_bytes import string_length as length
    from graphlab._src.ops.string_bytes import string_lower as lower
    from graphlab._src.ops.string_bytes import string_strip as strip
    from graphlab._src.ops.string_bytes import string_upper as upper
    from graphlab._src.ops.string_bytes import substr
    from graphlab._src.ops.string_format import string_format as format  # noqa: A004
    from graphlab._src.ops.string_hash import string_to_hash_bucket as to_hash_bucket
    from graphlab._src.ops.string_hash import string_to_hash_bucket_fast as to_hash_bucket_fast
    from graphlab._src.ops.string_hash import string_to_hash_bucket_strong as to_hash_bucket_strong
    from graphlab._src.ops.string_join import reduce_join, unsorted_segment_join
    from graphlab._src.ops.string_join import string_join as join
    from graphlab._src.ops.string_numbers import as_string
    from graphlab._src.ops.string_numbers import string_to_number as to_number
    from graphlab._src.ops.string_regex import regex_full_match, regex_replace
    from graphlab._src.ops.unicode import unicode_transcode
    from graphlab._src.ops.unicode_scripts import unicode_script
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "as_string",
    "bytes_split",
    "format",
    "join",
    "length",
    "lower",
    "ngrams",
    "reduce_join",
    "regex_full_match",
    "regex_replace",
    "split",
    "strip",
    "substr",
    "to_hash_bucket",
    "to_hash_bucket_fast",
    "to_hash_bucket_strong",
    "to_number",
    "unicode_decode",
    "unicode_decode_with_offsets",
    "unicode_encode",
    "unicode_split",
    "unicode_split_with_offsets",
    "unicode_script",
    "unicode_transcode",
    "unsorted_segment_join",
    "upper",
]
