"""Products as a Triton program: tiles of C in registers, the epilogue on them before they are stored."""

from typing import Any

import triton
import triton.language as tl

from device import Device
from operations.gemm import operands, result
from work import Launch, Tensors, Work

# Rows of tiles that are walked together, so that neighbours find each other's operands in the cache.
BAND = 8
# √(2/π) and the cubic coefficient of the tanh form of GELU, by Hendrycks and Gimpel.
GELU_SCALE = tl.constexpr(0.7978845608028654)
GELU_CUBE = tl.constexpr(0.044715)


@triton.jit
def product_tile(
    a, b, bias, c, m, n, k,
    a_row, a_column, b_row, b_column, a_matrix, b_matrix,
    BIAS: tl.constexpr, BEND: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, BAND: tl.constexpr,
):  # fmt: skip
    tiles_m, tiles_n = tl.cdiv(m, BLOCK_M), tl.cdiv(n, BLOCK_N)
    tile = tl.program_id(0)
    band = tile // (BAND * tiles_n)
    height = min(tiles_m - band * BAND, BAND)
    within = tile % (BAND * tiles_n)
    row = (band * BAND + within % height) * BLOCK_M + tl.arange(0, BLOCK_M)
    column = (within // height) * BLOCK_N + tl.arange(0, BLOCK_N)
    depth = tl.arange(0, BLOCK_K)
    matrix = tl.program_id(1).to(tl.int64)
    # Rows and columns behind the last wrap: what is loaded there is stored nowhere.
    a_at = a + matrix * a_matrix + (row % m)[:, None] * a_row + depth[None, :] * a_column
    b_at = b + matrix * b_matrix + depth[:, None] * b_row + (column % n)[None, :] * b_column
    sums = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for step in range(0, tl.cdiv(k, BLOCK_K)):
        left = k - step * BLOCK_K
        a_tile = tl.load(a_at, mask=depth[None, :] < left, other=0.0)
        b_tile = tl.load(b_at, mask=depth[:, None] < left, other=0.0)
        sums = tl.dot(a_tile, b_tile, sums, input_precision="ieee")
        a_at += BLOCK_K * a_column
        b_at += BLOCK_K * b_row
    inside = (row < m)[:, None] & (column < n)[None, :]
    if BIAS:
        sums += tl.load(bias + column, mask=column < n, other=0.0).to(tl.float32)[None, :]
    if BEND == "relu":
        sums = tl.maximum(sums, 0.0)
    if BEND == "gelu":
        inner = 2 * GELU_SCALE * (sums + GELU_CUBE * sums * sums * sums)
        sums = sums * tl.sigmoid(inner)
    c_at = c + matrix * m * n + row.to(tl.int64)[:, None] * n + column[None, :]
    tl.store(c_at, sums.to(c.dtype.element_ty), mask=inside)


def tiles(params: dict[str, Any]) -> dict[str, int]:
    """Wide tiles where there are enough of them for every multiprocessor; f32 has no matrix unit to feed."""
    is_large = params["m"] * params["n"] * params["batch"] >= 1 << 21
    if params["dtype"] == "f32":
        side = 128 if is_large else 64
        return {"BLOCK_M": side, "BLOCK_N": side, "BLOCK_K": 16, "num_warps": side // 16, "num_stages": 3}
    if is_large:
        return {"BLOCK_M": 128, "BLOCK_N": 256, "BLOCK_K": 64, "num_warps": 8, "num_stages": 3}
    return {"BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 64, "num_warps": 4, "num_stages": 4}


def triton_product(params: dict[str, Any], _inputs: Tensors, device: Device) -> Work:
    m, n, k, batch, epilogue = (params[key] for key in ("m", "n", "k", "batch", "epilogue"))
    c = result(params, device)
    blocks = tiles(params)
    grid = (triton.cdiv(m, blocks["BLOCK_M"]) * triton.cdiv(n, blocks["BLOCK_N"]), batch)

    def bind(inputs: Tensors) -> Launch:
        a, b = operands(params, inputs)
        strides = (*a.stride()[-2:], *b.stride()[-2:], m * k, k * n)
        how = {"BIAS": epilogue.startswith("bias"), "BEND": epilogue.removeprefix("bias-"), "BAND": BAND, **blocks}
        return lambda: product_tile[grid](a, b, inputs.get("bias", c), c, m, n, k, *strides, **how)

    return Work(bind, {"c": c})
