"""Trains the language model that `bench train --reference DIR` has written into a folder, in PyTorch, and writes its result in the
same format: `python3 reference.py DIR --mode eager --out eager.json`, then `bench train compare OURS eager.json`.

The first parameters, the order of the text and every learning rate come from the folder, so that loss curves differ by rounding
alone. Everything is f32, without TF32.
"""

import argparse
import json
import statistics
import time
from datetime import datetime, timezone
from pathlib import Path

import torch
import torch.nn.functional as F

# Steps from one look at the clock to the next: a look waits for the device.
STRETCH = 16


def read(folder: Path) -> dict:
    """The folder as a dictionary: what training.json says, and the arrays beside it."""
    reference = json.loads((folder / "training.json").read_text())
    held_out = folder / "held-out-offsets.i32"
    return {
        **reference,
        "vector": array(folder / "parameters.f32", torch.float32),
        "bytes": array(folder / "text.u8", torch.uint8).long(),
        "held_out": array(folder / "held-out.u8", torch.uint8).long(),
        "offsets": array(folder / "offsets.i32", torch.int32).long(),
        "held_out_offsets": array(held_out, torch.int32).long() if held_out.exists() else None,
    }


def array(file: Path, dtype: torch.dtype) -> torch.Tensor:
    return torch.frombuffer(bytearray(file.read_bytes()), dtype=dtype)


def parameters(reference: dict, place: torch.device) -> dict[str, torch.Tensor]:
    """Each parameter by its name."""
    vector = reference["vector"]
    return {
        each["name"]: vector[each["offset"] : each["offset"] + each["length"]]
        .reshape(each["shape"])
        .clone()
        .to(place)
        .requires_grad_()
        for each in reference["parameters"]
    }


def norm(p: dict[str, torch.Tensor], name: str, x: torch.Tensor) -> torch.Tensor:
    return F.layer_norm(x, x.shape[-1:], p[f"{name}.gain"], p[f"{name}.shift"], 1e-5)


