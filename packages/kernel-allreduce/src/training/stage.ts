// One dispatch of a kernel beside the allreduce.
import { shaderText } from '@kernel-ladder/harness';
import type { Gpu, Launch, Wgsl, WgslLoader } from '@kernel-ladder/harness';

/** Records one dispatch into an open compute pass. */
export type Encode = ReturnType<Launch['encode']>;

/** What to dispatch: binding i of group 0 is the i-th buffer. */
export interface Stage {
  readonly wgsl: Wgsl;
  readonly buffers: readonly GPUBuffer[];
  readonly workgroups: readonly [x: number, y: number, z: number];
}

/** Compiles a stage; a text that does not compile rejects. */
export async function compileStage(gpu: Gpu, load: WgslLoader, stage: Stage): Promise<Encode> {
  const module = gpu.device.createShaderModule({ code: shaderText(stage.wgsl, load) });
  const pipeline = await gpu.device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const group = gpu.device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: stage.buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  return (pass) => {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(...stage.workgroups);
  };
}
