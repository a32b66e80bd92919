"""What a row does, once its inputs are on the device."""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

Tensors = dict[str, Tensor]


@dataclass
class Work:
    """`launch` reads inputs and leaves its results in `outputs`, by the family's names, without waiting for the device.

    A library that allocates what it gives back finds the memory of the last result, which `launch` has dropped before, so that
    a spoilt output is what it writes over.
    """

    launch: Callable[[Tensors], None]
    outputs: Tensors

    def read(self) -> Tensors:
        return self.outputs

    def spoil(self, given: Tensors) -> None:
        """Overwrites the results, whatever type the library has them in."""
        for name, tensor in given.items():
            held = self.outputs[name]
            held.copy_(tensor.reshape(held.shape))


def allocating(compute: Callable[[Tensors], Tensor], name: str, first: Tensor) -> Work:
    """Work of a library that allocates its one result; `first` is memory of that shape and type."""
    outputs = {name: first}

    def launch(inputs: Tensors) -> None:
        outputs.clear()
        outputs[name] = compute(inputs)

    return Work(launch, outputs)
