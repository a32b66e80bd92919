"""Ties the life of this process to that of the one that started it, which may be ended without a word."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with(parent: int) -> None:
    """Ends this process as soon as its parent does; where there is no such call, the end of standard input has to do."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # It may have ended before that.
    if os.getppid() != parent:
        sys.exit(f"process {parent} is gone, or not the parent: a wrapper that starts Python has to exec Python")
