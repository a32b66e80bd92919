// What a user's own files can get wrong, and what they can change.
import { readFileSync } from 'node:fs';
import { readJson } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import { createCurriculum, thresholdsOf } from './curriculum.ts';
import { parseItems, parseProgress } from './parse.ts';
import { checkProgress } from './progress.ts';
import { loadCurriculum } from './project.ts';
import { itemStates } from './states.ts';
import { takeSnapshot } from './snapshot.ts';
import { evidenceOf, itemOf, passed, runOf } from './testing.ts';
import type { Item, ItemsFile } from './types.generated.ts';

const rule = { rule: 'passed', of: { family: 'f' } } as const;
const own = (items: readonly Item[], more: Partial<ItemsFile> = {}) => ({
  file: 'own.json',
  content: {
    schemaVersion: 1 as const,
    tracks: [{ id: 't', title: 'T', phases: [{ id: 'p', title: 'P' }] }],
    items,
    ...more,
  },
});

test('a rule of two parts is not started while one of them has no result, whatever the other shows', () => {
  const two = { rule: 'all', rules: [rule, { rule: 'passed', of: { family: 'g' } }] } as const;
  const known = createCurriculum([own([itemOf('f.x', two)])]);
  const [f, g] = ['f', 'g'].map((family) => passed({ id: `${family}/a/n=1,f32` }));
  const stateOf = (...results: readonly (typeof f)[]) => {
    const runs = results.flatMap((result) => (result ? [runOf('1', [result])] : []));
    return itemStates(known, takeSnapshot(evidenceOf(runs))).get('f.x');
  };
  expect(stateOf(f)).toMatchObject({ state: 'not-started', evidence: [{ met: true }], missing: [{}] });
  expect(stateOf(f, g)).toMatchObject({ state: 'proven' });
});

describe('files of items', () => {
  test.for([
    ['{', 'own.json: not JSON'],
    [{}, 'own.json: /: must have required property'],
    [{ schemaVersion: 1, goals: [] }, 'own.json: /: unknown field "goals"'],
    [
      { schemaVersion: 1, items: [{ ...itemOf('f.x', rule), rule: { rule: 'guess' } }] },
      'own.json: /items/0/rule: there is no rule "guess"',
    ],
    [
      { schemaVersion: 1, items: [{ ...itemOf('f.x', rule), rule: { ...rule, often: 2 } }] },
      'own.json: /items/0/rule: unknown field "often"',
    ],
    [
      { schemaVersion: 1, items: [itemOf('f.x', rule, { kind: 'self' })] },
      'own.json: /items/0/rule: is not allowed with this kind',
    ],
    [{ schemaVersion: 1, items: [itemOf('f.x', rule, { kind: 'out' })] }, 'own.json: /items/0'],
    [{ schemaVersion: 1, items: [itemOf('F x', rule)] }, 'own.json: /items/0/id: must match pattern'],
  ] as const)('%o: %s', ([content, message]) => {
    expect(() =>
      parseItems('own.json', typeof content === 'string' ? readJson('own.json', content) : content),
    ).toThrow(message);
  });

  test.for([
    [
      'an id that is there twice',
      [itemOf('f.x', rule), itemOf('f.x', rule)],
      'own.json: /items/1/id: there is an item "f.x" already',
    ],
    [
      'an unknown place',
      [itemOf('f.x', rule, { places: ['t/q'] })],
      'own.json: /items/0/places/0: there is no track and phase "t/q"',
    ],
    [
      'an unknown item',
      [itemOf('f.x', { rule: 'items', ids: ['f.y'] })],
      '"f.x" names an item "f.y" that does not exist',
    ],
    [
      'a cycle',
      [itemOf('f.x', { rule: 'items', ids: ['f.y'] }), itemOf('f.y', rule, { after: ['f.x'] })],
      '"f.x" depends on itself: f.x → f.y → f.x',
    ],
    ['a cycle of one', [itemOf('f.x', rule, { after: ['f.x'] })], '"f.x" depends on itself: f.x → f.x'],
  ] as const)('%s is an error', ([, items, message]) => {
    expect(() => createCurriculum([own(items)])).toThrow(message);
  });
});

test('a user adds items, tracks and thresholds beside the project’s own', () => {
  const strict = { item: 'reduce.bandwidth-80', at: '/rules/0/above', value: 95 };
  const joined = loadCurriculum([
    own([itemOf('mine.x', rule, { after: ['gemm.naive'] })], { thresholds: [strict] }),
  ]);
  expect(joined.items.size).toBe(218);
  expect(joined.tracks.at(-1)?.id).toBe('t');
  expect(joined.items.get('reduce.bandwidth-80')?.rule).toMatchObject({ rules: [{ above: 95 }, {}] });
  expect(loadCurriculum().items.get('reduce.bandwidth-80')?.rule).toMatchObject({
    rules: [{ above: 80 }, {}],
  });
});

