"""Where work runs and who takes its time: a CUDA device by its events, or the processor by the host's clock, for tests."""

import time
from collections.abc import Callable
from typing import Protocol

import torch

# Memory that is kept for the next work; above it, what nobody uses goes back to the driver.
MOST_CACHED_BYTES = 8 << 30
# What a launch costs the host, to begin with, and at most: the device is held up for so long that its queue is full when it begins.
HOST_NS_PER_LAUNCH, MOST_HOST_NS = 20_000, 16_000_000
# The fastest multiprocessor clock there is, in cycles a nanosecond: a bound that makes waits long enough.
CYCLES_PER_NS = 2


class Device(Protocol):
    """A place for tensors, and a stopwatch over what is launched there."""

    place: torch.device

    def synchronize(self) -> None: ...

    def trim(self) -> None: ...

    def time(self, launch: Callable[[int], None], count: int, before: Callable[[], None] | None) -> float:
        """Nanoseconds that `count` launches take on the device; `before` runs ahead of them, outside of the time."""
        ...

    def time_waiting(self, launch: Callable[[int], None], count: int, before: Callable[[], None] | None) -> float:
        """The same of launches that themselves wait for the device: what the host does meanwhile is in the time."""
        ...


class Cuda:
    """The first CUDA device. Its clock are events of the stream that everything is launched on."""

    def __init__(self) -> None:
        # What TF32 and sums of f16 would add in speed they would lose in digits: the families ask for f32.
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.backends.cudnn.allow_tf32 = False
        torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
        torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
        torch.set_float32_matmul_precision("highest")
        torch.set_grad_enabled(False)
        if not torch.cuda.is_available():
            raise RuntimeError(f"torch {torch.__version__} finds no CUDA device")
        self.place = torch.device("cuda", 0)
        self.host_ns = HOST_NS_PER_LAUNCH

    def synchronize(self) -> None:
        for index in range(torch.cuda.device_count()):
            if index == 0 or torch.cuda.memory_allocated(index) > 0:
                torch.cuda.synchronize(index)

    def trim(self) -> None:
        if torch.cuda.memory_reserved(self.place) > MOST_CACHED_BYTES:
            torch.cuda.empty_cache()

    def time(self, launch: Callable[[int], None], count: int, before: Callable[[], None] | None) -> float:
        hold_ns = self.host_ns
        while hold_ns <= MOST_HOST_NS:
            ns = self._time_once(launch, count, (before, hold_ns))
            if ns is not None:
                # One hiccup of the host is no reason to wait as long for ever.
                self.host_ns = max(HOST_NS_PER_LAUNCH, int(0.98 * hold_ns))
                return ns
            hold_ns *= 2
        raise RuntimeError(f"the host takes longer than {MOST_HOST_NS} ns for a launch: no time is the device's own")

    def time_waiting(self, launch: Callable[[int], None], count: int, before: Callable[[], None] | None) -> float:
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        if before:
            before()
        # Nothing before the first launch is in its time, not even what the host takes to begin.
        self.synchronize()
        start.record()
        for index in range(count):
            launch(index)
        end.record()
        end.synchronize()
        return 1e6 * start.elapsed_time(end)

    def _time_once(
        self, launch: Callable[[int], None], count: int, how: tuple[Callable[[], None] | None, int]
    ) -> float | None:
        """None where the device began before the host had launched everything: the host's pace is in such a time."""
        before, hold_ns = how
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda._sleep(CYCLES_PER_NS * hold_ns * (count + 2))
        if before:
            before()
        start.record()
        for index in range(count):
            launch(index)
        end.record()
        has_begun = start.query()
        end.synchronize()
        return None if has_begun else 1e6 * start.elapsed_time(end)


class Cpu:
    """The processor: proves protocol, inputs and outputs where there is no CUDA device. Its times mean nothing."""

    def __init__(self) -> None:
        torch.set_grad_enabled(False)
        self.place = torch.device("cpu")

    def synchronize(self) -> None:
        return None

    def trim(self) -> None:
        return None

    def time(self, launch: Callable[[int], None], count: int, before: Callable[[], None] | None) -> float:
        if before:
            before()
        start = time.perf_counter_ns()
        for index in range(count):
            launch(index)
        return float(time.perf_counter_ns() - start)

    def time_waiting(self, launch: Callable[[int], None], count: int, before: Callable[[], None] | None) -> float:
        return self.time(launch, count, before)


def open_device(kind: str) -> Device:
    return Cuda() if kind == "cuda" else Cpu()
