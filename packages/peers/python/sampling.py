"""One sample: the device's time of one launch, by the rules that the harness has for its own kernels (measure/sampler.ts)."""

import math
from collections.abc import Callable
from statistics import median
from typing import Any

import torch
from torch import Tensor

from device import Device
from work import Work

# Below this a launch is timed in batches: 200 steps of the half microsecond that CUDA documents for its events.
SHORTEST_ALONE_NS = 100_000
# Launches of a batch at most. A stream takes a thousand kernels before the host has to wait for it: twice as many launches of up to
# four kernels each.
MOST_LAUNCHES = 128
# Slopes that have to agree before batches are long enough, and by how much the largest may exceed the least.
AGREEING, LARGEST_EXCESS = 3, 0.25
# Pairs of batches for one sample: noise may make the longer one the shorter.
MOST_TRIES = 8
# Rotated copies of inputs: as many and as much as the harness makes.
MOST_COPIES = 1024
MOST_COPIED_BYTES = 2**31
# A flush rewrites three caches' worth, within these bounds.
LEAST_FLUSH_BYTES, MOST_FLUSH_BYTES = 2**25, 2**30
# A first launch that long is estimate enough.
LONG_NS = 20e6


class Sampler:
    """Samples in the cache state that is wanted: `cold`, `hot` or `streaming`, over a last level of `llcBytes`."""

    def __init__(self, device: Device, work: Work, inputs: dict[str, Tensor], caches: dict[str, Any]) -> None:
        self.device = device
        self.work = work
        self.inputs = inputs
        self.launches = [work.bind(inputs)]
        # Of the inputs, which launches take in turn with them.
        self.copies: list[dict[str, Tensor]] = []
        self.is_cold = caches["state"] == "cold"
        self.llc_bytes = int(caches["llcBytes"])
        self.words: list[Tensor] = []
        self.batch: int | None = None
        self.next = 0
        self.long_first = True

    def sample(self) -> float:
        """Nanoseconds of one launch; the first call finds out how to take them."""
        if self.batch is None:
            self.batch = self._choose()
        return self._alone() if self.batch == 1 else self._slope()

    def method(self) -> str:
        """How samples are taken: one launch each, or the slope between two batches."""
        return "single" if self.batch == 1 else "slope"

    def _choose(self) -> int:
        # Programs are compiled and plans made in the first launch.
        self._launch(0)
        self.device.synchronize()
        estimate = self._estimate()
        if estimate < SHORTEST_ALONE_NS and (not self.is_cold or self._rotate()):
            return self._steady(max(2, min(MOST_LAUNCHES, math.ceil(SHORTEST_ALONE_NS / estimate))))
        if self.is_cold:
            wanted = min(max(3 * self.llc_bytes, LEAST_FLUSH_BYTES), MOST_FLUSH_BYTES)
            places = self.work.places or [self.device.place]
            self.words = [torch.zeros(wanted // 4, dtype=torch.int32, device=place) for place in places]
        return 1

    def _steady(self, length: int) -> int:
        """The batch from which on slopes are positive and agree: in a shorter one the device's own hiccups weigh more than a launch."""
        while length < MOST_LAUNCHES:
            slopes = [self._difference(length) for _ in range(AGREEING)]
            if min(slopes) > 0 and max(slopes) <= (1 + LARGEST_EXCESS) * min(slopes):
                return length
            length = min(MOST_LAUNCHES, 2 * length)
        return length

    def _estimate(self) -> float:
        first = self._time(1, None)
        if first > LONG_NS:
            return first
        times = [self._time(1, None) for _ in range(8)]
        return max(1.0, median(times[3:]))

    def _rotate(self) -> bool:
        """Copies of the inputs, so that one comes round only after three caches' worth of others; whether that can be."""
        own = sum(tensor.numel() * tensor.element_size() for tensor in self.inputs.values())
        count = 1 + math.ceil(3 * self.llc_bytes / max(1, own))
        if count > MOST_COPIES or count * own > MOST_COPIED_BYTES:
            return False
        self.copies = [{name: tensor.clone() for name, tensor in self.inputs.items()} for _ in range(count - 1)]
        self.launches += [self.work.bind(copy) for copy in self.copies]
        return True

    def _time(self, count: int, before: Callable[[], None] | None) -> float:
        take = self.device.time_waiting if self.work.waits else self.device.time
        return take(self._launch, count, before)

    def _launch(self, _index: int) -> None:
        self.launches[self.next % len(self.launches)]()
        self.next += 1

    def _alone(self) -> float:
        return self._time(1, self._flush if self.words else None)

    def _flush(self) -> None:
        # Each word changes with every pass: a constant could be compressed or skipped.
        for words in self.words:
            words.add_(1)
        self.work.join()

    def _slope(self) -> float:
        """A positive slope; batches grow where there is none."""
        assert self.batch is not None
        for _ in range(MOST_TRIES):
            slope = self._difference(self.batch)
            if slope > 0:
                return slope
            self.batch = min(MOST_LAUNCHES, 2 * self.batch)
        raise RuntimeError(f"{2 * self.batch} launches take no longer than {self.batch}: the clock is not to be relied on")

    def _difference(self, length: int) -> float:
        """(T(2n) - T(n)) / n; the longer batch leads every other time, so that neither always follows the other."""
        order = (2 * length, length) if self.long_first else (length, 2 * length)
        self.long_first = not self.long_first
        times = {count: self._time(count, None) for count in order}
        return (times[2 * length] - times[length]) / length
