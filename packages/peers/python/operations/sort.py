"""Sorts of torch and of CUB. Words of u32 come as signed ones, floats as their bits."""

from typing import Any

import torch
from torch import Tensor

from device import Device
from operations.cub import Call
from work import Launch, Tensors, Work

SIGN = -(2**31)


def eager(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    is_unsigned, is_float = params["dtype"] == "u32", params["dtype"] == "f32"
    keys = inputs["keys"]
    turned = torch.empty_like(keys)
    held = torch.empty_like(keys, dtype=torch.float32) if is_float else torch.empty_like(keys)
    places = torch.empty_like(keys, dtype=torch.int64)
    outputs = {"sorted": held.view(torch.int32)}
    if params["of"] == "pairs":
        outputs["carried"] = torch.empty_like(inputs["values"])

    def bind(given: Tensors) -> Launch:
        source = given["keys"].view(torch.float32) if is_float else given["keys"]

        def launch() -> None:
            if is_unsigned:
                torch.bitwise_xor(source, SIGN, out=turned)
            # Keys that are alike keep their order where something else goes with them.
            torch.sort(turned if is_unsigned else source, stable="carried" in outputs, out=(held, places))
            if is_unsigned:
                held.bitwise_xor_(SIGN)
            if "carried" in outputs:
                torch.index_select(given["values"], 0, places, out=outputs["carried"])

        return launch

    return Work(bind, outputs)


def cub(params: dict[str, Any], inputs: Tensors, device: Device) -> Work:
    count, is_pairs = params["n"], params["of"] == "pairs"
    call = Call("SORT", "pairs" if is_pairs else "keys", params["dtype"], count)
    # Values lie behind the keys.
    both = torch.empty((2 if is_pairs else 1) * count, dtype=torch.int32, device=device.place)
    halves: dict[str, Tensor] = {"sorted": both[:count]}
    if is_pairs:
        halves["carried"] = both[count:]

    def bind(given: Tensors) -> Launch:
        named = {"values": given["keys"]}
        return call.bind(named | {"offsets": given["values"]} if is_pairs else named, both)

    return Work(bind, halves)
