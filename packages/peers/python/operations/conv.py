"""Convolutions of cuDNN through torch, and torch's own poolings, of square images in NCHW."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from device import Device
from work import Tensors, Work, allocating


def eager(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    # The fastest algorithm of those that take the shape, found at its first use, before anything is timed.
    torch.backends.cudnn.benchmark = True
    images, channels, size, kernel = params["n"], params["channels"], params["size"], params["kernel"]
    op, dilation = params["op"], params["dilation"]
    filters = channels if params["filters"] == "channels" else params["filters"]
    stride = params["stride"]
    if stride == "usual":
        stride = 1 if op == "conv" else kernel
    padding = dilation * (kernel - 1) // 2 if params["padding"] == "same" else params["padding"]
    out = (size + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1

    def bind(given: Tensors) -> Callable[[], Tensor]:
        x = given["x"].view(images, channels, size, size)
        if op == "max":
            return lambda: functional.max_pool2d(x, kernel, stride, padding)
        if op == "average":
            return lambda: functional.avg_pool2d(x, kernel, stride, padding)
        w = given["w"].view(filters, channels, kernel, kernel)
        return lambda: functional.conv2d(x, w, None, stride, padding, dilation)

    return allocating(bind, "y", torch.empty(images, filters, out, out, device=inputs["x"].device))
