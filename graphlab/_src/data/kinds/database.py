"""Datasets of what a query of an SQLite database returns."""

import sqlite3
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, UnknownError
from graphlab._src.data.kinds.sources import Source
from graphlab._src.data.runtime import End, boxed, dataset

_COLUMNS = (
    dtypes.string,
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    dtypes.uint8,
    dtypes.uint16,
    dtypes.bool,
    dtypes.float64,
)
_INPUTS = "driver_name: string, data_source_name: string, query: string"


def _sql(op_type):
    @dataset(op_type, _INPUTS)
    class Sql(Source):
        """The rows that a query of an SQLite database returns."""

        @staticmethod
        def check(stored):
            driver = stored.text("driver_name").decode()
            if driver != "sqlite":
                message = (
                    f"The database type, {driver}, is not supported by SqlDataset. The set of supported databases is: "
                )
                raise InvalidArgumentError(None, None, message + "{'sqlite'}.")
            if any(kind not in _COLUMNS for kind in stored.op.attrs["output_types"]):
                message = "Each element of `output_types_` must be one of: DT_STRING, DT_INT8, DT_INT16, DT_INT32, "
                raise InvalidArgumentError(None, None, message + "DT_INT64, DT_UINT8, DT_UINT16, DT_BOOL, DT_DOUBLE ")

        def start(self, stored, run):
            self._kinds = stored.op.attrs["output_types"]
            self._query = stored.text("query").decode()
            self._database: Any = None
            self._rows: Any = None
            self._read = 0
            self._ended = False

        def next(self):
            if self._ended:
                raise End
            if self._rows is None:
                self._rows = self._opened()
            row = self._step(self._rows.fetchone)
            if row is None:
                self._ended = True
                self._database.close()
                raise End
            self._read += 1
            return [self._column(value, kind) for value, kind in zip(row, self._kinds, strict=True)]

        def save(self, to):
            to["next_calls"] = self._read

        def restore(self, saved):
            self._rows = self._opened()
            self._read = saved.number("next_calls")
            for _ in range(self._read):
                self._step(self._rows.fetchone)

        def _opened(self):
            name = self.stored.text("data_source_name").decode()
            try:
                # Each run reads in the thread that runs it, one at a time.
                self._database = sqlite3.connect(name, check_same_thread=False, isolation_level=None)
                self._database.text_factory = bytes
            except sqlite3.Error as error:
                raise InvalidArgumentError(None, None, f"Sqlite::Open({name}) failed: {error}") from error
            rows = self._step(lambda: self._database.execute(self._query))
            count = len(rows.description or ())
            if count != len(self._kinds):
                message = f"The number of columns in query ({count}) must match the number of elements in output_types "
                rows.close()  # a connection with an open cursor locks the database on
                self._database.close()
                raise InvalidArgumentError(None, None, f"{message}({len(self._kinds)}).")
            return rows

        def _step(self, work):
            try:
                return work()
            except sqlite3.Error as error:
                message = f"Prepare() failed: [{getattr(error, 'sqlite_errorcode', 1)}] {error}: {self._query}"
                raise UnknownError(None, None, message) from error

        def _column(self, value, kind):
            """A value of a column as the type that was requested, as SQLite converts it; NULL is empty, or zero."""
            if kind is dtypes.string:
                if isinstance(value, (int, float)):
                    value = self._cast(value, "TEXT")
                return boxed(b"" if value is None else value)
            if kind is dtypes.float64:
                return np.float64(value if isinstance(value, (int, float)) else self._cast(value, "REAL") or 0)
            whole = value if isinstance(value, int) else self._cast(value, "INTEGER") or 0
            if kind is dtypes.bool:
                return np.bool_(whole)
            return np.int64(whole).astype(kind.as_numpy_dtype)  # the low bits, as in C

        def _cast(self, value, to):
            return self._database.execute(f"SELECT CAST(? AS {to})", (value,)).fetchone()[0]

    return Sql


Sql = _sql("SqlDataset")
_sql("ExperimentalSqlDataset")
