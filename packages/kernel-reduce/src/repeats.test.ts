// Workgroups that add atomically do so in the order in which they finish: floats may differ from launch to launch, integers
// may not.
import { createRandom, planFor, readBuffer, submitPasses } from '@kernel-ladder/harness';
import type { NumberArray, Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { sumError } from '@kernel-ladder/kernel-kit';
import { expect, test } from 'vitest';
import { family } from './family.ts';
import { fillValues } from './inputs/fills.ts';
import type { ReduceDtype } from './cases/kinds.ts';
import { prepareReduce } from './prepare.ts';
import { reduceCase } from './cases/vector.ts';
import { vectorOracle } from './oracle/vector.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

const repeats = 20;
// The last workgroup has a tail.
const n = 16_001;

test(`f32 stays within its tolerance over ${repeats} repeats, and so does their spread`, async ({
  annotate,
}) => {
  const { values, results } = await repeated('f32');
  const oracle = vectorOracle(reduceCase(n), values);
  for (const result of results) {
    const report = oracle.verify({ result: Float32Array.of(result) }, atomicPlan());
    expect(report).toMatchObject({ passed: true });
  }
  const spread = Math.max(...results) - Math.min(...results);
  let absolute = 0;
  for (const value of values) absolute += Math.abs(value);
  await annotate(`${new Set(results).size} different sums, ${spread} apart, of ${results[0]}`);
  // Inside a workgroup the order is fixed: two results differ by the rounding of the atomic additions alone.
  expect(spread, 'spread of the sums').toBeLessThanOrEqual(2 * sumError(workgroups(), 'drawn') * absolute);
});

test('on these inputs the order of the workgroups shows in an f32 sum', () => {
  const values = inputs('f32');
  const share = 256 * Math.ceil(n / 256 / workgroups());
  const sums = Array.from({ length: workgroups() }, (_, group) =>
    f32Sum(values.subarray(group * share, (group + 1) * share)),
  );
  const random = createRandom(7);
  const orders = Array.from({ length: repeats }, () => f32Sum(shuffled(sums, random.integer)));
  expect(new Set(orders).size).toBeGreaterThan(1);
});

test.for(['i32', 'u32'] as const)(`%s is the same word over ${repeats} repeats`, async (dtype) => {
  const { values, results } = await repeated(dtype);
  let exact = 0;
  for (const value of values) exact = (exact + value) | 0;
  expect(new Set(results)).toEqual(new Set([dtype === 'i32' ? exact : exact >>> 0]));
});

interface Repeated {
  readonly values: NumberArray;
  readonly results: readonly number[];
}

// Launches of one pipeline on one buffer: two dispatches each, the first of which clears the result.
async function repeated(dtype: 'f32' | 'i32' | 'u32'): Promise<Repeated> {
  const values = inputs(dtype);
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const buffer = gpu().device.createBuffer({ size: Math.ceil(values.byteLength / 16) * 16, usage });
  gpu().device.queue.writeBuffer(buffer, 0, values);
  const launch = await prepareReduce(gpu(), { values: buffer, n, dtype, op: 'sum', load, variant: 'atomic' });
  expect(launch.dispatch).toMatchObject({ passes: 2, workgroups: 1 + workgroups() });
  const results: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    await submitPasses(gpu(), [launch.encode(0)]);
    results.push(await wordOf(launch.outputs.get('result'), dtype));
  }
  launch.free();
  buffer.destroy();
  return { values, results };
}

const arrays = { f32: Float32Array, i32: Int32Array, u32: Uint32Array } as const;

async function wordOf(buffer: GPUBuffer | undefined, dtype: keyof typeof arrays): Promise<number> {
  if (!buffer) throw new Error('the launch has no result');
  const [word] = new arrays[dtype](await readBuffer(gpu(), buffer, { offset: 0, bytes: 4 }));
  return word ?? Number.NaN;
}

function inputs(dtype: ReduceDtype): NumberArray {
  return fillValues(reduceCase(n, dtype), createRandom(11));
}

function atomicPlan(): Plan {
  const atomic = family.variants.find(({ name }) => name === 'atomic');
  const plan = atomic && planFor(atomic, reduceCase(n), gpu().facts);
  if (!plan || 'skip' in plan) throw new Error('atomic has no plan');
  return plan;
}

function workgroups(): number {
  return atomicPlan().passes.at(-1)?.workgroups[0] ?? 0;
}

function f32Sum(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum = Math.fround(sum + value);
  return sum;
}

// Fisher and Yates.
function shuffled(
  values: readonly number[],
  integer: (low: number, high: number) => number,
): readonly number[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last--) {
    const other = integer(0, last);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}
