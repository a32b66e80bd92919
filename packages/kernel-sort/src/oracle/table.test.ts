// A table that no look-up could use is none, whoever filled it.
import { inputsOf } from '@kernel-ladder/harness';
import type { NumberArray } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { tableCase } from '../cases/kinds.ts';
import { family } from '../family.ts';
import { none, slotOf } from '../table.ts';

const params = tableCase(64, 90);
const inputs = inputsOf(family, params, 1);
const [keys, table] = [inputs['keys']!, inputs['table']!];
const places = keys.map((key) => table.indexOf(key)) as NumberArray;
const foreign = inputs['others']!.map(() => none) as NumberArray;

function judged(change: Partial<{ readonly places: NumberArray; readonly foreign: NumberArray }>) {
  return family.oracle(params, inputs).verify({ places, foreign, ...change }, { longestSum: 1 });
}

test('takes the places that a table of the host has', () => {
  expect(judged({})).toMatchObject({ passed: true });
});

test.for([
  ['two keys in one slot', { places: places.with(0, places[1]!) }, /another key has as well/],
  ['a key in no slot', { places: places.with(3, none) }, /slots are less than 64/],
  ['a slot for a key that is not there', { foreign: foreign.with(5, 7) }, /^foreign\[5\]/],
] as const)('refuses %s', ([, change, says]) => {
  expect(judged(change)).toMatchObject({ passed: false, message: expect.stringMatching(says) });
});

test('refuses a key behind an empty slot', () => {
  const empty = table.indexOf(none);
  const moved = keys.findIndex((key, index) => slotOf(key, 64) === places[index]);
  const message = expect.stringMatching(/and slot \d+ before it is empty/);
  expect(judged({ places: places.with(moved, empty) })).toMatchObject({ passed: false, message });
});
