// jax-js, as far as rows call it. Functions consume the arrays that they are given: what is used again is passed as `ref`.
import { pathToFileURL } from 'node:url';
import { writeBuffer } from '@kernel-ladder/harness';
import type { Gpu, NumberArray, ScalarType } from '@kernel-ladder/harness';
import { lend } from './lend.ts';
import { entryOf } from './libraries.ts';
import type { Dims, Loaded, Task } from './task.ts';

/** An array; its values stay on the device. */
export interface JaxArray {
  readonly ref: JaxArray;
  readonly shape: Dims;
  readonly dispose: () => void;
  readonly data: () => Promise<NumberArray>;
  readonly blockUntilReady: () => Promise<JaxArray>;
  readonly add: (other: JaxArray | number) => JaxArray;
  readonly mul: (other: JaxArray | number) => JaxArray;
  readonly reshape: (dims: Dims) => JaxArray;
}

type Unary = (x: JaxArray, axis?: number | Dims) => JaxArray;

/** The functions that rows are made of. */
export interface Jax {
  readonly numpy: {
    readonly array: (values: NumberArray, how: { readonly shape: Dims; readonly dtype: string }) => JaxArray;
    readonly matmul: (a: JaxArray, b: JaxArray) => JaxArray;
    readonly matrixTranspose: (a: JaxArray) => JaxArray;
    readonly square: (x: JaxArray) => JaxArray;
    readonly mean: (x: JaxArray, axis: number, how: { readonly keepdims: boolean }) => JaxArray;
    readonly sqrt: (x: JaxArray) => JaxArray;
    readonly reciprocal: (x: JaxArray) => JaxArray;
    readonly abs: (x: JaxArray) => JaxArray;
    readonly maximum: (x: JaxArray, least: number) => JaxArray;
    readonly sum: Unary;
    readonly min: Unary;
    readonly max: Unary;
    readonly cumsum: Unary;
    readonly clip: (x: JaxArray, low: number, high: number) => JaxArray;
  };
  readonly nn: {
    readonly relu: (x: JaxArray) => JaxArray;
    readonly silu: (x: JaxArray) => JaxArray;
    /** The tanh form. */
    readonly gelu: (x: JaxArray) => JaxArray;
    readonly softmax: Unary;
    readonly standardize: (x: JaxArray, axis: number, how: { readonly epsilon: number }) => JaxArray;
    readonly dotProductAttention: (
      query: JaxArray,
      key: JaxArray,
      value: JaxArray,
      how: { readonly isCausal: boolean },
    ) => JaxArray;
  };
}

interface Library extends Jax {
  readonly init: (...devices: readonly string[]) => Promise<readonly string[]>;
  readonly defaultDevice: (device: string) => void;
  readonly jit: (work: (...operands: readonly JaxArray[]) => JaxArray) => JitFunction;
}

interface JitFunction {
  (...operands: readonly JaxArray[]): JaxArray;
  readonly dispose?: () => void;
}

/** How a case is computed from arrays, in the order of the task's operands. */
export type JaxCompute = (jax: Jax, ...operands: readonly JaxArray[]) => JaxArray;

const dtypes: { readonly [Type in ScalarType]?: string } = {
  f32: 'float32',
  f16: 'float16',
  i32: 'int32',
  u32: 'uint32',
};

/** Takes a task in; the function is compiled as a whole. */
export async function loadJax(gpu: Gpu, task: Task, compute: JaxCompute): Promise<Loaded> {
  const jax = await openJax();
  const dtype = dtypes[task.result.type];
  const named = Object.entries(task.operands).map(
    ([name, { dims, values }]) =>
      [name, jax.numpy.array(values, { shape: dims, dtype: dtype ?? 'float32' })] as const,
  );
  const operands = named.map(([, array]) => array);
  const work = jax.jit((...given) => compute(jax, ...given));
  let last: JaxArray | null = null;
  return {
    call: async () => {
      last?.dispose();
      last = work(...operands.map((operand) => operand.ref));
      await last.blockUntilReady();
    },
    spoil: async (other) => {
      if (last) await write(gpu, last, other);
    },
    replace: async (others) => {
      for (const [name, array] of named) {
        const operand = others[name];
        if (operand && (await write(gpu, array, operand.values)) === 0)
          throw new Error(`jax-js copied "${name}" from no buffer when it was read: other values find none`);
      }
    },
    result: async () => {
      if (!last) throw new Error('nothing has been called yet');
      return last.ref.data();
    },
    free: () => {
      last?.dispose();
      operands.forEach((operand) => operand.dispose());
      work.dispose?.();
    },
  };
}

// Which buffer holds an array is the library's own secret, which shows when it is read: gives how many were found, and written to.
async function write(gpu: Gpu, { ref }: JaxArray, values: NumberArray): Promise<number> {
  const sources = await lend(gpu).sourcesOf(() => ref.data());
  for (const buffer of sources) writeBuffer(gpu, buffer, 0, values);
  return sources.length;
}

let opened: Promise<Library> | null = null;

function openJax(): Promise<Library> {
  return (opened ??= open());
}

async function open(): Promise<Library> {
  const jax = (await import(pathToFileURL(entryOf('jax-js')).href)) as Library;
  const devices = await jax.init('webgpu');
  if (!devices.includes('webgpu')) throw new Error('jax-js does not take the device for its backend webgpu');
  jax.defaultDevice('webgpu');
  return jax;
}
