"""Softmax and normalisations as Triton programs: a program reads a long row, or several short ones, once and keeps them in registers."""

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor

from device import Device
from work import Launch, Tensors, Work

# Elements that a program keeps at least, of as many rows as that takes, and that a warp of it keeps: 32 a lane.
ELEMENTS_PER_PROGRAM = 2048
ELEMENTS_PER_WARP = 1024
MOST_WARPS = 32


# How many rows there are changes nothing in a program: one is compiled for all.
@triton.jit(do_not_specialize=["rows"])
def softmax_rows(x, keep, y, rows, columns, scale, MASKED: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.arange(0, BLOCK)[None, :]
    inside = (row < rows) & (column < columns)
    logits = tl.load(x + row * columns + column, mask=inside, other=float("-inf"))
    if MASKED:
        counts = tl.load(keep + column, mask=column < columns, other=0) != 0
        logits = tl.where(counts, logits * scale, float("-inf"))
    terms = tl.exp(logits - tl.max(logits, axis=1)[:, None])
    tl.store(y + row * columns + column, terms / tl.sum(terms, axis=1)[:, None], mask=inside)


@triton.jit(do_not_specialize=["rows"])
def norm_rows(
    x, gamma, beta, y, rows, columns, epsilon, CENTRED: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.arange(0, BLOCK)[None, :]
    inside = (row < rows) & (column < columns)
    values = tl.load(x + row * columns + column, mask=inside, other=0.0)
    if CENTRED:
        mean = tl.sum(values, axis=1)[:, None] / columns
        values = tl.where(column < columns, values - mean, 0.0)
    variance = tl.sum(values * values, axis=1)[:, None] / columns
    scaled = values * (1 / tl.sqrt_rn(variance + epsilon)) * tl.load(gamma + column, mask=column < columns, other=0.0)
    if CENTRED:
        scaled += tl.load(beta + column, mask=column < columns, other=0.0)
    tl.store(y + row * columns + column, scaled, mask=inside)


def shape_of(columns: int) -> dict[str, int]:
    """A power of two that holds a row, the rows of a program, and the warps that share them."""
    block = triton.next_power_of_2(columns)
    rows = max(1, ELEMENTS_PER_PROGRAM // block)
    return {"ROWS": rows, "BLOCK": block, "num_warps": min(MOST_WARPS, max(1, rows * block // ELEMENTS_PER_WARP))}


def triton_softmax(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    rows, columns = params["rows"], params["columns"]
    is_masked = params["mask"] != "none"
    y = torch.empty_like(inputs["x"])
    shape = shape_of(columns)
    grid = (triton.cdiv(rows, shape["ROWS"]),)

    def bind(given: Tensors) -> Launch:
        x = given["x"]
        keep: Tensor = given["keep"] if is_masked else x
        rest = (y, rows, columns, params["scale"])
        return lambda: softmax_rows[grid](x, keep, *rest, MASKED=is_masked, **shape)

    return Work(bind, {"y": y})


def triton_norm(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    rows, columns = params["rows"], params["columns"]
    is_centred = params["op"] == "layernorm"
    y = torch.empty_like(inputs["x"])
    shape = shape_of(columns)
    grid = (triton.cdiv(rows, shape["ROWS"]),)

    def bind(given: Tensors) -> Launch:
        gamma = given["gamma"]
        beta: Tensor = given["beta"] if is_centred else gamma
        rest = (y, rows, columns, params["epsilon"])
        return lambda: norm_rows[grid](given["x"], gamma, beta, *rest, CENTRED=is_centred, **shape)

    return Work(bind, {"y": y})