def loss_of(p: dict[str, torch.Tensor], model: dict, tokens: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """The mean of −log softmax at the next bytes, as transformer.ts has it."""
    batch, count = tokens.shape
    heads = model["heads"]
    x = F.embedding(tokens, p["embedding"]) + p["position"][:count]
    for layer in range(model["layers"]):
        name = f"block{layer}"
        normed = norm(p, f"{name}.norm1", x)
        q, k, v = (
            (normed @ p[f"{name}.{which}"]).reshape(batch, count, heads, -1).transpose(1, 2)
            for which in ("query", "key", "value")
        )
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(batch, count, -1)
        x = x + (seen @ p[f"{name}.merge"] + p[f"{name}.merge.bias"])
        hidden = norm(p, f"{name}.norm2", x) @ p[f"{name}.widen"] + p[f"{name}.widen.bias"]
        x = x + (F.gelu(hidden, approximate="tanh") @ p[f"{name}.narrow"] + p[f"{name}.narrow.bias"])
    x = norm(p, "norm", x)
    logits = x @ (p["head"] if model["head"] == "separate" else p["embedding"].T)
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


def optimiser_of(reference: dict, p: dict[str, torch.Tensor], fused: bool) -> torch.optim.Optimizer:
    settings = reference["settings"]["optimiser"]
    decays = {each["name"]: each["decays"] for each in reference["parameters"]}
    groups = [
        {"params": [p[name] for name in p if decays[name]], "weight_decay": settings["weightDecay"]},
        {"params": [p[name] for name in p if not decays[name]], "weight_decay": 0.0},
    ]
    rate = reference["rates"][0]
    if settings["name"] == "sgd":
        return torch.optim.SGD(groups, lr=rate, momentum=settings["beta1"])
    kind = torch.optim.AdamW if settings["name"] == "adamw" else torch.optim.Adam
    betas = (settings["beta1"], settings["beta2"])
    return kind(groups, lr=rate, betas=betas, eps=settings["epsilon"], fused=fused)


def batches(text: torch.Tensor, offsets: torch.Tensor, settings: dict, step: int) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Tokens and targets of each batch of a step."""
    batch, accumulate, context = settings["batch"], settings["accumulate"], settings["model"]["context"]
    each = batch * accumulate
    own = offsets[step * each : (step + 1) * each]
    window = own[:, None] + torch.arange(context + 1, device=text.device)[None, :]
    sequences = text[window].reshape(accumulate, batch, context + 1)
    return [(each[:, :-1].contiguous(), each[:, 1:].contiguous()) for each in sequences]


def train(reference: dict, mode: str, place: torch.device, steps: int) -> dict:
    """Losses of the steps, and ms of stretches of them."""
    settings = reference["settings"]
    model = settings["model"]
    p = parameters(reference, place)
    text, offsets = reference["bytes"].to(place), reference["offsets"].to(place)
    optimiser = optimiser_of(reference, p, place.type == "cuda")
    compute = torch.compile(loss_of) if mode == "compile" else loss_of
    losses: list[torch.Tensor] = []
    stretches: list[float] = []
    first = 0.0
    begun, at = time.perf_counter(), 0
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = reference["rates"][step]
        optimiser.zero_grad(set_to_none=True)
        told = []
        for tokens, targets in batches(text, offsets, settings, step):
            loss = compute(p, model, tokens, targets)
            (loss / settings["accumulate"]).backward()
            told.append(loss.detach())
        if settings["clip"] is not None:
            torch.nn.utils.clip_grad_norm_(p.values(), settings["clip"])
        optimiser.step()
        losses.append(torch.stack(told).mean())
        # The first step has what is done once: it is a stretch of its own.
        if step == 0 or step + 1 - at >= STRETCH or step + 1 == steps:
            synchronize(place)
            now = time.perf_counter()
            if step == 0:
                first = 1000 * (now - begun)
            else:
                stretches.append(1000 * (now - begun) / (step + 1 - at))
            begun, at = now, step + 1
    return {
        "losses": [float(loss) for loss in losses],
        "first": first,
        "stretches": stretches or [first],
        "held_out": held_out_loss(reference, p, place),
    }


def held_out_loss(reference: dict, p: dict[str, torch.Tensor], place: torch.device) -> dict | None:
    offsets = reference["held_out_offsets"]
    if offsets is None:
        return None
    settings = reference["settings"]
    text, offsets = reference["held_out"].to(place), offsets.to(place)
    draws = len(offsets) // (settings["batch"] * settings["accumulate"])
    with torch.no_grad():
        losses = [
            float(loss_of(p, settings["model"], tokens, targets))
            for step in range(draws)
            for tokens, targets in batches(text, offsets, settings, step)
        ]
    return {"loss": statistics.fmean(losses), "sequences": len(offsets)}


def synchronize(place: torch.device) -> None:
    if place.type == "cuda":
        torch.cuda.synchronize(place)


def result_of(reference: dict, mode: str, place: torch.device, started: str, trained: dict) -> dict:
    """The result in the format of training.schema.json."""
    settings = reference["settings"]
    tokens = settings["batch"] * settings["accumulate"] * settings["model"]["context"]
    median = statistics.median(trained["stretches"])
    is_cuda = place.type == "cuda"
    return {
        "schemaVersion": 1,
        "by": {"name": "pytorch", "version": torch.__version__, "mode": mode},
        "startedAt": started,
        "machine": {
            "key": None,
            "name": torch.cuda.get_device_name(place) if is_cuda else "the processor",
            "software": not is_cuda,
        },
        "text": reference["text"],
        "settings": settings,
        "parameters": sum(each["length"] for each in reference["parameters"]),
        "resumedAt": None,
        "losses": trained["losses"],
        "skipped": 0,
        "heldOut": trained["held_out"],
        "stepMs": {"median": median, "least": min(trained["stretches"]), "most": max(trained["stretches"])},
        "tokensPerSecond": 1000 * tokens / median,
        "compileMs": trained["first"] if mode == "compile" else 0,
        "startMs": trained["first"],
        "memory": None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="what `bench train --reference` wrote")
    parser.add_argument("--mode", choices=("eager", "compile"), default="eager")
    parser.add_argument("--steps", type=int, help="fewer than the schedule has")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    torch.set_float32_matmul_precision("highest")
    reference = read(given.folder)
    if reference["settings"]["precision"] != "f32":
        parser.error("the folder is of a training in mixed precision: this one is in f32")
    most = len(reference["rates"])
    steps = min(given.steps or most, most)
    place = torch.device(given.device)
    started = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    trained = train(reference, given.mode, place, steps)
    given.out.write_text(f"{json.dumps(result_of(reference, given.mode, place, started, trained), indent=1)}\n")
    last = trained["losses"][-1]
    print(f"{given.mode}: loss {last:.4f} after {steps} steps, {statistics.median(trained['stretches']):.3f} ms a step")


if __name__ == "__main__":
    main()
