// Every kind of rule: proven, regressed, missing, not applicable, and never proven by software.
import type { Result } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import type { Artefact } from '../artefact.ts';
import { completion } from '../completion.ts';
import { readSections } from '../page.ts';
import type { Evidence } from '../snapshot.ts';
import {
  curriculumOf,
  evidenceOf,
  failed,
  itemOf,
  passed,
  runOf,
  sha,
  software,
  testsOf,
} from '../testing.ts';
import type { ItemState, Rule, TestEvidence } from '../types.generated.ts';

const naive = passed({ id: 'f/naive/n=8,f32', us: 20 });
const fast = passed({ id: 'f/fast/n=8,f32', us: 10 });
const buffers = (variant: string, n: number, bytes: number): Result =>
  passed({ id: `f/${variant}/n=${n},f32`, more: { peakBufferBytes: bytes } });
const square = [64, 128, 256].map((n) => buffers('square', n, 1000 + n * n));
const peer = passed({ id: 'f/torch-sum/n=8,f32', us: 20, more: { kind: 'peer' } });
const text =
  '# A\n\n## Ladder\n\nAll of it.\n\n| rung | time, µs |\n| --- | --- |\n| `f fast` | 1 |\n| naive | 2 |\n';
const page = (missing: number, commit: string): Artefact => ({
  path: 'docs/reports/a.md',
  commit,
  rows: 3,
  missing,
  intact: true,
  sections: readSections(text),
});

interface Case {
  readonly kind: Rule['rule'];
  readonly rule: Rule;
  /** Evidence at a commit that proves, and at one that does not. */
  readonly good: readonly Result[];
  readonly bad: readonly Result[];
}

const fastOf = { family: 'f', variants: ['fast'], where: { n: 8, dtype: 'f32' } };
const naiveOf = { family: 'f', variants: ['naive'] };
const cases: readonly Case[] = [
  {
    kind: 'passed',
    rule: { rule: 'passed', of: fastOf, at: { n: [8] }, timed: true },
    good: [fast],
    bad: [failed(fast)],
  },
  {
    kind: 'edge-cases',
    rule: {
      rule: 'edge-cases',
      of: { family: 'f', variants: ['fast', 'naive'] },
      sets: ['EC'],
      complete: true,
    },
    good: [fast, naive],
    bad: [
      fast,
      { ...naive, coverage: [{ set: 'EC', total: 3, passed: 2, skipped: 0, failed: ['n=0,f32'] }] },
    ],
  },
  {
    kind: 'quantity',
    rule: { rule: 'quantity', of: fastOf, quantity: 'pctOfPeak', atLeast: 8, minSamples: 20, at: { n: [8] } },
    good: [fast],
    bad: [passed({ id: fast.id, us: 11 })],
  },
  {
    kind: 'ratio',
    rule: { rule: 'ratio', of: fastOf, at: { n: [8] }, over: naiveOf, quantity: 'speed', atLeast: 2 },
    good: [fast, naive],
    bad: [fast, passed({ id: naive.id, us: 19 })],
  },
  {
    kind: 'growth',
    rule: {
      rule: 'growth',
      of: { family: 'f', variants: ['square'], where: { n: '*', dtype: 'f32' } },
      quantity: 'peakBufferBytes',
      along: 'n',
      order: 'quadratic',
      at: [64, 128, 256],
    },
    good: square,
    bad: [64, 128, 256].map((n) => buffers('square', n, n)),
  },
  {
    kind: 'distinct',
    rule: { rule: 'distinct', of: { family: 'f' }, by: ['variant'], atLeast: 2 },
    good: [fast, naive],
    bad: [failed(fast)],
  },
  {
    kind: 'peer',
    rule: { rule: 'peer', of: fastOf, by: ['torch'] },
    good: [fast, peer],
    bad: [failed(fast)],
  },
  {
    kind: 'all',
    rule: {
      rule: 'all',
      rules: [
        { rule: 'passed', of: fastOf },
        { rule: 'passed', of: naiveOf },
      ],
    },
    good: [fast, naive],
    bad: [failed(naive)],
  },
  {
    kind: 'any',
    rule: {
      rule: 'any',
      rules: [
        { rule: 'passed', of: { family: 'g' } },
        { rule: 'passed', of: fastOf },
      ],
    },
    good: [fast],
    bad: [failed(fast)],
  },
];

function stateOf(
  rule: Rule,
  evidence: Evidence,
  more: Parameters<typeof itemOf>[2] = {},
): ItemState | undefined {
  return completion(curriculumOf([itemOf('f.x', rule, more)]), evidence).items[0];
}

describe.for(cases)('$kind', ({ rule, good, bad }) => {
  test('is proven, with the numbers, the run and the commit behind it', () => {
    const state = stateOf(rule, evidenceOf([runOf('1', good)]));
    expect(state).toMatchObject({ state: 'proven', missing: [], provenAt: sha('1') });
    expect(state?.evidence[0]).toMatchObject({ commit: sha('1'), machine: 'gpu-vulkan-00000001', met: true });
  });

  test('is regressed once it held and does not', () => {
    const state = stateOf(rule, evidenceOf([runOf('1', good), runOf('2', bad)]));
    expect(state).toMatchObject({ state: 'regressed', provenAt: sha('1') });
    expect(state?.missing).not.toEqual([]);
  });

  test('without results is not started and says which it needs', () => {
    const state = stateOf(rule, evidenceOf([]));
    expect(state?.state).toBe('not-started');
    expect(state?.missing.some(({ select }) => select !== undefined)).toBe(true);
  });

  test('is not applicable where no machine has the feature', () => {
    const needs = ['gpu', 'subgroup-matrix'] as const;
    const state = stateOf(rule, evidenceOf([runOf('1', good)]), { needs });
    expect(state).toMatchObject({
      state: 'not-applicable',
      missingFeatures: ['chromium-experimental-subgroup-matrix'],
    });
  });

  test('is never proven by a software adapter, but implemented', () => {
    const state = stateOf(rule, evidenceOf([runOf('1', good, software)]));
    expect(state?.state).toBe('implemented');
  });
});

