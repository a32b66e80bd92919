"""Runs other people's kernels on a family's own inputs: one process, one request after another.

Requests come on standard input and replies leave on standard output, arrays lie in shared files, as channel.py has it. Verbs:
`ready`, `prepare`, `run`, `spoil`, `replace`, `outputs`, `free`. A failure is a reply too; the process goes on unless the device is lost with it.
"""

import argparse
import errno
import sys
import traceback
from collections.abc import Callable
from typing import Any

from channel import Array, Channel, Request, opened
from parent import die_with

Reply = tuple[dict[str, Any], list[Array]]
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
    while (header := channel.receive()) is not None:
        question = {"question": header["question"]}
        try:
            if bench is None:
                bench = open_bench(arguments.device)
            fields, written = answer(bench, opened(header))
            channel.send({**question, "ok": True, **fields}, written)
        # Whatever fails is the failure of one id.
        except Exception as error:
            is_fatal = bench is None or not bench.is_alive()
            channel.send({**question, "ok": False, **describe(error), "fatal": is_fatal}, [])


def open_bench(device: str) -> Any:
    """Imports torch, which takes seconds: not before somebody asks."""
    from bench import Bench

    return Bench(device)


def answer(bench: Any, request: Request) -> Reply:
    verbs: dict[str, Callable[..., Reply]] = {
        "ready": bench.ready,
        "prepare": bench.prepare,
        "run": bench.run,
        "spoil": bench.spoil,
        "replace": bench.replace,
        "outputs": bench.outputs,
        "free": bench.free,
    }
    return verbs[request.header["verb"]](request)


def describe(error: Exception) -> dict[str, str]:
    lines = traceback.format_exception(error)
    last = "".join(lines).rstrip().splitlines()[-KEPT_LINES:]
    return {"kind": "out-of-memory" if is_out_of_memory(error) else "crashed", "message": f"{type(error).__name__}: {error}", "trace": "\n".join(last)}


def is_out_of_memory(error: Exception) -> bool:
    """The device's memory has an error of its own, that of shared files a number, the host's only words."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.ENOMEM):
        return True
    return type(error).__name__ in ("OutOfMemoryError", "MemoryError") or "can't allocate memory" in str(error)


if __name__ == "__main__":
    sys.exit(main())
