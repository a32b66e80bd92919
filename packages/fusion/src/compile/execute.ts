// Runs compiled programs: buffers once, pipelines once for each text, and all passes of a run in one submission.
import {
  allocate,
  createBuffer,
  destroyBuffer,
  GpuFault,
  readBuffer,
  shaderText,
  submitPasses,
  view,
  writeBuffer,
} from '@kernel-ladder/harness';
import type { Arrays, BufferRange, Gpu, Pass } from '@kernel-ladder/harness';
import { compilePipeline, dispatch } from '@kernel-ladder/kernel-kit';
import type { Encode } from '@kernel-ladder/kernel-kit';
import { countOf } from '../graph/types.ts';
import { storedBytes } from '../generate/naming.ts';
import { arrayTypeOf } from './program.ts';
import type { Named, Program } from './program.ts';

/** A program with its buffers on a device. */
export interface Executable {
  /** Writes inputs, runs all passes in one submission, and reads the outputs back. Throws where an input is missing or of another length. */
  readonly run: (inputs: Arrays) => Promise<Arrays>;
  /** Records all passes, which read what the input buffers hold. */
  readonly encode: (pass: GPUComputePassEncoder) => void;
  readonly buffers: ReadonlyMap<string, GPUBuffer>;
  readonly free: () => void;
}

