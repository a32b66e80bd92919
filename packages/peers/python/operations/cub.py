"""CUB itself: reductions, places of extremes, segments and prefix sums as its device-wide algorithms have them."""

import ctypes
from typing import Any

import torch
from torch import Tensor

from device import Device
from operations.compiled import library
from work import Launch, Tensors, Work

Place = ctypes.c_void_p

FOLDS = {"sum": "sum", "min": "least", "max": "greatest"}
PLACES = {"argmin": "place_of_least", "argmax": "place_of_greatest"}
SEGMENTED = {"sum": "sums", "min": "minima", "max": "maxima"}


class Call:
    """One function of the library on `count` elements or segments, with the scratch memory that it asks for."""

    def __init__(self, algorithm: str, function: str, dtype: str, count: int) -> None:
        self.function = getattr(library(algorithm, dtype), function)
        self.name, self.count = function, ctypes.c_int64(count)
        self.bytes = ctypes.c_size_t(0)
        self.scratch: Tensor | None = None

    def bind(self, given: Tensors, result: Tensor) -> Launch:
        # Held by the launch: an address keeps no memory alive.
        tensors = (given["values"], given.get("offsets"), result)
        stream = Place(torch.cuda.current_stream().cuda_stream)
        if self.scratch is None:
            self._call(None, tensors, stream)
            self.scratch = torch.empty(max(1, self.bytes.value), dtype=torch.uint8, device=result.device)
        return lambda: self._call(self.scratch, tensors, stream)

    def _call(self, scratch: Tensor | None, tensors: tuple[Tensor | None, ...], stream: Place) -> None:
        places = [pointer(tensor) for tensor in tensors]
        code = self.function(pointer(scratch), ctypes.byref(self.bytes), *places, self.count, stream)
        if code != 0:
            raise RuntimeError(f"CUB {self.name}: CUDA error {code}")


def pointer(tensor: Tensor | None) -> Place:
    return Place(tensor.data_ptr() if tensor is not None else None)


def reduction(params: dict[str, Any], inputs: Tensors, device: Device) -> Work:
    op, dtype = params["op"], params["dtype"]
    if op in PLACES:
        return place(params, device)
    is_segmented = "segments" in params
    count = params["segments"] if is_segmented else params["n"]
    functions = SEGMENTED if is_segmented else FOLDS
    call = Call("SEGMENTS" if is_segmented else "REDUCE", functions[op], dtype, count)
    out = torch.empty(count if is_segmented else 1, dtype=inputs["values"].dtype, device=device.place)
    return Work(lambda given: call.bind(given, out), {"result": out})


def place(params: dict[str, Any], device: Device) -> Work:
    call = Call("PLACE", PLACES[params["op"]], params["dtype"], params["n"])
    # The index, and the element itself behind it.
    both = torch.empty(2, dtype=torch.int64, device=device.place)
    return Work(lambda given: call.bind(given, both), {"result": both[:1]})


def scan(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    call = Call("SCAN", params["mode"], params["dtype"], params["n"])
    out = torch.empty_like(inputs["values"])
    return Work(lambda given: call.bind(given, out), {"result": out})
