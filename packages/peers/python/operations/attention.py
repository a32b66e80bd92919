"""Attention by the back ends of torch's scaled_dot_product_attention, each named: none is chosen for a row behind its back."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from device import Device
from work import Tensors, Work, allocating


def flash(params: dict[str, Any], inputs: Tensors, device: Device) -> Work:
    """FlashAttention-2, as torch carries it."""
    return attend(params, inputs, (SDPBackend.FLASH_ATTENTION, device))


def cudnn(params: dict[str, Any], inputs: Tensors, device: Device) -> Work:
    """The fused attention of cuDNN."""
    return attend(params, inputs, (SDPBackend.CUDNN_ATTENTION, device))


def efficient(params: dict[str, Any], inputs: Tensors, device: Device) -> Work:
    """The memory-efficient attention that torch took over from xFormers."""
    return attend(params, inputs, (SDPBackend.EFFICIENT_ATTENTION, device))


def attend(params: dict[str, Any], inputs: Tensors, how: tuple[SDPBackend, Device]) -> Work:
    backend, device = how
    b, h, d = params["b"], params["h"], params["d"]
    queries = (b, h, params["q"], d)
    keys = (b, h // params["g"], params["k"], d)
    is_causal = params["mask"] == "causal"

    def bind(given: Tensors) -> Callable[[], Tensor]:
        q, k, v = given["queries"].view(queries), given["keys"].view(keys), given["values"].view(keys)

        def compute() -> Tensor:
            # The processor has none of them.
            with sdpa_kernel(backend) if device.place.type == "cuda" else nullcontext():
                return functional.scaled_dot_product_attention(
                    q, k, v, is_causal=is_causal, enable_gqa=params["g"] > 1
                )

        return compute

    return allocating(bind, "outputs", torch.empty_like(inputs["queries"]).view(queries))
