import type { Machine, SiteFamily, SiteSeries } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { familyWithPeers, machineOf, passed, sampleFamily } from '../testing.ts';
import { machineRoofline, rangeOf } from './machine-roofline.ts';
import { probesOf } from './probes.ts';

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

function probe(half: string, ns: number): SiteSeries {
  const [first] = sampleFamily.series;
  return {
    ...first!,
    id: `p/naive/${half}`,
    params: { n: 1000, half, dtype: 'f32' },
    points: [passed(0, ns)],
  };
}

test('a result that halves something is a probe of the one that halves nothing', () => {
  const ladder = { ...sampleFamily.ladder, params: [{ key: 'n' }, { key: 'half', default: 'nothing' }] };
  const series = [probe('nothing', 1000), probe('bytes', 520), probe('flops', 990)];
  expect([...probesOf({ ladder, series }, false)]).toEqual([
    [
      'p/naive/nothing',
      [
        { half: 'bytes', ratio: 0.52 },
        { half: 'flops', ratio: 0.99 },
      ],
    ],
  ]);
  expect(probesOf(sampleFamily, false).size).toBe(0);
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
