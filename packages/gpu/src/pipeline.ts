// WGSL text → compute pipeline, with the compiler's own words when it refuses.
import { raceLoss } from './device.ts';
import type { Gpu } from './device.ts';
import { GpuFault } from './fault.ts';

/** A compiled pipeline and how long the driver took over it. */
export interface Pipeline {
  readonly pipeline: GPUComputePipeline;
  readonly compileMs: number;
}

/**
 * Compiles WGSL with the entry point `main`; throws invalid-wgsl with line and message.
 * The layout is read off the declarations, so that a binding which a specialised shader no longer touches
 * stays bound: usage, and with it the order of passes, follows the layout and not the code.
 */
export async function createPipeline(gpu: Gpu, label: string, code: string): Promise<Pipeline> {
  const start = performance.now();
  gpu.device.pushErrorScope('validation');
  const module = gpu.device.createShaderModule({ label, code });
  const fault = await raceLoss(gpu, gpu.device.popErrorScope());
  if (fault) throw new GpuFault('invalid-wgsl', `${label}: ${await explain(module, fault.message)}`);
  try {
    const layout = gpu.device.createPipelineLayout({ bindGroupLayouts: [bindGroupLayout(gpu, code)] });
    const descriptor = { label, layout, compute: { module, entryPoint: 'main' } };
    const pipeline = await raceLoss(gpu, gpu.device.createComputePipelineAsync(descriptor));
    return { pipeline, compileMs: performance.now() - start };
  } catch (error) {
    if (error instanceof GpuFault) throw error;
    throw new GpuFault('invalid-wgsl', `${label}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const bindingPattern =
  /@group\(0\)\s*@binding\((\d+)\)\s*var<\s*(uniform|storage)\s*(?:,\s*(read_write|read))?\s*>/g;

function bindGroupLayout(gpu: Gpu, code: string): GPUBindGroupLayout {
  const entries = [...code.matchAll(bindingPattern)].map(([, binding, space, access]) => ({
    binding: Number(binding),
    visibility: GPUShaderStage.COMPUTE,
    buffer: { type: bufferType(space === 'uniform', access === 'read_write') },
  }));
  return gpu.device.createBindGroupLayout({ entries });
}

function bufferType(isUniform: boolean, isWritten: boolean): GPUBufferBindingType {
  if (isUniform) return 'uniform';
  return isWritten ? 'storage' : 'read-only-storage';
}

async function explain(module: GPUShaderModule, fallback: string): Promise<string> {
  const { messages } = await module.getCompilationInfo();
  const first = messages.find((message) => message.type === 'error');
  return first ? `line ${first.lineNum}: ${first.message}` : fallback;
}
