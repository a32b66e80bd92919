// Devices by where they compute.
import { cpuBackend } from './backends/cpu.ts';
import type { Gpu } from '@kernel-ladder/gpu';
import { webgpuBackend } from './backends/webgpu/backend.ts';
import type { WebgpuReport } from './backends/webgpu/backend.ts';
import { Device } from './device.ts';
import { kernels } from './kernels/index.ts';
import type { Registry } from './registry.ts';

/** The reference: one thread, in f64. */
export function cpuDevice(registry: Registry = kernels): Device {
  return new Device(cpuBackend(registry));
}

/** A device on a GPU, with the numbers of its memory and its compiler. */
export interface WebgpuDevice {
  readonly device: Device;
  readonly report: () => WebgpuReport;
}

/** A GPU that is open; closing the device gives its memory back, and leaves the GPU open. `rungKernels` adds the families' rungs. */
export function webgpuDevice(gpu: Gpu, registry: Registry = kernels): WebgpuDevice {
  const backend = webgpuBackend(gpu, registry);
  return { device: new Device(backend), report: backend.report };
}
