// Every rung, operation, type and size through the one interface, against plain loops.
import { planFor, readBuffer } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { emulatedDevice, emulatePlan, useSoftwareGpu } from '@kernel-ladder/harness/testing';
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
const floats: readonly Dtype[] = ['f32'];

// One workgroup's worth, and elements for several workgroups of every rung but `naive`, which has one.
const sizes = [240, 10_007];
const shapes = [
  [3, 16, 5],
  [37, 16, 17],
];

// Small whole numbers: sums are exact in every order, and extremes come several times.
const numbersOf = (n: number) => Array.from({ length: n }, (_, index) => 3 + ((index * 7919) % 101));

// Empty ones, single elements, and ends on both sides of the tiles of a workgroup.
const endsOf = (n: number) => [0, 0, 1, 2, 40, 40, 200, n - 9, n - 9, n - 1, n, n];

// `auto` has no kernel of its own, and `occupancy` takes only cases that say how many loads are in flight.
const rungs = family.variants
  .map(({ name }) => name)
  .filter((name) => name !== 'auto' && name !== 'occupancy');
const isVectorRung = (name: string) => !name.startsWith('axis-') && !name.startsWith('segment-');
const foldOps: readonly FoldOp[] = ['sum', 'min', 'max'];
const argOps: readonly ArgOp[] = ['argmax', 'argmin'];
const rowsOf = <Name extends Op, Size>(ops: readonly Name[], of: readonly Size[]) =>
  // Of the small size floats alone: what several workgroups share is what the types differ in.
  of.flatMap((size, index) =>
    ops.flatMap((op) => (index === 0 ? floats : dtypes).map((dtype) => ({ size, op, dtype }))),
  );

const rungNamed = (name: string) => family.variants.find((rung) => rung.name === name)!;
const findsIndex = (name: string) => {
  const params: ReduceCase = { n: 4, dtype: 'f32', op: 'argmax', fill: 'uniform' };
  const plan = rungNamed(name).plan(params, emulatedDevice(32));
  return !('skip' in plan && plan.skip.code === 'not-applicable');
};

describe.for(rungs.filter(isVectorRung))('%s', (variant) => {
  test.for(rowsOf<Op, number>([...foldOps, ...argOps], sizes))(
    '$op of $size $dtype',
    async ({ size, op, dtype }) => {
      const numbers = numbersOf(size);
      const isOffered = foldOps.some((offered) => offered === op) || findsIndex(variant);
      await withBuffer(arrays[dtype].from(numbers), async (values) => {
        const request = { values, n: size, dtype, op, load, variant };
        const answer = await reduce(gpu(), request).catch((error: Error) => error.message);
        const said = /has no kernel for \w+/.exec(String(answer))?.[0] ?? answer;
        expect(said).toBe(isOffered ? reference(numbers, op) : `has no kernel for ${op}`);
      });
    },
  );
});

test('some rungs find an index, some say that they do not', () => {
  const offered = new Set(rungs.filter(isVectorRung).map(findsIndex));
  expect(offered).toEqual(new Set([true, false]));
});

describe.for(rungs.filter((name) => name.startsWith('axis-')))('%s', (variant) => {
  test.for(rowsOf(foldOps, shapes))('$op of $size $dtype', async ({ size: shape, op, dtype }) => {
    const [outer = 0, rows = 0, inner = 0] = shape;
    const numbers = numbersOf(outer * rows * inner);
    await withBuffer(arrays[dtype].from(numbers), async (values) => {
      const result = await reduceAxes(gpu(), { values, shape, axes: [0, 2], dtype, op, load, variant });
      const rowOf = (row: number) => numbers.filter((_, index) => Math.floor(index / inner) % rows === row);
      const expected = Array.from({ length: rows }, (_, row) => reference(rowOf(row), op));
      expect(result.shape).toEqual([rows]);
      expect(await elements(result, dtype)).toEqual(expected);
    });
  });
});

describe.for(rungs.filter((name) => name.startsWith('segment-')))('%s', (variant) => {
  test.for(rowsOf(foldOps, sizes))('$op of $size $dtype', async ({ size, op, dtype }) => {
    const [numbers, offsets] = [numbersOf(size), endsOf(size)];
    await withBuffer(arrays[dtype].from(numbers), (values) =>
      withBuffer(Uint32Array.from(offsets), async (ends) => {
        const segments = offsets.length - 1;
        const request = { values, offsets: ends, n: size, segments, dtype, op, load, variant };
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

describe('the automatic choice', () => {
  test.for(rowsOf<Op, number>([...foldOps, ...argOps], sizes))(
    '$op of $size $dtype',
    async ({ size, op, dtype }) => {
      const numbers = numbersOf(size);
      await withBuffer(arrays[dtype].from(numbers), async (values) => {
        expect(await reduce(gpu(), { values, n: size, dtype, op, load })).toBe(reference(numbers, op));
      });
    },
  );
});

// A software adapter has no f16: the library says so, and an emulated device runs what it would launch.
describe('f16', () => {
  test('is refused where the adapter has none', async () => {
    await withBuffer(new Float32Array(4), async (values) => {
      const request = { values, n: 4, dtype: 'f16-f32', op: 'sum', load } as const;
      await expect(reduce(gpu(), request)).rejects.toThrow('cannot reduce f16-f32 here: ');
    });
  });

  describe.for(rungs.filter(isVectorRung))('%s', (variant) => {
    const ops = [...foldOps, ...(findsIndex(variant) ? argOps : [])];
    test.for(ops.flatMap((op) => sizes.map((size) => ({ op, size }))))('$op of $size', ({ size, op }) => {
      const params: ReduceCase = { n: size, dtype: 'f16-f32', op, fill: 'uniform' };
      const plan = planFor(rungNamed(variant), params, emulatedDevice(32));
      if ('skip' in plan) throw new Error(plan.skip.message);
      const inputs = { values: Float16Array.from(numbersOf(size)) };
      const launch = { plan, inputs, outputs: family.outputs(params), load, subgroupSize: 32 };
      const { outputs, hazards } = emulatePlan(launch);
      expect(hazards).toEqual([]);
      expect([...(outputs['result'] ?? [])]).toEqual([reference(numbersOf(size), op)]);
    });
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
