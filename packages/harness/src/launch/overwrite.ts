// Takes away what a launch has left in its outputs and scratch, or touches it and leaves it as it is.
import { createBuffer, createPipeline, destroyBuffer, writeBuffer } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu, Pipeline } from '@kernel-ladder/gpu';
import type { BufferShape } from '../contract/family.ts';
import { bytesOf } from '../contract/scalars.ts';
import type { Launch } from './launch.ts';

/** Two passes of the same traffic over outputs and scratch: what they cost a cache is the same. */
export interface Overwriter {
  /** Fills with words that nobody foresees; those of the latest `draw`. The guard bands stay as they are. */
  readonly spoil: EncodePass;
  /** Rewrites every word by itself. */
  readonly touch: EncodePass;
  /** Draws other words for the submissions to come. */
  readonly draw: () => void;
  readonly free: () => void;
}

const workgroupSize = 256;
const mostGroups = 2048;

// Whether a word is kept is known at run time only, so that no compiler leaves its rewriting out.
const code = `
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<storage, read> how: array<u32, 2>;

@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let keep = how[0];
  for (var index = id.x; index < arrayLength(&words); index += groups.x * ${workgroupSize}u) {
    let drawn = (index ^ how[1]) * 747796405u + 2891336453u;
    words[index] = (words[index] & keep) | ((drawn ^ (drawn >> 15u)) & ~keep);
  }
}`;

// One pipeline a device; the key lets the device go.
const pipelines = new WeakMap<GPUDevice, Promise<Pipeline>>();

/** Passes over the outputs, whose shapes say where the guard bands begin, and over the scratch of a launch. */
export async function createOverwriter(
  gpu: Gpu,
  launch: Pick<Launch, 'outputs' | 'scratch'>,
  shapes: { readonly [name: string]: BufferShape },
): Promise<Overwriter> {
  let compiled = pipelines.get(gpu.device);
  if (!compiled) pipelines.set(gpu.device, (compiled = createPipeline(gpu, 'overwrite', code)));
  const { pipeline } = await compiled;
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const [kept, drawn] = [
    await createBuffer(gpu, { label: 'keep every word', bytes: 8, usage }),
    await createBuffer(gpu, { label: 'keep no word', bytes: 8, usage }),
  ];
  writeBuffer(gpu, kept, 0, Uint32Array.of(0xffffffff, 0));
  const windows = windowsOf(gpu, launch, shapes);
  const encodeWith = (how: GPUBuffer): EncodePass => {
    const groups = windows.map((resource) =>
      gpu.device.createBindGroup({
        layout: pipeline.getBindGroupLayout(0),
        entries: [resource, { buffer: how }].map((bound, binding) => ({ binding, resource: bound })),
      }),
    );
    return (pass) => {
      pass.setPipeline(pipeline);
      for (const [index, { size }] of windows.entries()) {
        pass.setBindGroup(0, groups[index]);
        pass.dispatchWorkgroups(Math.min(mostGroups, Math.ceil(size / 4 / workgroupSize)));
      }
    };
  };
  const draw = () => writeBuffer(gpu, drawn, 0, Uint32Array.of(0, Math.floor(Math.random() * 2 ** 32)));
  draw();
  const free = () => [kept, drawn].forEach((buffer) => destroyBuffer(gpu, buffer));
  return { spoil: encodeWith(drawn), touch: encodeWith(kept), draw, free };
}

// Whole words of data, in pieces that a binding takes.
function windowsOf(
  gpu: Gpu,
  { outputs, scratch }: Pick<Launch, 'outputs' | 'scratch'>,
  shapes: { readonly [name: string]: BufferShape },
) {
  const most = gpu.facts.limits['maxStorageBufferBindingSize'] ?? 2 ** 27;
  const piece = most - (most % 256);
  const sizes = [
    ...[...outputs].map(([name, buffer]) => {
      const { type, length } = shapes[name] ?? { type: 'u8', length: 0 };
      return { buffer, bytes: length * bytesOf(type) };
    }),
    ...[...scratch.values()].map((buffer) => ({ buffer, bytes: buffer.size })),
  ];
  return sizes.flatMap(({ buffer, bytes }) => {
    const words = bytes - (bytes % 4);
    return Array.from({ length: Math.ceil(words / piece) }, (_, index) => {
      return { buffer, offset: index * piece, size: Math.min(piece, words - index * piece) };
    });
  });
}
