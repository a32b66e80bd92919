// Commands on their way to the device, and what it says of them.
import { raceLoss } from './device.ts';
import type { Gpu } from './device.ts';
import { GpuFault } from './fault.ts';

/** Submits what an encoder holds; returns the host's time inside `queue.submit`, in ms. Throws what the device finds invalid or has no memory for. */
export async function submit(gpu: Gpu, encoder: GPUCommandEncoder): Promise<number> {
  gpu.device.pushErrorScope('out-of-memory');
  gpu.device.pushErrorScope('validation');
  const commands = encoder.finish();
  const start = performance.now();
  gpu.device.queue.submit([commands]);
  const submitMs = performance.now() - start;
  const [invalid, memory] = [gpu.device.popErrorScope(), gpu.device.popErrorScope()];
  const invalidError = await raceLoss(gpu, invalid);
  if (invalidError) throw new GpuFault('crashed', invalidError.message);
  const memoryError = await raceLoss(gpu, memory);
  if (memoryError) throw new GpuFault('out-of-memory', memoryError.message);
  return submitMs;
}
