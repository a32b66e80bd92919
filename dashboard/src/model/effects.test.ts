import type { Effects } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { effectsAt } from './effects.ts';

// Commits 16 to 19 of a machine.
const effects: Effects = {
  first: 16,
  commits: 4,
  reasons: ['wrong-result: got 3', 'throttled'],
  rows: [
    {
      id: 'reduce/one/n=1,f32',
      states: '0158',
      ns: [200, 100, 101, 0],
      kernels: '!=??',
      seen: 15,
      timed: 14,
      timedNs: 100,
      repairs: [[16, 17]],
      undoes: [[17, 16]],
    },
    { id: 'reduce/two/n=1,f32', states: '-326', ns: [0, 50, 0, 0], whys: [-1, -1, 0, 1] },
    { id: 'reduce/three/n=1,f32', states: '4788', whys: [-1, 0, -1, -1], seen: 3 },
    { id: 'reduce/torch/n=1,f32', states: '3666', ns: [5, 6, 7, 8], peer: true },
  ],
};

const at = (place: number) =>
  new Map(effectsAt(effects, place).map((effect) => [effect.series.variant, effect]));

test('each series that is known is in its state; of the others nothing is told', () => {
  const told = [16, 17, 18, 19].map((place) => [...at(place)].map(([name, { state }]) => `${name} ${state}`));
  expect(told).toEqual([
    ['one slower', 'three gone', 'torch new'],
    ['one faster', 'two new', 'three skipped', 'torch unjudged'],
    ['one steady', 'two failing', 'three unmeasured', 'torch unjudged'],
    ['one unmeasured', 'two unjudged', 'three unmeasured', 'torch unjudged'],
  ]);
});

test('a time is held against the last one before it, be it here or in an earlier file', () => {
  expect(at(16).get('one')).toMatchObject({ effect: 1, beforeNs: 100, before: 14, sameKernel: false });
  expect(at(17).get('one')).toMatchObject({ effect: -0.5, beforeNs: 200, before: 16, sameKernel: true });
  expect(at(18).get('one')).toMatchObject({ before: 17, sameKernel: null });
});

test('a repair is told by both commits', () => {
  expect([at(16), at(17)].map((one) => one.get('one')!.repairedBy)).toEqual([17, null]);
  expect([at(16), at(17)].map((one) => one.get('one')!.undoes)).toEqual([[], [16]]);
});

test('what a commit lacks was seen last at an earlier one', () => {
  expect(at(16).get('three')!.before).toBe(3);
  expect(at(18).get('three')!.before).toBe(17);
  expect(at(19).get('one')!.before).toBe(18);
});

test('a reason stands where there is one; a time only where it may be compared', () => {
  expect(at(18).get('two')).toMatchObject({ reason: 'wrong-result: got 3', afterNs: null });
  expect(at(19).get('two')).toMatchObject({ reason: 'throttled', afterNs: null, before: null });
  expect(at(19).get('torch')).toMatchObject({ afterNs: 8, effect: null });
  expect(at(19).get('torch')!.series).toMatchObject({ family: 'reduce', case: 'n=1,f32', isPeer: true });
});
