// WGSL text → compute pipeline, with the compiler's own words when it refuses.
import { raceLoss } from './device.ts';
import type { Gpu } from './device.ts';
import { GpuFault } from './fault.ts';

/** A compiled pipeline and how long the driver took over it. */
export interface Pipeline {
  readonly pipeline: GPUComputePipeline;
  readonly compileMs: number;
}

// The pipelines made last, by their text: a case that is checked on several inputs, or beside its faults, compiles once.
const kept = new WeakMap<GPUDevice, Map<string, Promise<Pipeline>>>();
const mostKept = 1024;

/**
 * Compiles WGSL with the entry point `main`, or gives the pipeline that the same text has just got, with the time
 * that it took then; throws invalid-wgsl with line and message.
 * The layout is read off the declarations, so that a binding which a specialised shader no longer touches
 * stays bound: usage, and with it the order of passes, follows the layout and not the code.
 */
export async function createPipeline(gpu: Gpu, label: string, code: string): Promise<Pipeline> {
  const pipelines = kept.get(gpu.device) ?? new Map<string, Promise<Pipeline>>();
  kept.set(gpu.device, pipelines);
  const pipeline = pipelines.get(code) ?? compile(gpu, label, code);
  // The newest goes last, the one that was not wanted for longest leaves.
  pipelines.delete(code);
  pipelines.set(code, pipeline);
  const [oldest] = pipelines.keys();
  if (pipelines.size > mostKept && oldest !== undefined) pipelines.delete(oldest);
  try {
    return await pipeline;
  } catch (error) {
    pipelines.delete(code);
    throw error;
  }
}

async function compile(gpu: Gpu, label: string, code: string): Promise<Pipeline> {
  const start = performance.now();
  gpu.device.pushErrorScope('validation');
  const module = gpu.device.createShaderModule({ label, code });
  const fault = await raceLoss(gpu, gpu.device.popErrorScope());
  if (fault) throw await refusal(label, module, fault.message);
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

async function refusal(label: string, module: GPUShaderModule, fallback: string): Promise<GpuFault> {
  const { messages } = await module.getCompilationInfo();
  const first = messages.find((message) => message.type === 'error');
  if (!first) return new GpuFault('invalid-wgsl', `${label}: ${fallback}`);
  const said = { line: first.lineNum, column: first.linePos, text: first.message };
  const place = `line ${said.line}:${said.column} of its text`;
  return new GpuFault('invalid-wgsl', `${label}: ${place}: ${said.text}`, said);
}
