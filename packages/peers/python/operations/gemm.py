"""Products by cuBLAS through torch, alone and with what follows them."""

from typing import Any

import torch
from torch import Tensor

from device import Device
from work import Launch, Tensors, Work

# Types of C; every other is f32.
OUTPUT_TYPES = {"f16": torch.float16, "i8-i32": torch.int32}


def operands(params: dict[str, Any], inputs: Tensors) -> tuple[Tensor, Tensor]:
    """A[m, k] and B[k, n] as views, with a batch in front where there is more than one; nothing is copied."""
    m, n, k, layout = params["m"], params["n"], params["k"], params["layout"]
    a, b = inputs["a"], inputs["b"]
    if params["dtype"] == "bf16-f32":
        a, b = a.view(torch.bfloat16), b.view(torch.bfloat16)
    return (
        matrix(a, (params["batch"], m, k), layout[0] == "t"),
        matrix(b, (params["batch"], k, n), layout[1] == "t"),
    )


def matrix(words: Tensor, shape: tuple[int, int, int], is_turned: bool) -> Tensor:
    batch, rows, columns = shape
    # The last word of bf16 may hold one number.
    flat = words[: batch * rows * columns]
    stored = flat.view(batch, columns, rows).transpose(1, 2) if is_turned else flat.view(shape)
    return stored[0] if batch == 1 else stored


def result(params: dict[str, Any], device: Device) -> Tensor:
    shape = (params["batch"], params["m"], params["n"])
    c = torch.empty(shape, dtype=OUTPUT_TYPES.get(params["dtype"], torch.float32), device=device.place)
    return c[0] if params["batch"] == 1 else c


def product(params: dict[str, Any], inputs: Tensors, c: Tensor) -> Launch:
    """C = A·B with sums in f32, or of bytes in i32."""
    a, b = operands(params, inputs)
    multiply = torch.mm if a.dim() == 2 else torch.bmm
    if params["dtype"] == "i8-i32":
        # Bytes reach the matrix unit along k alone: other operands are laid out anew, which is part of the time and five times faster.
        return lambda: torch._int_mm(a.contiguous(), b.t().contiguous().t(), out=c)
    if a.dtype == c.dtype:
        return lambda: multiply(a, b, out=c)
    if a.is_cuda:
        return lambda: multiply(a, b, torch.float32, out=c)
    # The processor has no such product.
    return lambda: multiply(a.float(), b.float(), out=c)


def cublas(params: dict[str, Any], _inputs: Tensors, device: Device) -> Work:
    """One call of the library: the product, or the product with a bias, or a bias and ReLU, as an epilogue of cublasLt."""
    c = result(params, device)

    def bind(inputs: Tensors) -> Launch:
        if params["epilogue"] == "none":
            return product(params, inputs, c)
        a, b = operands(params, inputs)
        follow = torch.addmm if params["epilogue"] == "bias" else torch._addmm_activation
        return lambda: follow(inputs["bias"], a, b, out=c)

    return Work(bind, {"c": c})


def eager(params: dict[str, Any], _inputs: Tensors, device: Device) -> Work:
    """The product, then the epilogue in passes of its own, as a model that is not compiled has it."""
    c = result(params, device)

    def bind(inputs: Tensors) -> Launch:
        multiply = product(params, inputs, c)

        def launch() -> None:
            multiply()
            follow(params["epilogue"], inputs, c)

        return launch

    return Work(bind, {"c": c})


def follow(epilogue: str, inputs: Tensors, c: Tensor) -> None:
    if epilogue == "scale-residual":
        c.mul_(0.5).add_(inputs["residual"].view(c.shape))
    if epilogue.startswith("bias"):
        c.add_(inputs["bias"])
    if epilogue.endswith("relu"):
        c.relu_()
