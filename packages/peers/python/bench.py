"""The verbs: what is prepared stays on the device until it is freed."""

import importlib
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from channel import Array, Arrays
from device import Device, open_device
from sampling import Sampler
from work import Launch, Work

# A row of the suite, FAMILY/NAME, by the module under operations/ and the function in it that makes its work.
ROWS = {
    "gemm/cublas": "gemm.cublas",
    "gemm/torch": "gemm.eager",
    "gemm/triton": "triton_gemm.triton_product",
    "reduce/torch": "reduce.eager",
    "reduce/cub": "cub.reduction",
    "scan/torch": "scan.eager",
    "scan/cub": "cub.scan",
    "softmax/torch": "softmax.eager",
    "softmax/triton": "triton_rows.triton_softmax",
    "norm/torch": "norm.eager",
    "norm/triton": "triton_rows.triton_norm",
    "attention/torch-flash": "attention.flash",
    "attention/torch-cudnn": "attention.cudnn",
    "attention/torch-efficient": "attention.efficient",
    "allreduce/nccl": "allreduce.nccl",
}
# Words that carry u32: torch adds and compares few unsigned numbers, and their sums have the same bits.
TYPES = {
    "f32": torch.float32,
    "f16": torch.float16,
    "i32": torch.int32,
    "u32": torch.int32,
    "i8": torch.int8,
    "u8": torch.uint8,
}


@dataclass
class Prepared:
    """Work on its inputs; `sampler` is None where nothing is timed."""

    work: Work
    launch: Launch
    outputs: list[dict[str, str]]
    sampler: Sampler | None


class Bench:
    """One device, and what is prepared on it by the number that the other side gave it."""

    def __init__(self, kind: str) -> None:
        self.device: Device = open_device(kind)
        self.prepared: dict[int, Prepared] = {}

    def is_alive(self) -> bool:
        """Whether the device still answers: a kernel that reads where it may not takes the whole context with it."""
        try:
            self.device.synchronize()
        except RuntimeError:
            return False
        return True

    def prepare(self, header: dict[str, Any], arrays: Arrays) -> tuple[dict[str, Any], Arrays]:
        inputs = {each.name: self._upload(each) for each in arrays}
        work = make_work(header["row"], header["params"], inputs, self.device)
        caches = header.get("caches")
        sampler = Sampler(self.device, work, inputs, caches) if caches else None
        self.prepared[header["id"]] = Prepared(work, work.bind(inputs), header["outputs"], sampler)
        return {}, []

    def run(self, header: dict[str, Any], _arrays: Arrays) -> tuple[dict[str, Any], Arrays]:
        prepared = self.prepared[header["id"]]
        if prepared.sampler:
            return {"ns": prepared.sampler.sample(), "method": prepared.sampler.method()}, []
        prepared.launch()
        self.device.synchronize()
        return {}, []

    def spoil(self, header: dict[str, Any], arrays: Arrays) -> tuple[dict[str, Any], Arrays]:
        work = self.prepared[header["id"]].work
        work.spoil({each.name: self._upload(each) for each in arrays})
        self.device.synchronize()
        return {}, []

    def outputs(self, header: dict[str, Any], _arrays: Arrays) -> tuple[dict[str, Any], Arrays]:
        prepared = self.prepared[header["id"]]
        held = prepared.work.read()
        return {}, [download(held[listed["name"]], **listed) for listed in prepared.outputs]

    def free(self, header: dict[str, Any], _arrays: Arrays) -> tuple[dict[str, Any], Arrays]:
        self.prepared.pop(header["id"], None)
        self.device.trim()
        return {}, []

    def _upload(self, each: Array) -> Tensor:
        kind = TYPES[each.type]
        if each.data.nbytes == 0:
            return torch.empty(0, dtype=kind, device=self.device.place)
        return torch.frombuffer(each.data, dtype=kind).to(self.device.place)


def make_work(row: str, params: dict[str, Any], inputs: dict[str, Tensor], device: Device) -> Work:
    """Imports the module of a row at its first use: Triton, for one, is not everybody's."""
    module, function = ROWS[row].split(".")
    return getattr(importlib.import_module(f"operations.{module}"), function)(params, inputs, device)


def download(tensor: Tensor, name: str, type: str) -> Array:
    """The elements in the family's type, as bytes of the host's memory, without numpy."""
    import ctypes

    host = tensor.to(TYPES[type]).reshape(-1).contiguous().cpu()
    count = host.numel() * host.element_size()
    window = (ctypes.c_char * count).from_address(host.data_ptr()) if count else bytes()
    # A view does not keep the tensor alive: the copy does.
    return Array(name, type, memoryview(bytearray(window)))
