// What a device's table may bring into a plan: choices of the case at hand alone, whatever the table holds.
import type { Candidate } from '@kernel-ladder/autotune';
import { expect, test } from 'vitest';
import { emulatedDevice } from '../emulator/check-rung.ts';
import type { Plan } from './family.ts';
import { tunable } from './tuning.ts';

interface Width {
  readonly threads: number;
  readonly each: number;
}

const device = emulatedDevice(32);
const planned = ({ threads, each }: Width): Plan => ({
  passes: [],
  implBytes: threads,
  longestSum: each,
});
// Short vectors and long ones share a class, and not their values.
const rung = tunable<{ readonly n: number; readonly dtype: string }, Width>({
  rung: 'one',
  classOf: () => 'any',
  space: ({ n }) => ({
    values: { threads: [32, 64, 4096], each: n < 100 ? [1, 2] : [4, 8] },
    constraints: [{ why: 'Each of many is too much.', holds: ({ threads, each }) => threads * each < 512 }],
    model: ({ threads }) => ({ threads, registers: 8, workgroupBytes: 0, workgroups: 1, bytes: {} }),
    usual: { threads: 32, each: 16 },
  }),
  plan: (_, __, choice) => planned(choice),
});
const found = { space: '0123456789abcdef', at: '2026-01-01T00:00:00Z' };
const plan = (n: number, choice: Candidate) =>
  rung.plan({ n, dtype: 'f32' }, { ...device, tuned: { 'one any': { choice, ...found } } });
const usual = planned({ threads: 32, each: 16 });

test.for([
  { n: 10, choice: { threads: 64, each: 2 } },
  { n: 1000, choice: { threads: 64, each: 4 } },
])(
  'a choice of the table is taken where it is one of the case, and the plan says so: $n',
  ({ n, choice }) => {
    const tuned = { rung: 'one', class: 'any', choice, ...found };
    expect(plan(n, choice)).toEqual({ ...planned(choice), tuned });
  },
);

test.for([
  { why: 'a value that only another case of the class has', choice: { threads: 64, each: 2 } },
  { why: 'a constraint', choice: { threads: 64, each: 8 } },
  { why: 'a limit of the device', choice: { threads: 4096, each: 4 } },
  { why: 'a value of another type', choice: { threads: '64', each: 4 } },
  { why: 'a name too many', choice: { threads: 64, each: 4, more: 1 } },
  { why: 'a name too few', choice: { threads: 64 } },
  { why: 'a prototype', choice: JSON.parse('{"__proto__":{"threads":64},"each":4}') as Candidate },
])('a case runs with the usual choice where the table’s is against $why', ({ choice }) => {
  expect(plan(1000, choice)).toEqual(usual);
});
