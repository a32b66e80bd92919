// Plans on a device: pipelines kept by their text, buffers by name, all passes in one submission that nobody waits for.
import { createPipeline, GpuFault } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { shaderText } from '@kernel-ladder/harness';
import type { Pass, Plan, WgslLoader } from '@kernel-ladder/harness';

/** A plan with its pipelines. */
export interface Prepared {
  readonly plan: Plan;
  readonly pipelines: readonly GPUComputePipeline[];
}

/** Compiles plans, each text once. */
export interface Pipelines {
  /** Throws a GpuFault invalid-wgsl. */
  readonly prepare: (plan: Plan, load: WgslLoader) => Promise<Prepared>;
  /** Texts that have been compiled. */
  readonly count: () => number;
}

/** The pipelines of a device. */
export function createPipelines(gpu: Gpu): Pipelines {
  const known = new Map<string, GPUComputePipeline>();
  const pipelineOf = async ({ wgsl }: Pass, load: WgslLoader) => {
    const text = shaderText(wgsl, load);
    const found = known.get(text) ?? (await createPipeline(gpu, wgsl.file, text)).pipeline;
    known.set(text, found);
    return found;
  };
  return {
    count: () => known.size,
    prepare: async (plan, load) => {
      const pipelines: GPUComputePipeline[] = [];
      for (const pass of plan.passes) pipelines.push(await pipelineOf(pass, load));
      return { plan, pipelines };
    },
  };
}

/**
 * Submits all passes of a plan; what is submitted later sees their results. Resolves when the device has accepted them, not when it is
 * done. Throws a GpuFault `crashed` with what the device says against them.
 */
export async function launch(
  gpu: Gpu,
  { plan, pipelines }: Prepared,
  buffers: ReadonlyMap<string, GPUBuffer>,
): Promise<void> {
  gpu.device.pushErrorScope('validation');
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  for (const [index, { bindings, workgroups }] of plan.passes.entries()) {
    const pipeline = pipelines[index];
    // A dispatch of nothing is none.
    if (!pipeline || workgroups.includes(0)) continue;
    const entries = bindings.map((bound, binding) => ({ binding, resource: resourceOf(buffers, bound) }));
    const group = gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(...workgroups);
  }
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const error = await gpu.device.popErrorScope();
  if (error) throw new GpuFault('crashed', error.message);
}

function resourceOf(
  buffers: ReadonlyMap<string, GPUBuffer>,
  bound: Pass['bindings'][number],
): GPUBufferBinding {
  const name = typeof bound === 'string' ? bound : bound.buffer;
  const buffer = buffers.get(name);
  if (!buffer) throw new Error(`the plan binds "${name}", which nobody made`);
  return typeof bound === 'string' ? { buffer } : { buffer, offset: bound.offset, size: bound.bytes };
}
