"""What makes items of a record."""

from graphlab._src.contrib.slim.data.providers import DataDecoder

__all__ = ["DataDecoder"]
