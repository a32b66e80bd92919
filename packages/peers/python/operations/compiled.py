"""CUB as a shared library for each algorithm and type: compiled by nvcc at their first use, and kept for later processes."""

import ctypes
import hashlib
import os
import subprocess
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import gettempdir

import torch

SOURCE = Path(__file__).with_name("cub.cu")
ELEMENTS = {"f32": "float", "i32": "int", "u32": "unsigned"}


# Those that are compiled at the first use of one of them: a sort takes as long as all others.
TOGETHER = (("REDUCE", "PLACE", "SEGMENTS", "SCAN"), ("SORT",))


@cache
def library(algorithm: str, dtype: str) -> ctypes.CDLL:
    """The functions of one algorithm for one type."""
    together = next(algorithms for algorithms in TOGETHER if algorithm in algorithms)
    return ctypes.CDLL(str(libraries(together)[algorithm, ELEMENTS[dtype]]))


_begun: dict[tuple[str, ...], Future[dict[tuple[str, str], Path]]] = {}
_compilers = ThreadPoolExecutor(len(TOGETHER))


def begin(sorts: bool) -> None:
    """Begins to compile, where nobody waits for it yet."""
    for algorithms in TOGETHER if sorts else TOGETHER[:1]:
        begun(algorithms)


def libraries(algorithms: tuple[str, ...]) -> dict[tuple[str, str], Path]:
    """The files of some algorithms, of all types."""
    return begun(algorithms).result()


def begun(algorithms: tuple[str, ...]) -> Future[dict[tuple[str, str], Path]]:
    """They are compiled once, whoever asks first: by the thread that answers alone."""
    if algorithms not in _begun:
        _begun[algorithms] = _compilers.submit(compiled_together, algorithms)
    return _begun[algorithms]


def compiled_together(algorithms: tuple[str, ...]) -> dict[tuple[str, str], Path]:
    """Side by side: that takes as long as one of them."""
    compiler()
    keys = [(algorithm, element) for algorithm in algorithms for element in ELEMENTS.values()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(keys, pool.map(lambda key: compiled(*key), keys)))


def compiled(algorithm: str, element: str) -> Path:
    """The file of a library, compiled unless an earlier process has done so."""
    major, minor = torch.cuda.get_device_capability()
    options = ["-O3", "-std=c++17", f"-arch=sm_{major}{minor}", "-shared", "-Xcompiler", "-fPIC"]
    options += [f"-DELEMENT={element}", f"-D{algorithm}"]
    key = hashlib.sha256(SOURCE.read_bytes() + compiler() + " ".join(options).encode()).hexdigest()[:16]
    target = folder() / f"cub-{key}.so"
    if not target.exists():
        # Whole or not at all: another process may look for it at this moment.
        part = target.with_suffix(f".{os.getpid()}")
        # Nobody who is timed waits for a compiler.
        command = ["nice", "nvcc", *options, "-o", str(part), str(SOURCE)]
        made = subprocess.run(command, capture_output=True, text=True)
        if made.returncode != 0:
            raise RuntimeError(f"nvcc: {made.stderr.strip()[-2000:]}")
        part.replace(target)
    return target


@cache
def compiler() -> bytes:
    """What nvcc says of its version."""
    return subprocess.run(["nvcc", "--version"], capture_output=True, check=True).stdout


def folder() -> Path:
    """Where libraries are kept, readable by nobody else: what is loaded from there runs."""
    place = Path(gettempdir()) / f"kernel-ladder-{os.getuid()}"
    place.mkdir(mode=0o700, exist_ok=True)
    if place.stat().st_uid != os.getuid():
        raise RuntimeError(f"{place} belongs to somebody else: remove it")
    return place
