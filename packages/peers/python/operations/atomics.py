"""Counts and compactions of torch. It learns how many results there are before it makes them, so that each call waits for the device."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from device import Device
from work import Launch, Tensors, Work, allocating


class Listed(Work):
    """A list that a library allocates, and its length; `words` gives the list of what a call has left, untimed."""

    def __init__(self, call: Callable[[Tensor], Tensor], words: Callable[[Tensor, Tensor], Tensor], x: Tensor) -> None:
        self.words = words
        self.x = x
        self.made: Tensor | None = None
        # What was put in the place of the results; none once a call has made others.
        self.spoilt: Tensors = {}

        def bind(given: Tensors) -> Launch:
            def launch() -> None:
                self.made = None
                self.spoilt = {}
                self.x = given["x"]
                self.made = call(self.x)

            return launch

        super().__init__(bind, {}, waits=True)

    def read(self) -> Tensors:
        if self.spoilt:
            return self.spoilt
        y = self.words(self.x, self.made)
        return {"y": y, "count": torch.tensor([y.numel()], dtype=torch.int32)}

    def spoil(self, given: Tensors) -> None:
        self.spoilt = {name: tensor.clone() for name, tensor in given.items()}


def eager(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    if "bins" in params:
        return histogram(params, inputs)
    return Listed(lambda x: torch.masked_select(x, x != 0), lambda _, y: y, inputs["x"])


def histogram(params: dict[str, Any], inputs: Tensors) -> Work:
    bins = params["bins"]
    first = torch.empty(bins, dtype=torch.int64, device=inputs["x"].device)
    return allocating(lambda given: lambda: torch.bincount(given["x"], minlength=bins), "counts", first, waits=True)


def nonzero(_params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    return Listed(torch.nonzero, lambda x, places: x[places.view(-1)], inputs["x"])
