"""Layer normalisation and RMS norm of torch."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from device import Device
from work import Tensors, Work, allocating


def eager(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    shape = (params["rows"], params["columns"])
    columns = (params["columns"],)

    def bind(given: Tensors) -> Callable[[], Tensor]:
        x, gamma, epsilon = given["x"].view(shape), given["gamma"], params["epsilon"]
        if params["op"] == "layernorm":
            return lambda: functional.layer_norm(x, columns, gamma, given["beta"], epsilon)
        return lambda: functional.rms_norm(x, columns, gamma, epsilon)

    return allocating(bind, "y", torch.empty_like(inputs["x"]).view(shape))
