import type { Machine, SiteFamily } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { familyWithPeers, machineOf, sampleFamily } from '../testing.ts';
import { machineRoofline, rangeOf } from './machine-roofline.ts';

const machine: Machine = machineOf('gpu', false);
const wish = { dtype: null, families: [], allCases: false };
const other: SiteFamily = { ...sampleFamily, family: 'scan' };
const integers: SiteFamily = {
  ...sampleFamily,
  family: 'histogram',
  series: sampleFamily.series.slice(0, 1).map((series) => ({
    ...series,
    params: { ...series.params, dtype: 'u32' },
    dtype: { in: 'u32', acc: 'u32', out: 'u32' },
  })),
};

test('joins the rungs of each headline case in the order of the ladder, a look a family', () => {
  const { ladders, points, families, dtypes } = machineRoofline(
    [sampleFamily, other, integers],
    machine,
    wish,
  )!;
  expect(
    ladders.map(({ family, case: name, points: own }) => [family, name, own.map(({ variant }) => variant)]),
  ).toEqual([
    ['reduce', 'n=1000,f32', ['naive', 'tree']],
    ['scan', 'n=1000,f32', ['naive', 'tree']],
  ]);
  expect(points.map(({ place }) => place)).toEqual([0, 0, 1, 1]);
  expect([families, dtypes]).toEqual([
    ['reduce', 'scan'],
    ['f32', 'u32'],
  ]);
});

test('has every case, one family, or another type where that is asked for', () => {
  const all = [sampleFamily, other, integers];
  expect(machineRoofline(all, machine, { ...wish, allCases: true })?.points).toHaveLength(6);
  const one = machineRoofline(all, machine, { ...wish, families: ['scan'] })!;
  expect(one.points.map(({ place }) => place)).toEqual([1, 1]);
  expect(machineRoofline(all, machine, { ...wish, dtype: 'u32', allCases: true })).toMatchObject({
    numbers: 'integer',
    families: ['histogram'],
    // A machine whose integers nobody measured has no roof for them.
    arithmetic: [],
  });
});

test('says what the address asks for and the machine does not have', () => {
  const asked = { dtype: 'f8', families: ['sort'], allCases: false };
  expect(machineRoofline([sampleFamily], machine, asked)?.notes).toEqual([
    'No type “f8” here; showing f32.',
    'No rung of a family “sort” in f32 here.',
  ]);
});

test('a peer is no rung', () => {
  const variants = machineRoofline([familyWithPeers], machine, wish)?.points.map(({ variant }) => variant);
  expect(variants).toEqual(['naive', 'tree']);
});

test('there is none where nothing was timed', () => {
  expect(machineRoofline([], machine, wish)).toBeNull();
});

test('a kernel that was taken apart has its probes at its id', () => {
  const [first] = sampleFamily.series;
  const { variant, case: name } = first!;
  const timed = [{ kind: 'no-loads', ns: 410, ratio: 0.41, low: 0.4, high: 0.42 } as const];
  const perturbations = { cache: 'cold', turns: 6, ownNs: 1000, timed, refused: [] } as const;
  const found = {
    variant,
    case: name,
    commit: 'a1b2c3d4'.repeat(5),
    startedAt: '2026-01-02T03:04:05Z',
    perturbations,
  };
  const { probes } = machineRoofline([{ ...sampleFamily, perturbed: [found] }, other], machine, wish)!;
  expect([...probes]).toEqual([
    [first!.id, { by: 'memory', numbers: 'without loads 0.41 of the time', commit: 'a1b2c3d4', refused: '' }],
  ]);
});

test.for([
  ['0.1..100', [0.1, 100]],
  ['100..0.1', null],
  ['0..1', null],
  ['a..b', null],
  [null, null],
] as const)('the range %s', ([text, range]) => {
  expect(rangeOf(text)).toEqual(range);
});
