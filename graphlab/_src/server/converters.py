"""The processes that make diagrams of files: the server itself reads no file and imports nothing that could."""

import asyncio
import contextlib
import json
import sys

_AT_ONCE = 2  # conversions; others wait
_IDLE = 600.0  # seconds after which a process without a file ends
_LONGEST = 1 << 29  # bytes of a line, which is a whole graph
_LAST = (b'{"type": "tables",', b'{"type": "failed",')


class Converters:
    """Lends processes; one that has finished stays for the next file, which then waits for no import."""

    def __init__(self):
        self._free = []
        self._limit = asyncio.Semaphore(_AT_ONCE)

    async def prepare(self):
        """Starts a process for the next file, if none is there."""
        async with self._limit:
            converter = self._free.pop() if self._free else Converter()
            converter.stay()
            try:
                await converter.start()
            finally:
                self._free.append(converter)
                converter.leave(_IDLE, self._free)

    @contextlib.asynccontextmanager
    async def one(self):
        """A Converter for the length of a `with`; one that has not finished by then is ended."""
        async with self._limit:
            converter = self._free.pop() if self._free else Converter()
            converter.stay()
            try:
                yield converter
            finally:
                if converter.is_free:
                    self._free.append(converter)
                    converter.leave(_IDLE, self._free)
                else:
                    converter.end()


class Converter:
    """A process that runs graphlab._src.cli.file_lines."""

    def __init__(self):
        self.is_free = True
        self._process = None
        self._end_of_idleness = None

    async def start(self):
        """Its process, which is started when there is none, or it has died."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *[sys.executable, "-m", "graphlab._src.cli.file_lines"],
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LONGEST,
            )
        return self._process

    async def lines(self, file, name):
        """The lines of JSON about a file, as bytes.

        file: where it is on this machine.  name: what messages call it.
        """
        self.is_free = False
        process = await self.start()
        assert process.stdin and process.stdout
        with contextlib.suppress(ConnectionError):  # one that has died says so below
            process.stdin.write(json.dumps({"file": file, "name": name}).encode() + b"\n")
            await process.stdin.drain()
        while line := await process.stdout.readline():
            self.is_free = line.startswith(_LAST)
            yield line
            if self.is_free:
                return
        status = await process.wait()
        why = f"{name} could not be read: the process that did ended with status {status}. Is there enough memory?"
        yield json.dumps({"type": "failed", "why": why}).encode() + b"\n"

    def stay(self):
        """It is needed."""
        if self._end_of_idleness is not None:
            self._end_of_idleness.cancel()

    def leave(self, idle, free):
        """It ends after `idle` seconds, and is no longer among those that are `free`."""

        def leave():
            free.remove(self)
            self.end()

        self._end_of_idleness = asyncio.get_running_loop().call_later(idle, leave)

    def end(self):
        """Ends the process, at once."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def wait(self):
        """Waits for the end of the process."""
        if self._process is not None:
            await self._process.wait()
