import { expect, test } from 'vitest';
import { doubleCase, family, launch } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import type { Family, Variant } from '../contract/family.ts';
import { notApplicable } from '../contract/skip.ts';
import { emulatedDevice } from '../emulator/check-rung.ts';
import { setsOfRung } from './rungs.ts';

const facts = emulatedDevice(32);
const rung = (name: string, least = 0): Variant<DoubleCase> => ({
  name,
  summary: 'doubles vectors that are long enough',
  plan: (params) => (params.n < least ? notApplicable('too short') : launch('double.wgsl', params)),
});
const many: Family<DoubleCase> = {
  ...family,
  edgeCases: [1, 2, 3, 64, 65].map((n) => ({ set: `n = ${n}`, cases: [doubleCase(n)] })),
  variants: [rung('first'), rung('second'), rung('long', 3), rung('longest', 64)],
};

function namesOf(name: string, every: number): readonly string[] {
  const variant = many.variants.find((each) => each.name === name) ?? rung('none');
  return setsOfRung(many, { variant, facts }, every).map(({ set }) => set);
}

test('rungs take turns with the sets, and each has those that it takes', () => {
  expect(namesOf('first', 2)).toEqual(['n = 1', 'n = 3', 'n = 65']);
  expect(namesOf('second', 2)).toEqual(['n = 2', 'n = 64']);
  expect(namesOf('long', 2)).toEqual(['n = 3', 'n = 65']);
  expect(namesOf('long', 1)).toEqual(['n = 3', 'n = 64', 'n = 65']);
  expect(namesOf('first', 3)).toEqual(['n = 1', 'n = 64']);
  // One set of every third, and so those of every other one.
  expect(namesOf('long', 3)).toEqual(['n = 3', 'n = 65']);
});

test('who takes few sets has all of them', () => {
  expect(namesOf('longest', 2)).toEqual(['n = 64', 'n = 65']);
});