/** Bytes of all buffers of a program: inputs, outputs, constants and arenas. */
export function bytesNeeded({ inputs, outputs, constants, plan }: Program): number {
  const own = [...inputs, ...outputs, ...constants].reduce((sum, named) => sum + bytesOf(named), 0);
  return own + Object.values(plan.scratch ?? {}).reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Compiles the texts of a program, as far as the device has not seen them, and makes its buffers. Throws a GpuFault `out-of-memory`
 * that says how many bytes are needed before anything is made.
 */
export async function instantiate(gpu: Gpu, program: Program): Promise<Executable> {
  refuseOverCap(gpu, program);
  // Texts first: one that does not compile leaves nothing behind.
  await Promise.all(program.plan.passes.map((pass) => pipelineOf(gpu, pass)));
  const buffers = await createBuffers(gpu, program);
  const steps = await bindProgram(gpu, program, buffers);
  const encode = (pass: GPUComputePassEncoder) => steps.forEach((step) => step(pass));
  return {
    encode,
    buffers,
    run: async (inputs) => {
      writeInputs(gpu, program, { buffers, inputs });
      await submitPasses(gpu, [encode]);
      return readOutputs(gpu, program, buffers);
    },
    free: () => buffers.forEach((buffer) => destroyBuffer(gpu, buffer)),
  };
}

/** Buffers, or ranges of them, by the names that a program has for its inputs, outputs, constants and arenas. */
export type Bound = ReadonlyMap<string, GPUBuffer | GPUBufferBinding>;

/**
 * The passes of a program over buffers that are somebody else's, one function that records each. Texts are compiled as far as the
 * device has not seen them. Throws where a name is missing.
 */
export async function bindProgram(gpu: Gpu, { plan }: Program, buffers: Bound): Promise<readonly Encode[]> {
  const pipelines = await Promise.all(plan.passes.map((pass) => pipelineOf(gpu, pass)));
  return plan.passes.flatMap(({ bindings, workgroups }, index) => {
    const pipeline = pipelines[index];
    const bound = bindings.map((binding) => bindingOf(buffers, binding));
    return pipeline ? [dispatch(gpu, pipeline, { buffers: bound, workgroups })] : [];
  });
}

/** Compiles what is not compiled, runs a program once and frees what it took. */
export async function execute(gpu: Gpu, program: Program, inputs: Arrays): Promise<Arrays> {
  const executable = await instantiate(gpu, program);
  try {
    return await executable.run(inputs);
  } finally {
    executable.free();
  }
}

function bytesOf({ type }: Named): number {
  return Math.max(4, countOf(type.shape) * storedBytes(type.dtype));
}

function refuseOverCap(gpu: Gpu, program: Program): void {
  const needed = bytesNeeded(program);
  const live = [...gpu.ledger.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (live + needed <= gpu.memoryCapBytes) return;
  const arenas = Object.values(program.plan.scratch ?? {}).reduce((sum, bytes) => sum + bytes, 0);
  throw new GpuFault(
    'out-of-memory',
    `the program needs ${needed} bytes, ${arenas} of them between its kernels, beside ${live} live ones; the cap is ${gpu.memoryCapBytes} bytes`,
  );
}

// By device, then by text: programs of the same structure share their pipelines, whatever their graphs are called.
const known = new WeakMap<GPUDevice, Map<string, Promise<GPUComputePipeline>>>();

function pipelineOf(gpu: Gpu, { wgsl }: Pass): Promise<GPUComputePipeline> {
  const pipelines = known.get(gpu.device) ?? new Map<string, Promise<GPUComputePipeline>>();
  known.set(gpu.device, pipelines);
  const text = shaderText(wgsl, refuseFile);
  const found = pipelines.get(text);
  if (found) return found;
  const made = compilePipeline(gpu, refuseFile, wgsl);
  pipelines.set(text, made);
  // What does not compile is no pipeline to keep.
  made.catch(() => pipelines.delete(text));
  return made;
}

function refuseFile(file: string): string {
  throw new Error(`${file}: a compiled program carries its own texts`);
}

async function createBuffers(
  gpu: Gpu,
  { inputs, outputs, constants, plan }: Program,
): Promise<ReadonlyMap<string, GPUBuffer>> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const sizes = [
    ...[...inputs, ...outputs, ...constants].map((named) => [named.name, bytesOf(named)] as const),
    ...Object.entries(plan.scratch ?? {}),
  ];
  const buffers = new Map<string, GPUBuffer>();
  try {
    // Whole vec4s, as kernels read them.
    for (const [label, bytes] of sizes)
      buffers.set(label, await createBuffer(gpu, { label, bytes: Math.ceil(bytes / 16) * 16, usage }));
  } catch (error) {
    for (const buffer of buffers.values()) destroyBuffer(gpu, buffer);
    throw error;
  }
  for (const { name, type, values } of constants) {
    const array = allocate(arrayTypeOf(type), values.length);
    array.set(values);
    const buffer = buffers.get(name);
    if (buffer) writeBuffer(gpu, buffer, 0, array);
  }
  return buffers;
}

function bindingOf(buffers: Bound, binding: string | BufferRange): GPUBuffer | GPUBufferBinding {
  const name = typeof binding === 'string' ? binding : binding.buffer;
  const found = buffers.get(name);
  if (!found) throw new Error(`the program has no buffer "${name}"`);
  if (typeof binding === 'string') return found;
  const { buffer, offset: start = 0 } = 'buffer' in found ? found : { buffer: found };
  return { buffer, offset: start + binding.offset, size: binding.bytes };
}

interface Writing {
  readonly buffers: ReadonlyMap<string, GPUBuffer>;
  readonly inputs: Arrays;
}

function writeInputs(gpu: Gpu, program: Program, { buffers, inputs }: Writing): void {
  for (const { name, type } of program.inputs) {
    const [array, buffer] = [inputs[name], buffers.get(name)];
    const length = countOf(type.shape);
    if (!buffer || array?.length !== length)
      throw new RangeError(
        `input ${name} takes ${length} elements, ${array ? `${array.length} are` : 'nothing is'} given`,
      );
    writeBuffer(gpu, buffer, 0, array);
  }
}

async function readOutputs(
  gpu: Gpu,
  { outputs }: Program,
  buffers: ReadonlyMap<string, GPUBuffer>,
): Promise<Arrays> {
  const read = outputs.map(async ({ name, type }) => {
    const buffer = buffers.get(name);
    if (!buffer) throw new Error(`the program has no buffer "${name}"`);
    const bytes = await readBuffer(gpu, buffer, { offset: 0, bytes: buffer.size });
    return [name, view(arrayTypeOf(type), bytes, countOf(type.shape))] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