test('the README’s examples are valid', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const blocks = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']): object => JSON.parse(text));
  const [selector, rules, mine, ticks] = blocks;
  const items = [{ rule: 'passed', of: selector }, ...(Array.isArray(rules) ? rules : [])].map(
    (example: unknown, index) => ({ ...itemOf(`f.x${index}`, rule), rule: example }),
  );
  expect(() => parseItems('README.md', { schemaVersion: 1, items })).not.toThrow();
  expect(new Set(items.map((item) => Object(item.rule).rule)).size).toBe(13);
  const joined = loadCurriculum([{ file: 'README.md', content: parseItems('README.md', mine) }]);
  expect(() => checkProgress('README.md', parseProgress('README.md', ticks), joined)).not.toThrow();
});

test('a threshold that points to no number says which there are', () => {
  const wrong = { item: 'reduce.bandwidth-80', at: '/rules/0/of', value: 95 };
  expect(() => loadCurriculum([own([], { thresholds: [wrong] })])).toThrow(
    'own.json: /thresholds/0/at: "/rules/0/of" points to no threshold of "reduce.bandwidth-80": /rules/0/above',
  );
  expect(thresholdsOf({ rule: 'passed', of: {}, count: 3 })).toEqual(['/count']);
});

describe('a learner’s ticks', () => {
  const curriculum = loadCurriculum();
  const ticked = (ticks: readonly object[]) =>
    checkProgress('p.json', parseProgress('p.json', { schemaVersion: 1, ticks }), curriculum);

  test.for([
    [{ item: 'study.books', date: '2026-02-30' }, 'p.json: /ticks/0/date: must match format "date"'],
    [
      { item: 'study.books', date: '2026-02-03', link: 'file:///x' },
      'p.json: /ticks/0/link: must match pattern',
    ],
    [{ item: 'study.boks', date: '2026-02-03' }, 'p.json: /ticks/0/item: there is no item "study.boks"'],
    [
      { item: 'gemm.naive', date: '2026-02-03' },
      'p.json: /ticks/0/item: "gemm.naive" is proven by results, not ticked',
    ],
    [
      { item: 'readiness.apply', date: '2026-02-03' },
      'p.json: /ticks/0/check: must be one of Kernels from memory',
    ],
    [
      { item: 'study.books', check: 'x', date: '2026-02-03' },
      'p.json: /ticks/0/check: "study.books" has no checklist',
    ],
  ] as const)('%o: %s', ([tick, message]) => {
    expect(() => ticked([tick])).toThrow(message);
  });

  test('make an item ticked: at once, or entry by entry', () => {
    const progress = ticked([
      { item: 'study.books', date: '2026-02-03', note: 'first' },
      { item: 'compiler.mlir-integration', date: '2026-02-03', link: 'https://example.org' },
      { item: 'readiness.modular', check: 'GPU fundamentals', date: '2026-02-03' },
      { item: 'readiness.apply', check: 'Portfolio', date: '2026-02-03' },
    ]);
    const states = itemStates(curriculum, takeSnapshot(evidenceOf([])), progress);
    expect(states.get('study.books')?.state).toBe('ticked');
    expect(states.get('compiler.mlir-integration')?.state).toBe('ticked');
    expect(states.get('compiler.rust-runtime')).toMatchObject({
      state: 'not-applicable',
      nearest: expect.any(Array),
    });
    expect(states.get('readiness.modular')).toMatchObject({
      state: 'not-started',
      checklist: expect.arrayContaining([
        { title: 'GPU fundamentals', ticked: true, offered: false, date: '2026-02-03' },
      ]),
    });
    // This one counts only once three of four portfolio items are proven.
    expect(states.get('readiness.apply')?.checklist?.at(-1)).toMatchObject({
      title: 'Portfolio',
      ticked: false,
      blocked: true,
    });
  });

  test('are offered once evidence backs them', () => {
    const items = [
      itemOf('f.x', rule),
      {
        ...itemOf('f.me', rule),
        kind: 'self' as const,
        checklist: [{ title: 'can', offeredBy: { rule: 'items' as const, ids: ['f.x'] } }],
      },
    ].map(({ rule: proof, ...item }) => (item.kind === 'self' ? item : { ...item, rule: proof ?? rule }));
    const joined = createCurriculum([own(items)]);
    const state = (runs: Parameters<typeof evidenceOf>[0]) =>
      itemStates(joined, takeSnapshot(evidenceOf(runs))).get('f.me');
    expect(state([])?.checklist).toEqual([{ title: 'can', ticked: false, offered: false }]);
    expect(state([runOf('1', [passed({ id: 'f/a/n=1,f32' })])])?.checklist).toEqual([
      { title: 'can', ticked: false, offered: true },
    ]);
  });
});
