"""Sparse matrices of torch: compressed rows with indices of 32 bits times a dense vector or matrix, which is cuSPARSE's on a device."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from device import Device
from work import Tensors, Work, allocating


def eager(params: dict[str, Any], inputs: Tensors, device: Device) -> Work:
    rows, vectors = params["rows"], params["vectors"]
    columns = inputs["x"].numel() // vectors
    shape = [rows] if vectors == 1 else [rows, vectors]

    # The tensor holds the very arrays that it is made of: what is written into them is of the next product.
    def bind(given: Tensors) -> Callable[[], Tensor]:
        entries = (given["offsets"], given["cols"], given["vals"])
        matrix = torch.sparse_csr_tensor(*entries, size=(rows, columns), check_invariants=False)
        x = given["x"] if vectors == 1 else given["x"].view(columns, vectors)
        return lambda: matrix @ x

    return allocating(bind, "y", torch.empty(shape, dtype=torch.float32, device=device.place))
