import { expect, test } from 'vitest';
import { hopper } from '../fixtures/hopper.ts';
import { gemmCase, heldOut } from './cases.ts';
import { family } from './family.ts';
import { pickVariant } from './pick.ts';

// Median ns of f32 on an H200 at commit 4c0923cd, from dashboard/history: what the pick was tuned on. `staged` and two stages at 2fef22fd.
const measured = [
  { size: [64, 48, 80], naive: 3550, tiled: 3550, staged: 3000, subgroup: 16_528, register: 3760 },
  {
    size: [128, 128, 128],
    naive: 4670,
    tiled: 4740,
    staged: 3730,
    register: 5030,
    'register-pipelined': 5160,
  },
  {
    size: [16, 16, 1024],
    naive: 26_531,
    tiled: 21_819,
    subgroup: 194_048,
    register: 33_991,
    'split-k': 8107,
  },
  {
    size: [256, 256, 256],
    naive: 10_062,
    tiled: 8315,
    subgroup: 51_669,
    register: 8110,
    'register-pipelined': 8140,
  },
  {
    size: [512, 512, 512],
    naive: 47_616,
    tiled: 38_816,
    subgroup: 102_784,
    register: 16_140,
    'register-pipelined': 15_440,
    'split-k': 15_984,
  },
  {
    size: [1024, 1024, 1024],
    naive: 407_808,
    tiled: 279_040,
    subgroup: 229_888,
    register: 81_150,
    'register-pipelined': 95_810,
  },
  {
    size: [197, 3072, 768],
    naive: 193_540,
    tiled: 127_150,
    subgroup: 172_540,
    register: 49_490,
    'register-pipelined': 46_230,
  },
  {
    size: [2048, 2048, 2048],
    naive: 3_535_872,
    tiled: 2_096_384,
    subgroup: 1_113_728,
    register: 389_630,
    'register-pipelined': 361_470,
  },
  {
    size: [4096, 4096, 4096],
    naive: 28_696_704,
    tiled: 16_841_600,
    subgroup: 7_870_208,
    register: 2_998_400,
    'register-pipelined': 2_910_500,
  },
  {
    size: [1, 4096, 4096],
    naive: 258_304,
    tiled: 184_576,
    subgroup: 1_692_160,
    register: 167_680,
    'split-k': 33_280,
  },
  {
    size: [64, 64, 65_536],
    naive: 2_364_928,
    tiled: 1_894_656,
    subgroup: 17_832_576,
    register: 2_474_112,
    'split-k': 27_418,
  },
] as const;

test.for(measured)(
  'takes a rung within a twentieth of the best where it was tuned: $size',
  ({ size, ...times }) => {
    const picked = pickVariant(gemmCase(size), hopper);
    const took = Object.entries(times).find(([name]) => name === picked)?.[1];
    expect(took).toBeLessThanOrEqual(1.05 * Math.min(...Object.values(times)));
  },
);

test('is listed at the shapes held out, none of which it was tuned on, and nowhere else', () => {
  const auto = family.variants.find(({ name }) => name === 'auto');
  const { 'held-out': judged, ...tuned } = family.cases;
  const claims = (params: (typeof heldOut)[number]) =>
    [hopper, { ...hopper, software: true }].every(
      (device) => !('skip' in (auto?.plan(params, device) ?? { skip: 0 })),
    );
  expect(judged).toHaveLength(6);
  expect((judged ?? []).every(claims)).toBe(true);
  expect(Object.values(tuned).flat().some(claims)).toBe(false);
});

function names(facts: typeof hopper): ReadonlySet<string> {
  return new Set(heldOut.map((params) => pickVariant(params, facts)));
}

test('takes several rungs over the shapes held out, and one that a software adapter is quick with', () => {
  expect(names(hopper)).toEqual(new Set(['register', 'register-pipelined', 'staged', 'split-k']));
  expect(names({ ...hopper, software: true })).toEqual(new Set(['naive', 'subgroup']));
  expect(names({ ...hopper, software: true, features: new Set() })).toEqual(new Set(['naive']));
});

test('picks for f32 only', () => {
  expect(() => pickVariant(gemmCase([64, 64, 64], { dtype: 'f16' }), hopper)).toThrow(
    'no rung is picked for f16',
  );
});
