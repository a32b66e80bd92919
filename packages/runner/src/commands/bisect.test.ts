import { afterAll, describe, expect, test } from 'vitest';
import { createRepository } from '../../fixtures/ab.ts';
import { advance, beginBisect, nextCommit, sideOf, suspects } from '../ab/bisect.ts';
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
const [good = '', , , , , last = ''] = commits;

test.for([
  { argv: [id, 'main'], says: 'bisect takes an id and two commits' },
  { argv: [id, last, good], says: 'is no first-parent ancestor of' },
  { argv: [id, last, 'main'], says: `${last} and main are the same commit` },
  {
    argv: ['steady/won/n=1024,f32', good, last],
    says: 'unknown rung "steady/won"; did you mean "steady/one"?',
  },
  { argv: [id, 'nothing', last], says: 'nothing is no commit' },
])('refuses $argv', async ({ argv, says }) => {
  const { code, err } = await bench(root, ['bisect', ...argv]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  expect(err).not.toContain('checking out');
});

describe('the halving', () => {
  const bad = { verdict: 'REGRESSED', effect: 0.08 } as const;

  test.for([
    { verdict: 'SAME', effect: 0.001, side: 'old' },
    { verdict: 'IMPROVED', effect: -0.1, side: 'old' },
    { verdict: 'REGRESSED', effect: 0.03, side: 'old' },
    { verdict: 'REGRESSED', effect: 0.06, side: 'new' },
    { verdict: 'UNDECIDED', effect: 0.08, side: 'unknown' },
  ] as const)('takes $verdict $effect for $side', ({ verdict, effect, side }) => {
    expect(sideOf({ verdict, effect }, bad)).toBe(side);
  });

  test('finds each commit of a hundred in seven trials', () => {
    const shas = Array.from({ length: 100 }, (_, at) => String(at));
    for (const [culprit, sha] of shas.entries()) {
      let [state, trials] = [beginBisect(shas), 0];
      for (let next = nextCommit(state); next !== null; next = nextCommit(state)) {
        const isNew = Number(next) >= culprit;
        state = advance(state, next, isNew ? bad : { verdict: 'SAME', effect: 0 }, bad);
        trials++;
      }
      expect(suspects(state)).toEqual([sha]);
      expect(trials).toBeLessThanOrEqual(7);
    }
  });

  test('tries all others before it names those that could not be judged', () => {
    let state = beginBisect(['a', 'b', 'c', 'd', 'e']);
    for (let next = nextCommit(state); next !== null; next = nextCommit(state)) {
      state = advance(state, next, next === 'd' ? bad : null, bad);
    }
    expect(suspects(state)).toEqual(['a', 'b', 'c', 'd']);
  });
});
