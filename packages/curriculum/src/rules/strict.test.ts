// What is no proof: a skipped test, a test on another adapter, an absent rival, an item before those that come first.
import type { Result } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import { completion } from '../completion.ts';
import { parseItems } from '../parse.ts';
import { curriculumOf, evidenceOf, itemOf, passed, runOf, skipped, testsOf } from '../testing.ts';
import type { Item, ItemState, RatioRule, Rule, TestEvidence } from '../types.generated.ts';

type Given = Parameters<typeof evidenceOf>;

const stateOf = (rule: Rule, given: Given, more: Partial<Item> = {}): ItemState | undefined =>
  completion(curriculumOf([itemOf('f.x', rule, more)]), evidenceOf(...given)).items[0];
const took = (m: number, us: number) => passed({ id: `f/fast/n=8,m=${m},f32`, us });
const whats = (state: ItemState | undefined) => state?.missing.map(({ what }) => what);
describe('tests', () => {
  const rule: Rule = { rule: 'tests', file: 'packages/a/src/a.test.ts', names: ['adds'] };
  const host: Rule = { ...rule, on: 'host' };
  const said = (tests: TestEvidence, asked: Rule = rule, needs: Item['needs'] = ['any', 'gpu']) =>
    stateOf(asked, [[runOf('1', [])], [tests]], { needs: needs ?? [] });
  const adapter = { name: 'GPU', vendor: 'nvidia', software: false, features: ['shader-f16'] };

  test('that were skipped prove nothing, beside others of their name as well', () => {
    const state = said(testsOf('1', 'skipped'), rule, ['any']);
    expect(whats(state)).toEqual(['packages/a/src/a.test.ts: "adds up" was skipped']);
    const { tests } = testsOf('1', 'passed');
    const both = {
      ...testsOf('1', 'passed'),
      tests: [...tests, ...tests.map((one) => ({ ...one, name: 'adds down', status: 'skipped' as const }))],
    };
    expect(said(both, rule, ['any'])?.state).toBe('not-started');
  });

  test('on software, or nobody knows where, prove nothing of hardware', () => {
    const onSoftware = {
      ...testsOf('1', 'passed'),
      adapter: { ...adapter, name: 'SwiftShader', software: true },
    };
    expect(whats(said(onSoftware))).toEqual([
      'packages/a/src/a.test.ts, run on a hardware adapter: it ran on SwiftShader',
    ]);
    expect(said(testsOf('1', 'passed'))?.state).toBe('implemented');
    expect(said({ ...testsOf('1', 'passed'), adapter })?.state).toBe('proven');
    expect(
      said({ ...testsOf('1', 'passed'), adapter: { ...adapter, features: [] } }, rule, ['f16'])?.state,
    ).toBe('not-applicable');
  });

  test('on a GPU speak for what software lacks, and for nothing else', () => {
    const onSoftware = {
      ...testsOf('2', 'passed'),
      adapter: { ...adapter, name: 'SwiftShader', software: true },
    };
    const both = (status: 'passed' | 'failed', asked: Rule = rule) =>
      stateOf(asked, [[runOf('1', [])], [{ ...testsOf('1', status), adapter }, onSoftware]], {
        needs: ['any', 'gpu'],
      });
    expect(both('passed')).toMatchObject({
      state: 'proven',
      evidence: [{ commit: testsOf('1', 'passed').commit, value: expect.stringContaining('on GPU') }],
    });
    expect(whats(both('failed'))).toEqual(['packages/a/src/a.test.ts: "adds up" failed']);
    expect(both('failed', host)?.state).toBe('proven');
    const elsewhere = { ...rule, file: 'packages/b/src/b.test.ts' };
    expect(whats(both('passed', elsewhere))).toEqual(['the tests of packages/b/src/b.test.ts, run']);
  });

  test('that open no adapter prove what they say wherever they ran', () => {
    const state = said(testsOf('1', 'passed'), host);
    expect(state).toMatchObject({
      state: 'proven',
      evidence: [{ value: expect.stringContaining('on no adapter') }],
    });
  });
});

