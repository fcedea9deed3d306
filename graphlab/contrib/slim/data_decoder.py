"""What turns a record into items."""

from graphlab._src.contrib.slim.data.providers import DataDecoder

__all__ = ["DataDecoder"]