const documents: readonly {
  readonly kind: string;
  readonly rule: Rule;
  readonly good: Evidence;
  readonly bad: Evidence;
}[] = [
  ...(
    [
      ['tests', { rule: 'tests', file: 'packages/a/src/a.test.ts', names: ['adds'] }, testsOf('2', 'failed')],
      ['line-coverage', { rule: 'line-coverage', above: 80 }, testsOf('2', 'passed', 79)],
    ] as const satisfies readonly (readonly [string, Rule, TestEvidence])[]
  ).map(([kind, rule, worse]) => ({
    kind,
    rule,
    good: evidenceOf([], [testsOf('1', 'passed')]),
    bad: evidenceOf([], [testsOf('1', 'passed'), worse]),
  })),
  {
    kind: 'artefact',
    rule: { rule: 'artefact', path: 'docs/reports/a.md', sections: [{ heading: 'Ladder', rows: 2 }] },
    good: evidenceOf([runOf('1', [])], [], [page(0, sha('1'))]),
    bad: evidenceOf([runOf('1', []), runOf('2', [])], [], [page(0, sha('1')), page(1, sha('2'))]),
  },
];

describe.for(documents)('$kind', ({ rule, good, bad }) => {
  test('is proven, regresses and is missing', () => {
    const needs = ['any'] as const;
    expect(stateOf(rule, good, { needs })?.state).toBe('proven');
    expect(stateOf(rule, bad, { needs })?.state).toBe('regressed');
    expect(stateOf(rule, evidenceOf([]), { needs })).toMatchObject({ state: 'not-started', missing: [{}] });
  });
});

test('an item that needs CI is not proven by a local run of its tests', () => {
  const rule: Rule = { rule: 'tests', file: 'packages/a/src/a.test.ts', names: ['adds up'] };
  const local = { ...testsOf('1', 'passed'), environment: 'local' } as const;
  expect(stateOf(rule, evidenceOf([], [local]), { needs: ['ci'] })?.state).not.toBe('proven');
  expect(stateOf(rule, evidenceOf([], [testsOf('1', 'passed')]), { needs: ['ci'] })?.state).toBe('proven');
  const later = { ...testsOf('2', 'failed'), environment: 'local' } as const;
  const both = evidenceOf([], [testsOf('1', 'passed'), later]);
  expect(stateOf(rule, both, { needs: ['ci'] })?.state).toBe('proven');
  expect(stateOf(rule, both, { needs: ['any'] })?.state).toBe('regressed');
});

test('a test file that the newest run of the tests does not have proves nothing', () => {
  const rule: Rule = { rule: 'tests', file: 'packages/a/src/a.test.ts', names: ['adds up'] };
  const without = { ...testsOf('2', 'passed'), tests: [] };
  const both = evidenceOf([], [testsOf('1', 'passed'), without]);
  expect(stateOf(rule, both, { needs: ['any'] })?.state).toBe('regressed');
});

test('an item waits for those that its rule names, and regresses with them', () => {
  const items = curriculumOf([
    itemOf('f.all', { rule: 'items', ids: ['f.x'] }),
    itemOf('f.x', { rule: 'passed', of: fastOf }),
  ]);
  const state = (...runs: Parameters<typeof evidenceOf>[0]) => completion(items, evidenceOf(runs)).items[0];
  expect(state()).toMatchObject({
    state: 'not-started',
    missing: [{ what: 'a run on a machine with a hardware adapter' }, { what: 'item f.x, proven' }],
  });
  expect(state(runOf('1', [fast]))?.state).toBe('proven');
  expect(state(runOf('1', [fast]), runOf('2', [failed(fast)]))?.state).toBe('regressed');
});

test('a ratio compares results of one run only', () => {
  const rule: Rule = {
    rule: 'ratio',
    of: fastOf,
    at: { n: [8] },
    over: naiveOf,
    quantity: 'speed',
    above: 1,
  };
  const apart = evidenceOf([runOf('1', [naive]), runOf('2', [fast])]);
  expect(stateOf(rule, apart)).toMatchObject({
    state: 'implemented',
    missing: [{}, { what: 'measured in the same run' }],
  });
});

test('a timing that must not be compared proves no speed', () => {
  const throttled = { ...fast, comparable: false, comparableReasons: ['throttled'] as const };
  const rule: Rule = { rule: 'quantity', of: fastOf, quantity: 'gbps', above: 0, count: 1 };
  expect(stateOf(rule, evidenceOf([runOf('1', [throttled])]))?.state).toBe('implemented');
});

test('a parameter that a rule does not name must be at its default', () => {
  const other = passed({ id: 'f/fast/n=8,op=max,f32' });
  const old = passed({ id: 'f/fast/n=8,f32', params: { op: 'sum' } });
  expect(stateOf({ rule: 'passed', of: fastOf }, evidenceOf([runOf('1', [other])]))?.state).toBe(
    'not-started',
  );
  expect(stateOf({ rule: 'passed', of: fastOf }, evidenceOf([runOf('1', [old])]))?.state).toBe('proven');
});
