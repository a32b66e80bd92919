// Dispatches of library functions, on buffers that their callers have; those of the benchmark are the harness's own.
import { shaderText } from '@kernel-ladder/harness';
import type { Gpu, Launch, Wgsl, WgslLoader } from '@kernel-ladder/harness';

/** Records one dispatch into an open compute pass. */
export type Encode = ReturnType<Launch['encode']>;

/** What a pipeline is run on: binding i of group 0 is the i-th buffer, or the part of it. */
export interface Dispatched {
  readonly buffers: readonly (GPUBuffer | GPUBufferBinding)[];
  readonly workgroups: readonly [x: number, y: number, z: number];
}

/** A kernel and what it is run on. */
export interface Stage extends Dispatched {
  readonly wgsl: Wgsl;
}

/** Compiles a stage; a text that does not compile rejects. */
export async function compileStage(gpu: Gpu, load: WgslLoader, stage: Stage): Promise<Encode> {
  return dispatch(gpu, await compilePipeline(gpu, load, stage.wgsl), stage);
}

/** Compiles a kernel whose buffers come later; a text that does not compile rejects. */
export async function compilePipeline(gpu: Gpu, load: WgslLoader, wgsl: Wgsl): Promise<GPUComputePipeline> {
  const module = gpu.device.createShaderModule({ code: shaderText(wgsl, load) });
  return gpu.device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
}

/** Binds buffers to a pipeline; they must live until what is recorded has been submitted. */
export function dispatch(
  gpu: Gpu,
  pipeline: GPUComputePipeline,
  { buffers, workgroups }: Dispatched,
): Encode {
  const group = gpu.device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: buffers.map((bound, binding) => ({
      binding,
      resource: 'buffer' in bound ? bound : { buffer: bound },
    })),
  });
  return (pass) => {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(...workgroups);
  };
}
