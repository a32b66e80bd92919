"""Maps of vectors as a Triton program: a block of elements a program, each read and written once."""

from typing import Any

import torch
import triton
import triton.language as tl

from device import Device
from work import Launch, Tensors, Work

# Eight elements a thread of four warps, so that loads and stores are of 16 bytes.
BLOCK = 1024


# How many elements there are changes nothing in a program: one is compiled for all. A NaN fails every comparison, and is kept.
@triton.jit(do_not_specialize=["n"])
def map_block(a, b, result, n, factor, low, high, OP: tl.constexpr, BLOCK: tl.constexpr):
    place = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = place < n
    value = tl.load(a + place, mask=inside)
    if OP == "add":
        value += tl.load(b + place, mask=inside)
    if OP == "saxpy":
        value = factor * value + tl.load(b + place, mask=inside)
    if OP == "scale":
        value *= factor
    if OP == "relu":
        value = tl.where(value < 0.0, 0.0, value)
    if OP == "clamp":
        value = tl.where(value < low, low, tl.where(value > high, high, value))
    tl.store(result + place, value, mask=inside)


def triton_map(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    n, op = params["n"], params["op"]
    result = torch.empty_like(inputs["a"])
    grid = (triton.cdiv(n, BLOCK),)
    rest = (result, n, params["factor"], params["low"], params["high"])

    def bind(given: Tensors) -> Launch:
        a = given["a"]
        b = given.get("b", a)
        return lambda: map_block[grid](a, b, *rest, OP=op, BLOCK=BLOCK)

    return Work(bind, {"result": result})
