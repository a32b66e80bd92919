"""Frames on two pipes: a line of JSON, then the bytes of the arrays that it lists, one behind the other."""

import json
import os
import sys
from typing import Any, NamedTuple

# Bytes that one write hands to the pipe at most.
PIECE = 1 << 24


class Array(NamedTuple):
    """An array as a family names it: its type is one of f32, f16, i32, u32, i8 and u8."""

    name: str
    type: str
    data: memoryview


Arrays = list[Array]


class Channel:
    """Standard input and output; what libraries print goes to standard error from then on."""

    def __init__(self) -> None:
        self.source = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
        self.sink = os.dup(1)
        sys.stdout.flush()
        os.dup2(2, 1)

    def receive(self) -> tuple[dict[str, Any], Arrays] | None:
        """The next request; None once the other end is closed."""
        line = self.source.readline()
        if not line:
            return None
        header = json.loads(line)
        return header, [self._read(each) for each in header.pop("arrays", [])]

    def send(self, header: dict[str, Any], arrays: Arrays) -> None:
        listed = [{"name": each.name, "type": each.type, "bytes": each.data.nbytes} for each in arrays]
        self._write(memoryview(json.dumps({**header, "arrays": listed}).encode() + b"\n"))
        for each in arrays:
            self._write(each.data.cast("B") if each.data.nbytes else each.data)

    def _read(self, listed: dict[str, Any]) -> Array:
        data = memoryview(bytearray(listed["bytes"]))
        done = 0
        while done < len(data):
            count = self.source.readinto(data[done:])
            if not count:
                raise EOFError(f'{listed["name"]} ended after {done} of {len(data)} bytes')
            done += count
        return Array(listed["name"], listed["type"], data)

    def _write(self, data: memoryview) -> None:
        done = 0
        while done < data.nbytes:
            done += os.write(self.sink, data[done : done + PIECE])
