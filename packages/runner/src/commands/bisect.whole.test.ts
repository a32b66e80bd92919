// A whole bisection: every commit that it asks about is checked out and measured in turns.
import { afterAll, expect, test } from 'vitest';
import { createRepository } from '../../fixtures/ab.ts';
import { bench } from '../../fixtures/testing.ts';

const repository = createRepository();
afterAll(() => repository.remove());
const { root } = repository;

const id = 'steady/one/n=1024,f32';
const one = (ns: number | null, more = {}) => ({ one: ns, ...more });
const commits = [
  repository.commit(one(100_000), 'Good'),
  repository.commit(one(100_100, { two: 1 }), 'Nothing'),
  repository.commit(one(101_000, { two: 2 }), 'Too little'),
  repository.commit(one(108_000), 'Slower'),
  repository.commit(one(108_500, { two: 1 }), 'Nothing again'),
  repository.commit(one(108_000, { two: 2 }), 'Bad'),
];
const [good = '', , , slower = ''] = commits;

test('finds the commit that made it slower, in the steps of a halving', async () => {
  const argv = ['bisect', id, good, 'main', '--max-blocks', '2', '--seed', '77', '--json'];
  const { code, out, err } = await bench(root, argv);
  expect(code).toBe(0);
  const { suspects: found, seed, steps } = JSON.parse(out);
  expect(seed).toBe(77);
  expect(found).toEqual([slower]);
  expect(steps.map(({ sha }: { sha: string }) => commits.indexOf(sha))).toEqual([5, 2, 3]);
  expect(err).toMatch(/Slower: REGRESSED \+[78]\./);
  expect(err).toContain(`${slower.slice(0, 8)} Slower changed ${id}`);
  expect(repository.leftovers()).toEqual([]);
});
