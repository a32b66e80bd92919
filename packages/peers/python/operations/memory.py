"""Copies, sums, triads and transposes of torch. Words come as 32-bit integers, whose sums wrap."""

from typing import Any

import torch

from device import Device
from work import Launch, Tensors, Work


def eager(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    if "rows" in params:
        return transpose(params, inputs)
    return {"copy": copy, "read": read, "triad": triad, "gather": gather}[params["op"]](params, inputs)


def transpose(params: dict[str, Any], inputs: Tensors) -> Work:
    rows, columns = params["rows"], params["columns"]
    y = torch.empty_like(inputs["x"]).view(columns, rows)

    # What contiguous() does, without its allocation.
    def bind(given: Tensors) -> Launch:
        turned = given["x"].view(rows, columns).t()
        return lambda: y.copy_(turned)

    return Work(bind, {"y": y})


def copy(_params: dict[str, Any], inputs: Tensors) -> Work:
    y = torch.empty_like(inputs["x"])
    return Work(lambda given: lambda: y.copy_(given["x"]), {"y": y})


def read(params: dict[str, Any], inputs: Tensors) -> Work:
    block = params["block"]
    sums = torch.empty(inputs["x"].numel() // block, dtype=torch.int32, device=inputs["x"].device)

    def bind(given: Tensors) -> Launch:
        blocks = given["x"].view(-1, block)
        return lambda: torch.sum(blocks, dim=1, dtype=torch.int32, out=sums)

    return Work(bind, {"sums": sums})


def gather(_params: dict[str, Any], inputs: Tensors) -> Work:
    y = torch.empty_like(inputs["x"])

    def bind(given: Tensors) -> Launch:
        x, order = given["x"], given["order"]
        return lambda: torch.index_select(x, 0, order, out=y)

    return Work(bind, {"y": y})


def triad(params: dict[str, Any], inputs: Tensors) -> Work:
    y = torch.empty_like(inputs["a"])

    def bind(given: Tensors) -> Launch:
        a, b = given["a"], given["b"]
        return lambda: torch.add(a, b, alpha=params["scalar"], out=y)

    return Work(bind, {"y": y})

