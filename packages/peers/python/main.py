"""Runs other people's kernels on a family's own inputs: one process, one request after another.

Requests come on standard input and replies leave on standard output, as channel.py frames them. Verbs: `prepare`, `run`,
 `spoil`, `outputs`, `free`. A failure is a reply too; the process goes on unless the device is lost with it.
"""

import argparse
import sys
import traceback
from collections.abc import Callable
from typing import Any

from channel import Arrays, Channel
from parent import die_with

Reply = tuple[dict[str, Any], Arrays]
# Lines of a traceback that a reply carries: the deepest frame and the message.
KEPT_LINES = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--parent", type=int, required=True, help="the process whose end is the end of this one")
    arguments = parser.parse_args()
    die_with(arguments.parent)
    channel = Channel()
    bench: Any = None
    while (request := channel.receive()) is not None:
        header, arrays = request
        try:
            if bench is None:
                bench = open_bench(arguments.device)
            fields, given = answer(bench, header, arrays)
            channel.send({"ok": True, **fields}, given)
        # Whatever fails is the failure of one id.
        except Exception as error:
            channel.send({"ok": False, **describe(error), "fatal": bench is None or not bench.is_alive()}, [])


def open_bench(device: str) -> Any:
    """Imports torch, which takes seconds: not before somebody asks."""
    from bench import Bench

    return Bench(device)


def answer(bench: Any, header: dict[str, Any], arrays: Arrays) -> Reply:
    verbs: dict[str, Callable[..., Reply]] = {
        "prepare": bench.prepare,
        "run": bench.run,
        "spoil": bench.spoil,
        "outputs": bench.outputs,
        "free": bench.free,
    }
    return verbs[header["verb"]](header, arrays)


def describe(error: Exception) -> dict[str, str]:
    lines = traceback.format_exception(error)
    last = "".join(lines).rstrip().splitlines()[-KEPT_LINES:]
    return {"kind": "out-of-memory" if is_out_of_memory(error) else "crashed", "message": f"{type(error).__name__}: {error}", "trace": "\n".join(last)}


def is_out_of_memory(error: Exception) -> bool:
    """The device's memory has an error of its own, the host's only words."""
    return type(error).__name__ in ("OutOfMemoryError", "MemoryError") or "can't allocate memory" in str(error)


if __name__ == "__main__":
    sys.exit(main())
