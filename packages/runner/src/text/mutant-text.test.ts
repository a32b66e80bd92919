import type { Mutant, MutantScores } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { mutantTables } from './mutant-text.ts';

const mutant: Mutant = {
  operator: 'barrier',
  file: 'tree.wgsl',
  line: 41,
  before: 'workgroupBarrier();',
  after: '',
};
const rung = {
  family: 'reduce',
  rung: 'naive',
  mutants: 4,
  killed: 4,
  equivalent: 0,
  stillborn: 1,
  cases: 12,
  seconds: 1.2,
  survivors: [],
  killings: [],
};
const scores: MutantScores = {
  schemaVersion: 1,
  commit: 'abcdef01'.repeat(5),
  dirty: false,
  machine: 'a GPU',
  software: false,
  set: 'full',
  seed: 1,
  perRung: 4,
  startedAt: '2026-01-01T00:00:00Z',
  seconds: 2,
  rungs: [rung, { ...rung, rung: 'tree', killed: 2, equivalent: 1, survivors: [mutant] }],
};

test('a line a rung and a family, then every survivor with its place', () => {
  expect(mutantTables(scores)).toMatchInlineSnapshot(`
    "rung          score    killed  of  equivalent  stillborn  cases   time
    ────────────  ───────  ──────  ──  ──────────  ─────────  ─────  ─────
    reduce/naive  100.0 %       4   4           0          1     12  1.2 s
    reduce/tree   66.7 %        2   4           1          1     12  1.2 s
    reduce        85.7 %        6   8           1          2         2.4 s

    survivors
    reduce/tree tree.wgsl:41 barrier: workgroupBarrier(); → nothing
    "
  `);
});
