// A case in words that every library understands: arrays with dimensions in, one array out.
import type { Arrays, Gpu, NumberArray, ScalarType } from '@kernel-ladder/harness';
import { bytesOf, createBuffer, destroyBuffer, readInto, view, writeBuffer } from '@kernel-ladder/harness';

/** The extents of an array, slowest first. */
export type Dims = readonly number[];

/** The shapes of a case: of its operands, by the names of the inputs, and of its result. */
export interface Shapes {
  readonly operands: { readonly [name: string]: Dims };
  readonly result: Dims;
}

/** An array with dimensions. */
export interface Operand {
  readonly dims: Dims;
  readonly values: NumberArray;
}

/** What a library is to compute with. */
export interface Task {
  readonly operands: { readonly [name: string]: Operand };
  readonly result: Result;
}

/** A result, and the memory that it is read into. */
interface Result {
  readonly dims: Dims;
  readonly type: ScalarType;
  readonly length: number;
  readonly memory: (bytes: number) => ArrayBufferLike;
}

/** A task that a library has taken in, ready to be called again and again. */
export interface Loaded {
  /** Computes the result once and waits until the device has done that. */
  readonly call: () => Promise<void>;
  /** Overwrites what the last call computed by the bytes of another result. */
  readonly spoil: (other: NumberArray) => void | Promise<void>;
  /** Overwrites the operands where the library has them, behind its back. */
  readonly replace: (operands: Task['operands']) => void | Promise<void>;
  readonly result: () => Promise<NumberArray>;
  readonly free: () => void | Promise<void>;
}

/** The product of the extents. */
export function sizeOf(dims: Dims): number {
  return dims.reduce((product, extent) => product * extent, 1);
}

/** A buffer of the harness that libraries may bind, of whole vec4s; filled where values are given. */
export async function storageBuffer(gpu: Gpu, bytes: number, values?: NumberArray): Promise<GPUBuffer> {
  const { STORAGE, COPY_SRC, COPY_DST } = GPUBufferUsage;
  const size = Math.max(16, Math.ceil(bytes / 16) * 16);
  const buffer = await createBuffer(gpu, {
    label: 'operand',
    bytes: size,
    usage: STORAGE | COPY_SRC | COPY_DST,
  });
  if (values) writeBuffer(gpu, buffer, 0, values);
  return buffer;
}

/** The operands as buffers, by name, and what frees them all. */
export async function upload(
  gpu: Gpu,
  { operands }: Task,
): Promise<{ readonly buffers: ReadonlyMap<string, GPUBuffer>; readonly free: () => void }> {
  const buffers = new Map<string, GPUBuffer>();
  for (const [name, { values }] of Object.entries(operands))
    buffers.set(name, await storageBuffer(gpu, values.byteLength, values));
  return { buffers, free: () => buffers.forEach((buffer) => destroyBuffer(gpu, buffer)) };
}

/** Overwrites operands in their buffers. */
export function overwrite(
  gpu: Gpu,
  buffers: ReadonlyMap<string, GPUBuffer>,
  operands: Task['operands'],
): void {
  for (const [name, buffer] of buffers) {
    const operand = operands[name];
    if (operand) writeBuffer(gpu, buffer, 0, operand.values);
  }
}

/** What a buffer holds, as the result of a task. */
export async function download(gpu: Gpu, buffer: GPUBuffer, { result }: Task): Promise<NumberArray> {
  const { type, length } = result;
  const memory = result.memory(Math.ceil((length * bytesOf(type)) / 4) * 4);
  await readInto(gpu, buffer, memory);
  return view(type, memory, length);
}

/** Inputs by name, each with its dimensions. */
export function operandsOf({ operands }: Shapes, inputs: Arrays): Task['operands'] {
  return Object.fromEntries(
    Object.entries(operands).map(([name, dims]) => {
      const values = inputs[name];
      if (values?.length !== sizeOf(dims))
        throw new Error(`"${name}" has ${values?.length ?? 'no'} elements, [${dims.join(', ')}] has others`);
      return [name, { dims, values }];
    }),
  );
}
