"""NCCL on as many devices as there are ranks, all of them in this process; times are those of the slowest device."""

from typing import Any

import torch
from torch import Tensor
from torch.cuda import nccl as library

from device import Device
from work import Launch, Tensors, Work

# The numbers of ncclSum, ncclMax and ncclAvg.
OPERATIONS = {"sum": 0, "max": 2, "mean": 4}


class Ranks(Work):
    """Work whose vectors lie on several devices: rank r has device r."""

    def __init__(self, params: dict[str, Any], inputs: Tensors) -> None:
        self.ranks, self.n = params["ranks"], params["n"]
        self.op = OPERATIONS[params["op"]]
        self.stride = inputs["input"].numel() // self.ranks
        self.vectors = [torch.empty_like(vector) for vector in self._place(inputs)]
        # The vectors of each launch, which `bind` has put on the devices.
        self.given: list[list[Tensor]] = []
        self.is_in_place = params["place"] == "in"
        self.spoilt = torch.zeros(self.ranks, self.stride, dtype=inputs["input"].dtype)
        super().__init__(self._bind, {}, tuple(vector.device for vector in self.vectors))

    def _place(self, inputs: Tensors) -> list[Tensor]:
        """The vector of each rank, on its device."""
        starts = range(0, self.ranks * self.stride, self.stride)
        return [inputs["input"][at : at + self.n].to(f"cuda:{rank}", copy=True) for rank, at in enumerate(starts)]

    def _bind(self, inputs: Tensors) -> Launch:
        given = self._place(inputs)
        self.given.append(given)
        return lambda: self._all_reduce(given)

    def _all_reduce(self, given: list[Tensor]) -> None:
        if self.is_in_place:
            for vector, own in zip(self.vectors, given):
                vector.copy_(own)
            library.all_reduce(self.vectors, op=self.op)
        else:
            library.all_reduce(given, self.vectors, op=self.op)
        self.join()

    def join(self) -> None:
        for rank in range(1, self.ranks):
            done = torch.cuda.Event()
            done.record(torch.cuda.current_stream(rank))
            torch.cuda.current_stream(0).wait_event(done)

    def read(self) -> Tensors:
        output = self.spoilt.clone()
        for rank, vector in enumerate(self.vectors):
            output[rank, : self.n] = vector.cpu()
        return {"output": output}

    def replace(self, _sets: list[Tensors], given: Tensors) -> None:
        for vectors in self.given:
            for vector, other in zip(vectors, self._place(given)):
                vector.copy_(other)

    def spoil(self, given: Tensors) -> None:
        # What lies behind a rank's vector is no device's, and stays as it is given.
        self.spoilt = given["output"].cpu().view(self.ranks, self.stride).clone()
        for rank, vector in enumerate(self.vectors):
            vector.copy_(given["output"][rank * self.stride : rank * self.stride + self.n])


def nccl(params: dict[str, Any], inputs: Tensors, _device: Device) -> Work:
    return Ranks(params, inputs)
