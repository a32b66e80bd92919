// Takes away what a launch has left in its outputs and scratch, or touches it and leaves it as it is.
import { createBuffer, createPipeline, destroyBuffer, writeBuffer } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu, Pipeline } from '@kernel-ladder/gpu';
import type { BufferShape } from '../contract/family.ts';
import { bytesOf, poisonWord } from '../contract/scalars.ts';
import type { Launch } from './launch.ts';

/** Two passes of the same traffic over outputs and scratch: what they cost a cache is the same. */
export interface Overwriter {
  /** Fills with words that nobody foresees, those of the latest `draw`. What nobody has written stays as it is: guard bands, gaps. */
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
struct How {
  keep: u32,
  drawn: u32,
  unwritten: u32,
  spares: u32,
}
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<storage, read> how: How;

// By bytes: what nobody has written may begin in the middle of a word.
fn unwrittenBytes(word: u32) -> u32 {
  let differs = word ^ how.unwritten;
  var mask = 0u;
  for (var bit = 0u; bit < 32u; bit += 8u) {
    mask |= select(0u, 255u << bit, ((differs >> bit) & 255u) == 0u);
  }
  return mask * how.spares;
}

@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < arrayLength(&words); index += groups.x * ${workgroupSize}u) {
    let word = words[index];
    let drawn = (index ^ how.drawn) * 747796405u + 2891336453u;
    let keep = how.keep | unwrittenBytes(word);
    words[index] = (word & keep) | ((drawn ^ (drawn >> 15u)) & ~keep);
  }
}`;

// One pipeline a device; the key lets the device go.
const pipelines = new WeakMap<GPUDevice, Promise<Pipeline>>();

/** The pipeline of a device's overwriters, made once. */
export function compileOverwriter(gpu: Gpu): Promise<Pipeline> {
  const before = pipelines.get(gpu.device);
  if (before) return before;
  const compiled = createPipeline(gpu, 'overwrite', code);
  pipelines.set(gpu.device, compiled);
  return compiled;
}

/** Passes over the outputs, whose shapes say what stands where nobody has written, and over the scratch of a launch. */
export async function createOverwriter(
  gpu: Gpu,
  launch: Pick<Launch, 'outputs' | 'scratch'>,
  shapes: { readonly [name: string]: BufferShape },
): Promise<Overwriter> {
  const { pipeline } = await compileOverwriter(gpu);
  const targets = targetsOf(gpu, launch, shapes);
  const touching = await createModes(gpu, targets);
  const spoiling = await createModes(gpu, targets);
  const write = (modes: readonly GPUBuffer[], keep: number, drawn: number) => {
    for (const [index, mode] of modes.entries())
      writeBuffer(gpu, mode, 0, Uint32Array.of(keep, drawn, ...(targets[index]?.unwritten ?? [])));
  };
  const draw = () => write(spoiling, 0, Math.floor(Math.random() * 2 ** 32));
  write(touching, 0xffffffff, 0);
  draw();
  return {
    draw,
    spoil: encodeOver(gpu, pipeline, { targets, modes: spoiling }),
    touch: encodeOver(gpu, pipeline, { targets, modes: touching }),
    free: () => [...touching, ...spoiling].forEach((mode) => destroyBuffer(gpu, mode)),
  };
}

async function createModes(gpu: Gpu, targets: readonly Target[]): Promise<readonly GPUBuffer[]> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const modes: GPUBuffer[] = [];
  for (const _ of targets) modes.push(await createBuffer(gpu, { label: 'overwrite', bytes: 16, usage }));
  return modes;
}

function encodeOver(
  gpu: Gpu,
  pipeline: GPUComputePipeline,
  { targets, modes }: { readonly targets: readonly Target[]; readonly modes: readonly GPUBuffer[] },
): EncodePass {
  const layout = pipeline.getBindGroupLayout(0);
  const steps = targets.flatMap(({ range }, index) => {
    const buffer = modes[index];
    if (!buffer) return [];
    const entries = [range, { buffer }].map((resource, binding) => ({ binding, resource }));
    const workgroups = Math.min(mostGroups, Math.ceil(range.size / 4 / workgroupSize));
    return [{ group: gpu.device.createBindGroup({ layout, entries }), workgroups }];
  });
  return (pass) => {
    pass.setPipeline(pipeline);
    for (const { group, workgroups } of steps) {
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(workgroups);
    }
  };
}

interface Target {
  readonly range: { readonly buffer: GPUBuffer; readonly offset: number; readonly size: number };
  /** What stands where nobody has written, and whether that is spared: 1, or 0. */
  readonly unwritten: readonly [word: number, spares: number];
}

// Whole words, in pieces that a binding takes. A word of scratch means nothing to anybody but the kernel: none is spared.
function targetsOf(
  gpu: Gpu,
  { outputs, scratch }: Pick<Launch, 'outputs' | 'scratch'>,
  shapes: { readonly [name: string]: BufferShape },
): readonly Target[] {
  const most = gpu.facts.limits['maxStorageBufferBindingSize'] ?? 2 ** 27;
  const piece = most - (most % 256);
  const sizes = [
    ...[...outputs].map(([name, buffer]) => {
      const { type, length } = shapes[name] ?? { type: 'u32', length: 0 };
      return { buffer, bytes: length * bytesOf(type), unwritten: [poisonWord(type), 1] } as const;
    }),
    ...[...scratch.values()].map((buffer) => {
      return { buffer, bytes: buffer.size, unwritten: [0, 0] } as const;
    }),
  ];
  return sizes.flatMap(({ buffer, bytes, unwritten }) => {
    const words = bytes - (bytes % 4);
    return Array.from({ length: Math.ceil(words / piece) }, (_, index) => {
      const size = Math.min(piece, words - index * piece);
      return { range: { buffer, offset: index * piece, size }, unwritten };
    });
  });
}
