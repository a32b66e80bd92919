"""Operations, chains and graphs of the fusion family in torch: a kernel for each call, or what torch.compile makes of the function."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from device import Device
from work import Tensors, Work, allocating, allocating_all

Program = Callable[[Tensors], Tensor]
# The same two bounds, under the names that releases of torch have for them.
RECOMPILE_LIMITS = ("recompile_limit", "accumulated_recompile_limit", "cache_size_limit", "accumulated_cache_size_limit")


def eager(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    return working(params, inputs, program_of(params))


def compiled(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    """Compiled in the first launch, before anything is timed. What it cannot take as one graph is an error, never eager code."""
    # Closures of one function share its code, whose compiled forms are counted: a process has one for each case.
    from torch._dynamo import config

    for limit in RECOMPILE_LIMITS:
        if hasattr(config, limit):
            setattr(config, limit, 4096)
    return working(params, inputs, torch.compile(program_of(params), fullgraph=True, dynamic=False))


def working(params: dict[str, Any], inputs: Tensors, program: Program) -> Work:
    shapes = shapes_of(params)

    def shaped(given: Tensors) -> Tensors:
        return {name: given[name].view(shape) for name, shape in shapes.items()}

    if params.get("pass") == "both":
        return slopes(inputs, program, shaped)

    def bind(given: Tensors) -> Callable[[], Tensor]:
        operands = shaped(given)
        return lambda: program(operands)

    return allocating(bind, "y", torch.empty_like(inputs["x"]))


def slopes(inputs: Tensors, program: Program, shaped: Callable[[Tensors], Tensors]) -> Work:
    """The result, and by autograd the slopes of its product with `dy` along every other input."""

    def bind(given: Tensors) -> Callable[[], Tensors]:
        # Leaves of their own over the same memory.
        leaves = {name: tensor.detach().requires_grad_() for name, tensor in shaped(given).items()}
        order = list(leaves)
        dy = given["dy"].view_as(leaves["x"])

        def compute() -> Tensors:
            with torch.enable_grad():
                y = program(leaves)
                found = torch.autograd.grad(y, [leaves[name] for name in order], dy)
            named = {f"d_{name}": slope for name, slope in zip(order, found, strict=True)}
            return {"y": y.detach(), **named}

        return compute

    others = {f"d_{name}": torch.empty_like(tensor) for name, tensor in inputs.items() if name != "dy"}
    return allocating_all(bind, {"y": torch.empty_like(inputs["x"]), **others})


def shapes_of(params: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    """The inputs of a case; a chain of few links reads no second operand."""
    if "graph" in params:
        return graph_shapes(params)
    n = params["n"]
    if "length" in params:
        return {"x": (n,), "bias": (n,)} if reads_bias(params) else {"x": (n,)}
    x = (params.get("rows", n), n)
    return {
        "matmul-bias-relu": {"x": x, "w": (n, n), "bias": (n,)},
        "bias-gelu": {"x": x, "bias": (n,)},
        "residual-layernorm": {"x": x, "residual": x, "gain": (n,), "shift": (n,)},
        "scale-mask-softmax": {"x": x, "mask": (n,)},
        "layernorm": {"x": x, "gain": (n,), "shift": (n,)},
        "softmax": {"x": x},
        "add": {"x": x, "residual": x},
    }[params["op"]]


def graph_shapes(params: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    is_block = params["graph"] == "transformer-block"
    usual = 256 if params.get("pass") == "both" else 512 if is_block else 1024
    width = params.get("width", usual)
    rows = width + 3 if "width" in params else usual
    dense = {"w1": (width, 4 * width), "b1": (4 * width,), "w2": (4 * width, width), "b2": (width,)}
    if not is_block:
        return {"x": (rows, width), **dense}
    vectors = {name: (width,) for name in ("gain1", "shift1", "gain2", "shift2")}
    squares = {name: (width, width) for name in ("w_q", "w_k", "w_v", "w_o")}
    return {"x": (rows, width), **vectors, **squares, **dense}


def links_of(params: dict[str, Any]) -> list[dict[str, Any]]:
    links = params["links"]
    return [links[at % len(links)] for at in range(params["length"])]


def reads_bias(params: dict[str, Any]) -> bool:
    return any(link.get("by") == "bias" for link in links_of(params))


def program_of(params: dict[str, Any]) -> Program:
    epsilon, heads = params["epsilon"], params["heads"]

    def norm(x: Tensor, gain: Tensor, shift: Tensor) -> Tensor:
        return functional.layer_norm(x, (x.shape[-1],), gain, shift, epsilon)

    if "length" in params:
        links = links_of(params)
        return lambda given: chain(links, given)
    if "graph" in params:
        return mlp if params["graph"] == "mlp" else lambda given: block(given, norm, heads)
    return {
        "matmul-bias-relu": lambda given: functional.relu(torch.addmm(given["bias"], given["x"], given["w"])),
        "bias-gelu": lambda given: gelu(given["x"] + given["bias"]),
        "residual-layernorm": lambda given: norm(given["x"] + given["residual"], given["gain"], given["shift"]),
        "scale-mask-softmax": lambda given: torch.softmax(given["x"] * 0.125 + given["mask"], dim=-1),
        "layernorm": lambda given: norm(given["x"], given["gain"], given["shift"]),
        "softmax": lambda given: torch.softmax(given["x"], dim=-1),
        "add": lambda given: given["x"] + given["residual"],
    }[params["op"]]


def chain(links: list[dict[str, Any]], given: Tensors) -> Tensor:
    y = given["x"]
    for link in links:
        by = link.get("by")
        other = given["bias"] if by == "bias" else by
        y = MAPS[link["op"]](y, other)
    return y


MAPS: dict[str, Callable[[Tensor, Any], Tensor]] = {
    "add": lambda y, other: y + other,
    "sub": lambda y, other: y - other,
    "mul": lambda y, other: y * other,
    "max": lambda y, other: torch.clamp(y, min=other),
    "abs": lambda y, _: torch.abs(y),
    "silu": lambda y, _: functional.silu(y),
}


def gelu(x: Tensor) -> Tensor:
    return functional.gelu(x, approximate="tanh")


def dense_pair(x: Tensor, given: Tensors) -> Tensor:
    hidden = gelu(torch.addmm(given["b1"], x, given["w1"]))
    return torch.addmm(given["b2"], hidden, given["w2"])


def mlp(given: Tensors) -> Tensor:
    return dense_pair(given["x"], given)


def block(given: Tensors, norm: Callable[[Tensor, Tensor, Tensor], Tensor], heads: int) -> Tensor:
    """Norms in front (Xiong et al., 2020): causal attention, then an MLP, each added to what goes past it."""
    x = given["x"]
    rows, width = x.shape
    normed = norm(x, given["gain1"], given["shift1"])

    def project(name: str) -> Tensor:
        return (normed @ given[name]).view(1, rows, heads, width // heads).transpose(1, 2)

    seen = functional.scaled_dot_product_attention(project("w_q"), project("w_k"), project("w_v"), is_causal=True)
    middle = x + seen.transpose(1, 2).reshape(rows, width) @ given["w_o"]
    return middle + dense_pair(norm(middle, given["gain2"], given["shift2"]), given)
