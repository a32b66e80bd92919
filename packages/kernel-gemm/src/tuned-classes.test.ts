// A table's choice is of the case that stands for a class: a neighbour may have other values to choose from.
import { expect, test } from 'vitest';
import { hopper } from '../fixtures/hopper.ts';
import { gemmCase } from './cases.ts';
import { family } from './family.ts';

const facts = hopper;

test('a product of 17 rows is planned beside a table for 16', () => {
  const rung = family.variants.find(({ name }) => name === 'tensor-pipelined');
  if (!rung?.tuning) throw new Error('no such rung');
  const { tuning } = rung;
  const [tuned, neighbour] = [16, 17].map((m) => gemmCase([m, 4096, 4096], { dtype: 'f16' }));
  if (!tuned || !neighbour) throw new Error('no cases');
  const space = tuning.space(tuned, facts);
  if ('skip' in space) throw new Error(space.skip.message);
  const key = `${tuning.rung} ${tuning.classOf(tuned, facts)}`;
  expect(key).toBe(`${tuning.rung} ${tuning.classOf(neighbour, facts)}`);
  // Sixteen rows of a tile are no choice of 17.
  const choice = { ...space.usual, bm: 16, subgroupsDown: 1 };
  expect(tuning.plan(tuned, facts, choice)).toHaveProperty('passes');
  expect(rung.plan(neighbour, { ...facts, tuned: { [key]: { choice, space: '', at: '' } } })).toEqual(
    rung.plan(neighbour, facts),
  );
});
