// Awkward cases of all rungs: what is asked for and what is not, and how many processes each family has.
import type { Machine } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { cover, named, namesOf } from '../../fixtures/covering.ts';
import { dealOut } from './cover-families.ts';

test.for([
  { what: 'one process has room', more: { width: 1 } },
  { what: 'nothing is timed', more: { job: { timing: false } } },
  { what: 'no awkward case is wanted', more: { job: { edgeCases: false } } },
])('nobody is asked where $what', async ({ more: { job, ...more } }) => {
  const usual = {
    gpu: { kind: 'auto' },
    seed: 1,
    effort: 'quick',
    machine: { software: false } as Machine,
  } as const;
  const ids = namesOf('right', 'other');
  const found = await cover(ids, { ...more, job: { ...usual, ...job } });
  expect(found).toMatchObject({ left: named(ids), covered: {}, asked: [''] });
});

test('nobody is asked for one rung alone', async () => {
  expect((await cover(namesOf('right'))).asked).toEqual(['']);
});

test('families come one after another, each with as many processes as it has rungs', () => {
  const families = [1, 5].map((count, at) => ({
    family: { name: ['small', 'large'][at]!, entry: '' },
    rungs: Array.from({ length: count }, (_, rung) => ({ rung: `${rung}`, id: `${rung}` })),
  }));
  const shares = dealOut(families, 3).map(
    ({ family, share: { index, of } }) => `${family.name} ${index}/${of}`,
  );
  expect(shares.slice(0, 4)).toEqual(['small 0/2', 'small 1/2', 'large 0/10', 'large 1/10']);
  expect(shares.at(-1)).toBe('large 9/10');
});

test('half of the processes are at the first family at once, and a third at any other, however few its rungs', () => {
  const families = [1, 1, 58].map((count, at) => ({
    family: { name: ['first', 'second', 'third'][at]!, entry: '' },
    rungs: Array.from({ length: count }, (_, rung) => ({ rung: `${rung}`, id: `${rung}` })),
  }));
  const shares = Map.groupBy(dealOut(families, 15), ({ family }) => family.name);
  expect([...shares.values()].map(({ length }) => length)).toEqual([8, 5, 58]);
});
