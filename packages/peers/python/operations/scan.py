"""Prefix sums of torch: for a vector torch.cumsum is one cub::DeviceScan."""

from typing import Any

import torch

from device import Device
from work import Tensors, Work


def eager(_params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    out = torch.empty_like(inputs["values"])
    return Work(lambda given: lambda: torch.cumsum(given["values"], 0, dtype=out.dtype, out=out), {"result": out})
