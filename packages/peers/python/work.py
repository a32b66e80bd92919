"""What a row does, once its inputs are on the device."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

Tensors = dict[str, Tensor]
Launch = Callable[[], None]


@dataclass
class Work:
    """`bind` gives a launch on some inputs, which leaves its results in `outputs`, by the family's names, and waits for nobody.

    Views and grids are made by `bind`: a launch takes the host no longer than the library's own call does. A library that
    allocates what it gives back finds the memory of the last result, which the launch has dropped before, so that a spoilt
    output is what it writes over.
    """

    bind: Callable[[Tensors], Launch]
    outputs: Tensors
    # Where it works; the one device when there is none.
    places: tuple[torch.device, ...] = ()
    # Whether a launch waits for the device, as a call of the library does: then the host's pace is in its time.
    waits: bool = False

    def join(self) -> None:
        """Has the first place, whose clock counts, wait for what has been launched on the others."""

    def read(self) -> Tensors:
        return self.outputs

    def replace(self, sets: list[Tensors], given: Tensors) -> None:
        """Overwrites the inputs of all launches that were bound: `sets` are those that `bind` was given."""
        for held in sets:
            for name, tensor in given.items():
                held[name].copy_(tensor)

    def spoil(self, given: Tensors) -> None:
        """Overwrites the results, whatever type the library has them in."""
        for name, tensor in given.items():
            held = self.outputs[name]
            held.copy_(tensor.reshape(held.shape))


def allocating(
    bind: Callable[[Tensors], Callable[[], Tensor]], name: str, first: Tensor, waits: bool = False
) -> Work:
    """Work of a library that allocates its one result; `first` is memory of that shape and type."""

    def bound(inputs: Tensors) -> Callable[[], Tensors]:
        compute = bind(inputs)
        return lambda: {name: compute()}

    return allocating_all(bound, {name: first}, waits)


def allocating_all(
    bind: Callable[[Tensors], Callable[[], Tensors]], first: Tensors, waits: bool = False
) -> Work:
    """The same of several results, by name."""
    outputs = dict(first)

    def bound(inputs: Tensors) -> Launch:
        compute = bind(inputs)

        def launch() -> None:
            outputs.clear()
            outputs.update(compute())

        return launch

    return Work(bound, outputs, waits=waits)
