import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { scanCase } from './cases.ts';
import type { Fill, Mode, ScanCase } from './cases.ts';
import { scanInputs } from './inputs.ts';
import { scanOracle } from './oracle.ts';

function serial(params: ScanCase, values: Float32Array): Float32Array {
  let sum = 0;
  return values.map((value) => {
    const before = sum;
    sum += value;
    return params.mode === 'inclusive' ? sum : before;
  });
}

function judge(params: ScanCase, change: (result: Float32Array) => void) {
  const values = Float32Array.from(scanInputs(params, createRandom(1))['values'] ?? []);
  const result = serial(params, values);
  change(result);
  return scanOracle(params, { values }).verify({ result }, { longestSum: 20 });
}

const keep = () => undefined;
const modes: readonly Mode[] = ['inclusive', 'exclusive'];

test.for(modes)('accepts an %s scan and rejects one element that is off', (mode) => {
  const params = scanCase(1000, 'f32', mode);
  expect(judge(params, keep)).toMatchObject({ passed: true, message: '' });
  const off = judge(params, (result) => (result[500] = (result[500] ?? 0) + 0.01));
  expect(off.passed).toBe(false);
  expect(off.message).toMatch(/^result\[500\] is /);
});

test.for(modes)('rejects NaN in the last element of an %s scan', (mode) => {
  const report = judge(scanCase(1000, 'f32', mode), (result) => result.fill(Number.NaN, 999));
  expect(report).toMatchObject({ passed: false, worst: Infinity });
});

test('demands integral floats to the last bit', () => {
  const params = scanCase(1000, 'f32', 'inclusive', 'ramp');
  expect(judge(params, keep)).toMatchObject({ passed: true, worst: 0 });
  const off = judge(params, (result) => (result[999] = (result[999] ?? 0) + 0.03125));
  expect(off).toMatchObject({ passed: false, worst: Infinity });
});

test.for(['u32', 'i32'] as const)('%s sums wrap', (dtype) => {
  const values = dtype === 'u32' ? Uint32Array.of(2 ** 32 - 1, 3, 5) : Int32Array.of(2 ** 31 - 1, 3, 5);
  const right =
    dtype === 'u32'
      ? Uint32Array.of(2 ** 32 - 1, 2, 7)
      : Int32Array.of(2 ** 31 - 1, -(2 ** 31) + 2, -(2 ** 31) + 7);
  const oracle = scanOracle(scanCase(3, dtype), { values });
  expect(oracle.verify({ result: right }, { longestSum: 1 })).toMatchObject({ passed: true });
  right[1] = (right[1] ?? 0) + 1;
  expect(oracle.verify({ result: right }, { longestSum: 1 })).toMatchObject({ passed: false });
});

const observations: readonly {
  readonly fill: Fill;
  readonly change: (result: Float32Array) => void;
  readonly outcome: string;
}[] = [
  { fill: 'nan', change: keep, outcome: 'propagates' },
  { fill: 'inf', change: keep, outcome: 'propagates' },
  { fill: 'infs', change: keep, outcome: 'propagates' },
  { fill: 'inf', change: (result) => result.fill(1, 50), outcome: 'ignored' },
];

test.for(observations)('names a scan of $fill: $outcome', ({ fill, change, outcome }) => {
  expect(judge(scanCase(100, 'f32', 'inclusive', fill), change).observed).toBe(outcome);
});

const broken: typeof observations = [
  { fill: 'nan', change: (result) => result.fill(Number.NaN, 49), outcome: 'leaks backwards' },
  { fill: 'nan', change: (result) => result.fill(1, 60), outcome: 'other: result[60] is 1' },
  { fill: 'inf', change: (result) => (result[3] = 1e6), outcome: 'other: result[3] is 1000000' },
];

test.for(broken)('rejects a scan of $fill: $outcome', ({ fill, change, outcome }) => {
  const { passed, message } = judge(scanCase(100, 'f32', 'inclusive', fill), change);
  expect(passed).toBe(false);
  expect(message).toContain(outcome);
});
