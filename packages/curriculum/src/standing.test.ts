// What the rules of two commits prove stands side by side, each difference with its reason.
import { expect, test } from 'vitest';
import audited from '../audited.json' with { type: 'json' };
import { completion } from './completion.ts';
import { loadCurriculum } from './project.ts';
import { standingPage } from './standing.ts';
import { curriculumOf, evidenceOf, itemOf, passed, runOf } from './testing.ts';

const of = { family: 'f' };
const curriculum = curriculumOf([
  itemOf('f.kept', { rule: 'passed', of }),
  itemOf('f.lost', { rule: 'passed', of, count: 2 }),
  itemOf('f.held', { rule: 'passed', of }, { after: ['f.lost'] }),
  itemOf('f.won', { rule: 'passed', of }),
]);
const then = {
  commit: '0'.repeat(40),
  tracks: { t: '3 of 3 (100 %)', all: '3 of 3 (100 %)' },
  proven: ['f.kept', 'f.lost', 'f.held'],
  asked: { 'f.lost': 'one id sufficed; two are asked for', 'f.won': 'was out of reach' },
};

test('every item that holds at the earlier commit alone says why, and what holds it back', () => {
  const done = completion(curriculum, evidenceOf([runOf('1', [passed({ id: 'f/a/n=1,f32' })])]));
  const page = standingPage(curriculum, done, then);
  expect(page).toContain('| t | 3 of 3 (100 %) | 2 of 4 (50 %) |');
  expect(page).toContain('## Held at 00000000 alone: 2');
  expect(page).toContain(
    '| `f.lost` | implemented | one id sufficed; two are asked for; lacks: 1 of 2 results of f/\\*/\\* |',
  );
  expect(page).toContain('| `f.held` | held back by `f.lost` | its own rule holds |');
  expect(page).toContain('Held at both: 1\n\n`f.kept`');
  expect(page).toContain('| `f.won` | proven | was out of reach |');
});

test('names items that there are', () => {
  const { items } = loadCurriculum();
  const named = [...audited.proven, ...Object.keys(audited.asked)];
  expect(named.filter((id) => !items.has(id))).toEqual([]);
});
