"""Says what this Python could run, as one line of JSON, without importing torch, which would take seconds."""

import ctypes
import importlib.util
import json
import re
import runpy
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

# Distributions whose versions say what a row ran, by the names that results give them.
LIBRARIES = {"triton": "triton", "cublas": "nvidia-cublas", "cudnn": "nvidia-cudnn", "nccl": "nvidia-nccl"}


def main() -> None:
    facts = {**torch_facts(), **driver_facts(), **compiler_facts(), **library_facts()}
    json.dump({"python": sys.version.split()[0], **facts}, sys.stdout)


def torch_facts() -> dict[str, Any]:
    """The version of torch and of the CUDA that it was built for; null where there is none."""
    found = importlib.util.find_spec("torch")
    if found is None or found.origin is None:
        return {"torch": None, "cuda": None}
    said = runpy.run_path(str(Path(found.origin).parent / "version.py"))
    return {"torch": str(said["__version__"]), "cuda": said.get("cuda")}


def driver_facts() -> dict[str, Any]:
    """How many devices the driver has, and its version."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return {"devices": 0, "driver": None}
    count = ctypes.c_int(0)
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return {"devices": 0, "driver": driver_version()}
    return {"devices": count.value, "driver": driver_version()}


def compiler_facts() -> dict[str, Any]:
    """The release of nvcc, which compiles what torch does not carry; null where it is not on the path."""
    if shutil.which("nvcc") is None:
        return {"nvcc": None}
    said = subprocess.run(["nvcc", "--version"], capture_output=True, text=True).stdout
    release = re.search(r"release ([\d.]+)", said)
    return {"nvcc": release.group(1) if release else "of unknown release"}


def driver_version() -> str | None:
    file = Path("/proc/driver/nvidia/version")
    words = file.read_text().split() if file.exists() else []
    return next((word for word in words if word.count(".") >= 1 and word[0].isdigit()), None)


def library_facts() -> dict[str, str | None]:
    """Versions by name; a distribution may carry the generation of CUDA in its own, as in nvidia-cudnn-cu13."""
    installed = {each.name.lower(): each.version for each in metadata.distributions() if each.name}
    return {
        name: next((version for own, version in installed.items() if own == start or own.startswith(f"{start}-cu")), None)
        for name, start in LIBRARIES.items()
    }


if __name__ == "__main__":
    main()
