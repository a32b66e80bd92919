"""The verbs: what is prepared stays on the device until it is freed."""

import importlib
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from channel import Array, Request
from device import Device, open_device
from sampling import Sampler
from work import Launch, Tensors, Work

Reply = tuple[dict[str, Any], list[Array]]
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
    "memory/torch": "memory.eager",
    "elementwise/torch": "elementwise.eager",
    "elementwise/triton": "triton_maps.triton_map",
    "conv/torch": "conv.eager",
    "sort/torch": "sort.eager",
    "sort/cub": "sort.cub",
    "sparse/torch": "sparse.eager",
    "atomics/torch": "atomics.eager",
    "atomics/torch-nonzero": "atomics.nonzero",
    "fusion/torch": "fusion.eager",
    "fusion/torch-compile": "fusion.compiled",
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
    inputs: Tensors
    launch: Launch
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

    def ready(self, request: Request) -> Reply:
        """Begins with what rows ask of a compiler for seconds; torch has been imported by then."""
        if any(row.endswith("/cub") for row in request.header["rows"]):
            importlib.import_module("operations.compiled").begin(sorts="sort/cub" in request.header["rows"])
        return {}, []

    def prepare(self, request: Request) -> Reply:
        header = request.header
        inputs = {each.name: self._upload(each) for each in request.arrays}
        work = make_work(header["row"], header["params"], inputs, self.device)
        caches = header.get("caches")
        sampler = Sampler(self.device, work, inputs, caches) if caches else None
        self.prepared[header["id"]] = Prepared(work, inputs, work.bind(inputs), sampler)
        return {}, []

    def run(self, request: Request) -> Reply:
        prepared = self._prepared(request)
        if prepared.sampler:
            return {"ns": prepared.sampler.sample(), "method": prepared.sampler.method()}, []
        prepared.launch()
        self.device.synchronize()
        return {}, []

    def spoil(self, request: Request) -> Reply:
        self._prepared(request).work.spoil({each.name: self._upload(each) for each in request.arrays})
        self.device.synchronize()
        return {}, []

    def replace(self, request: Request) -> Reply:
        """Overwrites the inputs where they are, and their copies: whoever is launched is not told."""
        prepared = self._prepared(request)
        sets = [prepared.inputs, *(prepared.sampler.copies if prepared.sampler else [])]
        prepared.work.replace(sets, {each.name: self._upload(each) for each in request.arrays})
        self.device.synchronize()
        return {}, []

    def outputs(self, request: Request) -> Reply:
        held = self._prepared(request).work.read()
        for each in request.room:
            download(held[each.name], each)
        return {}, request.room

    def free(self, request: Request) -> Reply:
        self.prepared.pop(request.header["id"], None)
        self.device.trim()
        return {}, []

    def _prepared(self, request: Request) -> Prepared:
        return self.prepared[request.header["id"]]

    def _upload(self, each: Array) -> Tensor:
        """A tensor of its own: what is behind the array may be gone after the answer."""
        kind = TYPES[each.type]
        if each.bytes == 0:
            return torch.empty(0, dtype=kind, device=self.device.place)
        if len(each.data) == each.bytes:
            return torch.frombuffer(each.data, dtype=kind).to(self.device.place, copy=True)
        word = torch.frombuffer(each.data, dtype=torch.int32).to(self.device.place)
        return word.repeat(-(-each.bytes // word.element_size())).view(torch.uint8)[: each.bytes].view(kind)


def make_work(row: str, params: dict[str, Any], inputs: dict[str, Tensor], device: Device) -> Work:
    """Imports the module of a row at its first use: Triton, for one, is not everybody's."""
    module, function = ROWS[row].split(".")
    return getattr(importlib.import_module(f"operations.{module}"), function)(params, inputs, device)


def download(tensor: Tensor, room: Array) -> None:
    """Writes the elements, in the family's type, where there is room for them. Raises where they are more or fewer."""
    kind = TYPES[room.type]
    size = tensor.numel() * kind.itemsize
    if size != room.bytes:
        raise ValueError(f'"{room.name}" has {size} bytes as {room.type}, the family has room for {room.bytes}')
    if size:
        torch.frombuffer(room.data, dtype=kind).copy_(tensor.reshape(-1))
