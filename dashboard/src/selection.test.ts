import type { SiteIndex, SiteMachine } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { openingMachine, selectSource, selectView } from './selection.ts';
import { parseHash } from './state.ts';
import { machineOf, sampleFamily } from './testing.ts';

const bare = parseHash('');
const entry = (key: string, software: boolean): SiteMachine => ({
  machine: machineOf(key, software),
  runs: 1,
  families: ['gemm', 'reduce'],
});
const index: SiteIndex = { schemaVersion: 1, machines: [entry('soft', true), entry('hard', false)] };

test('opens on hardware where there is any', () => {
  expect(selectSource(index, bare)).toMatchObject({
    machine: { machine: { key: 'hard' } },
    family: 'gemm',
    notes: [],
  });
});

test('opens on the hardware of which most is known, not on the first', () => {
  const machines = [
    { ...entry('browser', false), series: 3 },
    { ...entry('hard', false), series: 300 },
  ];
  expect(openingMachine({ ...index, machines })?.machine.key).toBe('hard');
  expect(openingMachine({ ...index, machines: [] })).toBeUndefined();
});

test('opens on the family that the index names, if it has it', () => {
  const [soft, hard] = index.machines;
  const openingOn = (opening: string) =>
    selectSource({ ...index, machines: [soft!, { ...hard!, opening }] }, bare)?.family;
  expect([openingOn('reduce'), openingOn('gone')]).toEqual(['reduce', 'gemm']);
});

test('says so when an address names what the data does not have', () => {
  const source = selectSource(index, { ...bare, machine: 'gone', family: 'reduce' });
  expect(source).toMatchObject({ family: 'reduce', notes: ['No machine “gone” here; showing hard.'] });
});

test('has nothing to show in an empty index', () => {
  expect(selectSource({ schemaVersion: 1, machines: [] }, bare)).toBeNull();
});

test('opens a family on the case that most variants ran', () => {
  expect(selectView(sampleFamily, false, bare)).toMatchObject({ case: 'n=1000,f32', metric: 'gbps' });
});

const opened = (...series: readonly (typeof sampleFamily.series)[]) =>
  selectView({ ...sampleFamily, series: series.flat() }, false, bare)?.case;

test('prefers work and history to the last variant', () => {
  const [naive, tree] = sampleFamily.series;
  const variants = ['naive', 'tree', 'third', 'fourth'];
  const at = (n: number, names: readonly string[], runs: number) =>
    names.map((variant) => ({
      ...naive!,
      variant,
      case: `n=${n}`,
      work: { ...tree!.work, flops: n },
      points: naive!.points.slice(0, runs),
    }));
  expect(opened(at(8, variants, 1), at(4096, variants.slice(1), 1))).toBe('n=4096');
  expect(opened(at(8, variants, 1), at(4096, variants.slice(2), 1))).toBe('n=8');
  const six = [...variants, 'fifth', 'sixth'];
  expect(opened(at(8, six, 1), at(4096, six.slice(2), 1))).toBe('n=4096');
  expect(opened(at(8, variants, 2), at(4096, variants, 1))).toBe('n=8');
});

test('names a missing metric by its label', () => {
  const view = selectView(sampleFamily, true, { ...bare, metric: 'pctOfPeak' });
  expect(view?.notes).toEqual(['No metric “Share of the datasheet peak” here; showing Median time.']);
});
