"""Layer normalisation and RMS norm of torch."""

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from device import Device
from work import Tensors, Work, allocating


def eager(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    shape = (params["rows"], params["columns"])
    columns = (params["columns"],)

    def compute(given: Tensors) -> Tensor:
        x = given["x"].view(shape)
        if params["op"] == "layernorm":
            return functional.layer_norm(x, columns, given["gamma"], given["beta"], params["epsilon"])
        return functional.rms_norm(x, columns, given["gamma"], params["epsilon"])

    return allocating(compute, "y", torch.empty_like(inputs["x"]).view(shape))
