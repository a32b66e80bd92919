// Every rung, operation and type through the one interface, against plain loops.
import { readBuffer } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useSoftwareGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import { family } from './family.ts';
import { identityValue } from './cases/identity.ts';
import { reduce, reduceAxes, reduceSegments } from './index.ts';
import type { ArgOp, FoldOp, GpuResult, Op } from './index.ts';
import type { ReduceCase } from './index.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useSoftwareGpu();

const arrays = { f32: Float32Array, i32: Int32Array, u32: Uint32Array } as const;
type Dtype = keyof typeof arrays;
const dtypes = Object.keys(arrays) as Dtype[];

// Small whole numbers: sums are exact in every order, and extremes come several times.
const numbers = Array.from({ length: 240 }, (_, index) => 3 + ((index * 7919) % 101));
const shape = [3, 16, 5];
const offsets = [0, 0, 1, 2, 40, 40, 200, 239, 240, 240];

// `auto` has no kernel of its own.
const rungs = family.variants.map(({ name }) => name).filter((name) => name !== 'auto');
const isVectorRung = (name: string) => !name.startsWith('axis-') && !name.startsWith('segment-');
const foldOps: readonly FoldOp[] = ['sum', 'min', 'max'];
const argOps: readonly ArgOp[] = ['argmax', 'argmin'];
const pairsOf = <Name extends Op>(ops: readonly Name[]) =>
  ops.flatMap((op) => dtypes.map((dtype) => ({ op, dtype })));

const findsIndex = (name: string) => {
  const params: ReduceCase = { n: 4, dtype: 'f32', op: 'argmax', fill: 'uniform' };
  const plan = family.variants.find((rung) => rung.name === name)!.plan(params, gpu().facts);
  return !('skip' in plan && plan.skip.code === 'not-applicable');
};

describe.for(rungs.filter(isVectorRung))('%s', (variant) => {
  test.for(pairsOf<Op>([...foldOps, ...argOps]))('$op of $dtype', async ({ op, dtype }) => {
    const isOffered = foldOps.some((offered) => offered === op) || findsIndex(variant);
    await withBuffer(arrays[dtype].from(numbers), async (values) => {
      const request = { values, n: numbers.length, dtype, op, load, variant };
      const answer = await reduce(gpu(), request).catch((error: Error) => error.message);
      const said = /has no kernel for \w+/.exec(String(answer))?.[0] ?? answer;
      expect(said).toBe(isOffered ? reference(numbers, op) : `has no kernel for ${op}`);
    });
  });
});

test('some rungs find an index, some say that they do not', () => {
  const offered = new Set(rungs.filter(isVectorRung).map(findsIndex));
  expect(offered).toEqual(new Set([true, false]));
});

describe.for(rungs.filter((name) => name.startsWith('axis-')))('%s', (variant) => {
  test.for(pairsOf(foldOps))('$op of $dtype', async ({ op, dtype }) => {
    await withBuffer(arrays[dtype].from(numbers), async (values) => {
      const result = await reduceAxes(gpu(), { values, shape, axes: [0, 2], dtype, op, load, variant });
      const expected = Array.from({ length: 16 }, (_, row) => reference(rowOf(row), op));
      expect(result.shape).toEqual([16]);
      expect(await elements(result, dtype)).toEqual(expected);
    });
  });
});

describe.for(rungs.filter((name) => name.startsWith('segment-')))('%s', (variant) => {
  test.for(pairsOf(foldOps))('$op of $dtype', async ({ op, dtype }) => {
    await withBuffer(arrays[dtype].from(numbers), (values) =>
      withBuffer(Uint32Array.from(offsets), async (ends) => {
        const segments = offsets.length - 1;
        const request = { values, offsets: ends, n: numbers.length, segments, dtype, op, load, variant };
        const result = await reduceSegments(gpu(), request);
        const nothing = identityValue({ op, dtype });
        const expected = offsets.slice(1).map((end, segment) => {
          const members = numbers.slice(offsets[segment], end);
          return members.length > 0 ? reference(members, op) : nothing;
        });
        expect(await elements(result, dtype)).toEqual(expected);
      }),
    );
  });
});

test('an index of nothing is none', async () => {
  await withBuffer(new Float32Array(0), async (values) => {
    expect(await reduce(gpu(), { values, n: 0, dtype: 'f32', op: 'argmax', load })).toBe(0xffffffff);
  });
});

test('refuses a rung that does not exist, and an axis that is none', async () => {
  await withBuffer(new Float32Array(4), async (values) => {
    const request = { values, dtype: 'f32', op: 'sum', load } as const;
    await expect(reduce(gpu(), { ...request, n: 4, variant: 'fast' })).rejects.toThrow(
      '"fast" is no variant',
    );
    await expect(reduceAxes(gpu(), { ...request, shape: [4], axes: [1] })).rejects.toThrow('axis 1');
  });
});

// What the tensor has at one place of its middle axis.
function rowOf(row: number): readonly number[] {
  return numbers.filter((_, index) => Math.floor(index / 5) % 16 === row);
}

function reference(values: readonly number[], op: Op): number {
  const least = Math.min(...values);
  const greatest = Math.max(...values);
  const answers: { readonly [Name in Op]: number } = {
    sum: values.reduce((sum, value) => sum + value, 0),
    min: least,
    max: greatest,
    argmax: values.indexOf(greatest),
    argmin: values.indexOf(least),
  };
  return answers[op];
}

async function elements(result: GpuResult, dtype: Dtype): Promise<number[]> {
  const bytes = 4 * (result.shape[0] ?? 0);
  const got = [...new arrays[dtype](await readBuffer(gpu(), result.buffer, { offset: 0, bytes }))];
  result.free();
  return got;
}

async function withBuffer(
  data: Float32Array | Int32Array | Uint32Array,
  task: (buffer: GPUBuffer) => Promise<void>,
): Promise<void> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const size = Math.max(16, Math.ceil(data.byteLength / 16) * 16);
  const buffer = gpu().device.createBuffer({ size, usage });
  gpu().device.queue.writeBuffer(buffer, 0, data);
  await task(buffer).finally(() => buffer.destroy());
}
