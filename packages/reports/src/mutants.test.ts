import type { MutantScores, RungScore } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { mutantSection } from './mutants.ts';

const rung = (family: string, killed: number, mutants: number, equivalent = 0): RungScore => ({
  family,
  rung: 'naive',
  mutants,
  killed,
  equivalent,
  stillborn: 0,
  cases: 1,
  seconds: 1,
  survivors: [],
  killings: [],
});

const file = (set: 'full' | 'software', rungs: readonly RungScore[]): MutantScores => ({
  schemaVersion: 1,
  commit: 'abcdef01'.repeat(5),
  dirty: false,
  machine: 'a GPU',
  software: false,
  set,
  seed: 7,
  perRung: 30,
  startedAt: '2026-01-01T00:00:00Z',
  seconds: 60,
  rungs,
});

test('a row a family and a column a file, with what was counted', () => {
  const full = file('full', [rung('scan', 19, 20), rung('scan', 10, 11, 1), rung('gemm', 5, 5)]);
  expect(mutantSection([full, file('software', [rung('scan', 1, 4)])])).toMatchInlineSnapshot(`
    "| family | \`full\` on a GPU | \`software\` on a GPU |
    | --- | ---: | ---: |
    | gemm | 100.0 % of 5 |  |
    | scan | 96.7 % of 30 | 25.0 % of 4 |
    | all | 97.1 % of 35 | 25.0 % of 4 |

    - \`full\` on a GPU: up to 30 mutants of each of 3 rungs of scan, gemm, seed 7, 1 of them equivalent; commit abcdef01
    - \`software\` on a GPU: up to 30 mutants of each of 1 rungs of scan, seed 7, 0 of them equivalent; commit abcdef01"
  `);
});

test('files of one set on one machine share a column', () => {
  const [first, second] = [[rung('scan', 3, 4)], [rung('sort', 1, 4)]].map((rungs) =>
    file('software', rungs),
  );
  if (!first || !second) throw new Error('two files');
  expect(mutantSection([first, second]).split('\n').slice(0, 5)).toEqual([
    '| family | `software` on a GPU |',
    '| --- | ---: |',
    '| scan | 75.0 % of 4 |',
    '| sort | 25.0 % of 4 |',
    '| all | 50.0 % of 8 |',
  ]);
});

test('says how to measure where nothing was', () => {
  expect(mutantSection([])).toContain('bench mutants --out');
});