describe('numbers', () => {
  const open: Rule = {
    rule: 'quantity',
    of: { family: 'f', variants: ['fast'], where: { n: '*', m: '*', dtype: 'f32' } },
    quantity: 'medianUs',
    atMost: 10,
    at: { n: [8] },
  };

  test.for([
    {
      what: 'a good one of the same id hides no later one',
      runs: [[took(1, 10)], [took(1, 20)]],
      isMet: false,
    },
    { what: 'another id at the place may be good', runs: [[took(1, 20), took(2, 10)]], isMet: true },
    {
      what: 'of two ids both may turn bad',
      runs: [
        [took(1, 10), took(2, 10)],
        [took(1, 20), took(2, 20)],
      ],
      isMet: false,
    },
  ])('count by the newest of each id: $what', ({ runs, isMet }) => {
    const given = runs.map((results, index) => runOf(String(index + 1), results));
    expect(stateOf(open, [given, []])?.state === 'proven').toBe(isMet);
  });

  const at = { n: [8, 16] };
  const all = (['fast', 'slow', 'slower'] as const).flatMap((variant, index) =>
    [8, 16].map((n) => passed({ id: `f/${variant}/n=${n},f32`, us: 10 * (index + 1) })),
  );
  const of = { family: 'f', variants: ['fast'], where: { n: '*', dtype: 'f32' } };
  const rival: RatioRule = {
    rule: 'ratio',
    of,
    at,
    over: { variants: ['slow', 'slower'] },
    quantity: 'speed',
    above: 1,
  };
  const rules: readonly Rule[] = [
    rival,
    {
      rule: 'quantity',
      of: { ...of, variants: ['fast', 'slow', 'slower'] },
      at,
      quantity: 'medianUs',
      above: 0,
    },
    { rule: 'passed', of: { ...of, variants: ['fast', 'slow', 'slower'] }, at },
  ];

  test.for(rules)('$rule: every variant and every rival is asked for at every place', (rule) => {
    expect(stateOf(rule, [[runOf('1', all)]])?.state).toBe('proven');
    for (const one of all) {
      const rest = all.filter((other) => other !== one);
      expect([one.id, stateOf(rule, [[runOf('1', rest)]])?.state]).not.toEqual([one.id, 'proven']);
      const less = [...rest, skipped(one)];
      expect([one.id, stateOf(rule, [[runOf('1', all), runOf('2', less)]])?.state]).toEqual([
        one.id,
        'regressed',
      ]);
    }
  });

  test('a ratio does not go back to an older run where the newest that has both holds a skip', () => {
    const [fast, slow] = ['fast', 'slow'].map((variant) => passed({ id: `f/${variant}/n=8,f32` }));
    if (!fast || !slow) throw new Error('two variants make two results');
    const one: Rule = { ...rival, at: { n: [8] }, over: { variants: ['slow'] }, atLeast: 1, above: 0 };
    const runs = [runOf('1', [fast, slow]), runOf('2', [fast, skipped(slow)]), runOf('3', [slow])];
    expect(stateOf(one, [runs.slice(0, 1)])?.state).toBe('proven');
    expect(stateOf(one, [runs])?.state).toBe('regressed');
  });
});

test('what no device offers stands as a skip with its reason, until it passes', () => {
  const at = { n: [1, 2] };
  const rule: Rule = { rule: 'declined', of: { family: 'f', where: { n: '*', dtype: 'f64' } }, at };
  const [one, two] = [1, 2].map((n) => passed({ id: `f/a/n=${n},f64` }));
  if (!one || !two) throw new Error('two sizes make two results');
  const state = (...results: readonly Result[]) => stateOf(rule, [[runOf('1', results)]]);
  expect(state(skipped(one), skipped(two))).toMatchObject({
    state: 'proven',
    evidence: [{ value: 'not here', threshold: 'declined' }, {}],
  });
  expect(whats(state(skipped(one)))).toEqual(['no result of f/*/n=2,f64 that was skipped with its reason']);
  expect(whats(state(skipped(one), skipped(two), passed({ id: 'f/b/n=2,f64' })))).toEqual([
    'f/b/n=2,f64 passed, and is asked to be declined',
  ]);
});

test('an item whose rule holds waits for those that come before it, and says so', () => {
  const rule: Rule = { rule: 'passed', of: { family: 'f' } };
  const first: Rule = { rule: 'passed', of: { family: 'g' } };
  const items = curriculumOf([itemOf('f.x', rule, { after: ['f.first'] }), itemOf('f.first', first)]);
  const state = (...results: readonly Result[]) =>
    completion(items, evidenceOf([runOf('1', results)])).items[0];
  const [own, before] = [passed({ id: 'f/a/n=1,f32' }), passed({ id: 'g/a/n=1,f32' })];
  expect(state(own)).toMatchObject({
    state: 'implemented',
    heldBackBy: ['f.first'],
    missing: [{ what: 'item f.first, proven first' }],
  });
  expect(state(own, before)).toMatchObject({ state: 'proven', missing: [] });
  expect(state()?.heldBackBy).toBeUndefined();
});

describe('the schema refuses', () => {
  const of = { family: 'f' };
  test.for([
    ['awkward cases without completeness', { rule: 'edge-cases', of, sets: ['EC'] }, 'complete'],
    ['tests without names', { rule: 'tests', file: 'packages/a/src/a.test.ts' }, 'names'],
    ['a write-up without what it should say', { rule: 'artefact', path: 'docs/a.md' }, 'sections'],
    [
      'a section of which nothing is asked',
      { rule: 'artefact', path: 'docs/a.md', sections: [{ heading: 'A', columns: ['b'] }] },
      'says',
    ],
    ['a number nowhere', { rule: 'quantity', of, quantity: 'speed', above: 1 }, 'at'],
    [
      'a rival without a name',
      { rule: 'ratio', of, over: { family: 'g' }, quantity: 'speed', count: 1 },
      'variants',
    ],
    [
      'growth over whatever there is',
      { rule: 'growth', of, quantity: 'speed', along: 'n', order: 'linear' },
      'at',
    ],
  ] as const)('%s', ([, rule, property]) => {
    const items = [{ ...itemOf('f.x', { rule: 'passed', of }), rule }];
    expect(() => parseItems('own.json', { schemaVersion: 1, items })).toThrow(`own.json: /items/0/rule`);
    expect(() => parseItems('own.json', { schemaVersion: 1, items })).toThrow(`'${property}'`);
  });
});
