"""Maps of torch, element by element: one of its own kernels a call."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from device import Device
from work import Launch, Tensors, Work, allocating

# Those that torch has no place for the result of.
ALLOCATING: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": functional.relu,
    "gelu": functional.gelu,
    "silu": functional.silu,
}
OUTPUT_TYPES = {
    "f32": torch.float32,
    "f16": torch.float16,
    "i32": torch.int32,
    "f32-f16": torch.float16,
    "f16-f32": torch.float32,
}


def eager(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    op = params["op"]
    result = torch.empty_like(inputs["a"], dtype=OUTPUT_TYPES[params["dtype"]])
    if op in ALLOCATING:
        return allocating(lambda given: lambda: ALLOCATING[op](given["a"]), "result", result)

    def bind(given: Tensors) -> Launch:
        a = given["a"]
        if op == "add":
            return lambda: torch.add(a, given["b"], out=result)
        if op == "saxpy":
            return lambda: torch.add(given["b"], a, alpha=params["factor"], out=result)
        if op == "scale":
            return lambda: torch.mul(a, params["factor"], out=result)
        if op == "clamp":
            return lambda: torch.clamp(a, params["low"], params["high"], out=result)
        return lambda: result.copy_(a)

    return Work(bind, {"result": result})
