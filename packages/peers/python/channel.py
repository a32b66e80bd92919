"""Lines of JSON on two pipes, and arrays in files that this process shares with the one that started it."""

import json
import mmap
import os
import sys
from typing import Any, NamedTuple


class Array(NamedTuple):
    """An array as a family names it: its type is one of f32, f16, i32, u32, i8 and u8. `data` are its bytes, or the word that fills them."""

    name: str
    type: str
    bytes: int
    data: memoryview


class Request(NamedTuple):
    """What is asked, with which arrays; `room` has memory for those that answer it."""

    header: dict[str, Any]
    arrays: list[Array]
    room: list[Array]


class Channel:
    """Standard input and output; what libraries print goes to standard error from then on."""

    def __init__(self) -> None:
        self.source = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
        self.sink = os.dup(1)
        sys.stdout.flush()
        os.dup2(2, 1)

    def receive(self) -> dict[str, Any] | None:
        """The header of the next request; None once the other end is closed."""
        line = self.source.readline()
        return json.loads(line) if line else None

    def send(self, header: dict[str, Any], written: list[Array]) -> None:
        """An answer that says which arrays have been written."""
        listed = [{"name": each.name, "type": each.type, "bytes": each.bytes} for each in written]
        line = memoryview(json.dumps({**header, "arrays": listed}).encode() + b"\n")
        while line:
            line = line[os.write(self.sink, line) :]


def opened(header: dict[str, Any]) -> Request:
    """A request with what its header says of memory: arrays are this process's own to change, room is shared."""
    arrays = [Array(each["name"], each["type"], each["bytes"], given(each)) for each in header["arrays"]]
    room = [Array(each["name"], each["type"], each["bytes"], reserved(each)) for each in header["room"]]
    return Request(header, arrays, room)


def given(listed: dict[str, Any]) -> memoryview:
    if "word" in listed:
        return memoryview(bytearray(listed["word"]))
    return mapped(listed, mmap.ACCESS_COPY)


def reserved(listed: dict[str, Any]) -> memoryview:
    if listed["bytes"] and hasattr(os, "posix_fallocate"):
        # A file system that is full says so here; written to, a mapping would end the process.
        os.posix_fallocate(listed["file"], listed["offset"], listed["bytes"])
    return mapped(listed, mmap.ACCESS_WRITE)


def mapped(listed: dict[str, Any], access: int) -> memoryview:
    if listed["bytes"] == 0:
        return memoryview(bytearray())
    return memoryview(mmap.mmap(listed["file"], listed["bytes"], access=access, offset=listed["offset"]))
