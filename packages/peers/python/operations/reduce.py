"""Reductions by torch's own kernels: sum, least, greatest and their places, of a vector or along axes."""

from typing import Any

import torch
from torch import Tensor

from device import Device
from work import Launch, Tensors, Work

FOLDS = {"min": torch.amin, "max": torch.amax}
PLACES = {"argmin": torch.argmin, "argmax": torch.argmax}
SUM_TYPES = {"f32": torch.float32, "f16-f32": torch.float32, "i32": torch.int32, "u32": torch.int32}


def eager(params: dict[str, Any], inputs: Tensors, device: Device) -> Work:
    """The result has one element for each place along the axes that are left."""
    shape, axes = problem(params)
    op = params["op"]
    kept = [size for axis, size in enumerate(shape) if axis not in axes]
    out = torch.empty(kept, dtype=result_type(op, params["dtype"], inputs["values"]), device=device.place)

    def bind(given: Tensors) -> Launch:
        values = given["values"].view(shape)
        if not axes:
            return lambda: out.copy_(values)
        if op == "sum":
            return lambda: torch.sum(values, dim=axes, dtype=out.dtype, out=out)
        if op in FOLDS:
            return lambda: FOLDS[op](values, dim=axes, out=out)
        return lambda: PLACES[op](values, dim=axes[0], out=out)

    return Work(bind, {"result": out})


def problem(params: dict[str, Any]) -> tuple[list[int], list[int]]:
    """The shape of the tensor and the axes that go away."""
    if "axes" not in params:
        return [params["n"]], [0]
    shape = [int(size) for size in params["shape"].split("x")]
    return shape, [] if params["axes"] == "none" else [int(axis) for axis in params["axes"].split("+")]


def result_type(op: str, dtype: str, values: Tensor) -> torch.dtype:
    if op in PLACES:
        return torch.int64
    return SUM_TYPES[dtype] if op == "sum" else values.dtype
