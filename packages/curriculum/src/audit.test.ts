// Rules that little could satisfy are told.
import { expect, test } from 'vitest';
import { audit, leastResults } from './audit.ts';
import { completion } from './completion.ts';
import { noEvidence } from './snapshot.ts';
import { curriculumOf, itemOf } from './testing.ts';
import type { Rule } from './types.generated.ts';

const of = { family: 'f', variants: ['a', 'b'], where: { n: '*', dtype: 'f32' } };
const one = { family: 'f', variants: ['a'] };
const file = 'packages/a/src/a.test.ts';
const rules: readonly (readonly [Rule, number])[] = [
  [{ rule: 'passed', of: one }, 1],
  [{ rule: 'passed', of, at: { n: [1, 2], dtype: ['f32', 'f16'] } }, 8],
  [{ rule: 'passed', of: one, count: 3 }, 3],
  [{ rule: 'edge-cases', of, sets: ['EC'], complete: true }, 2],
  [{ rule: 'quantity', of, quantity: 'speed', count: 1 }, 1],
  [{ rule: 'quantity', of, quantity: 'speed', at: { n: [1, 2] } }, 4],
  [{ rule: 'ratio', of: one, over: { variants: ['b'] }, quantity: 'speed', count: 1 }, 2],
  [{ rule: 'growth', of: one, quantity: 'speed', along: 'n', order: 'linear', at: [1, 2, 4] }, 3],
  [{ rule: 'distinct', of: one, by: ['n'], atLeast: 5 }, 5],
  [{ rule: 'peer', of: one, by: ['torch'] }, 2],
  [{ rule: 'tests', file, names: ['adds'] }, Infinity],
  [
    {
      rule: 'all',
      rules: [
        { rule: 'passed', of: one },
        { rule: 'quantity', of: { family: 'f' }, quantity: 'speed', count: 1 },
      ],
    },
    1,
  ],
  [
    {
      rule: 'all',
      rules: [
        { rule: 'passed', of: { ...one, where: { n: 1 } } },
        { rule: 'passed', of: { ...one, where: { n: 2 } } },
        { rule: 'passed', of: { family: 'g' } },
      ],
    },
    3,
  ],
  [
    {
      rule: 'any',
      rules: [
        { rule: 'passed', of: one },
        { rule: 'tests', file, names: ['adds'] },
      ],
    },
    1,
  ],
];

test.for(rules)('%o could be satisfied by %d results', ([rule, count]) => {
  expect(leastResults(rule)).toBe(count);
});

test('an item stands with its promise, its rule in words and what makes it weak', () => {
  const items = curriculumOf([
    itemOf('f.x', { rule: 'passed', of: one }, { evidence: 'it is fast' }),
    itemOf('f.tests', { rule: 'tests', file, names: ['adds'], on: 'host' }),
    itemOf('f.page', { rule: 'artefact', path: 'docs/a.md', sections: [{ heading: '*', rows: 9 }] }),
    itemOf('f.cases', { rule: 'edge-cases', of, sets: ['EC'], complete: true }),
    itemOf('f.good', { rule: 'passed', of, at: { n: [1, 2] } }),
  ]);
  const audited = audit(items, completion(items, noEvidence));
  expect(audited[0]).toMatchObject({ id: 'f.x', promise: 'it is fast', checks: ['f/a/* passed'] });
  expect(audited.map(({ id, flags }) => [id, flags])).toEqual([
    ['f.x', ['one result could satisfy it']],
    [
      'f.tests',
      ['one test could satisfy it', 'tests that open no adapter stand for a part of what needs one'],
    ],
    ['f.page', ['write-ups alone satisfy it']],
    ['f.cases', ['how many cases of EC a variant must take is not said']],
    ['f.good', []],
  ]);
});
