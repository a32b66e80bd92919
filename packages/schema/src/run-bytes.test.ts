import { expect, test } from 'vitest';
import { parseRunBytes } from './node.ts';
import { misread, unshared, sample } from './validate/testing-measured.ts';
import { recorded } from './validate/testing.ts';

const bytesOf = (run: unknown) => Buffer.from(JSON.stringify(run));

test('some recorded runs are read as their texts say', () => {
  expect(misread(sample)).toEqual([]);
});

test('of some recorded runs what a result is of is shared with the next that says the same', () => {
  expect(unshared(sample)).toEqual([]);
});

test('runs share what they say in the same words, and nothing else', () => {
  const [one, two] = [0, 1].map(() => parseRunBytes('f.json', bytesOf(recorded)));
  expect(two).toEqual(one);
  expect(two!.results[0]!.coverage).toBe(one!.results[0]!.coverage);
  expect(two!.results[0]!.timing).not.toBe(one!.results[0]!.timing);
  const [first, ...others] = recorded.results;
  const coverage = [{ set: 'EC-ONE', total: 1, passed: 1, skipped: 0, failed: [] }];
  const other = parseRunBytes(
    'f.json',
    bytesOf({ ...recorded, results: [{ ...first, coverage }, ...others] }),
  );
  expect(other.results[0]!.coverage).toEqual(coverage);
});

test('of a result that is another one, runs share what is the same', () => {
  const [first, ...others] = recorded.results;
  const changed = { ...recorded, results: [{ ...first!, kernelHash: '0123456789abcdef' }, ...others] };
  const [one, two] = [recorded, changed].map((run) => parseRunBytes('f.json', bytesOf(run)));
  expect(two).toEqual(changed);
  expect(two!.results[0]!.params).toBe(one!.results[0]!.params);
  expect(JSON.stringify(two)).toBe(JSON.stringify(changed));
});

test.for([
  [
    'a time below nothing',
    (text: string) => text.replace('"minNs":', '"minNs":-'),
    '/results/0/timing/minNs',
  ],
  [
    'a status without its reason',
    (text: string) => text.replace('"status":"passed"', '"status":"failed"'),
    '/results/0: must have required property',
  ],
  [
    'a timed check that was not repeated',
    (text: string) => text.replace('"post":true', '"post":false'),
    '/results/0/check/post',
  ],
  [
    'an id once more',
    (text: string) => text.replace('"status":', '"id":"a/b/c","status":'),
    '/results/0/id: must be',
  ],
  [
    'no check',
    (text: string) => text.replace(/"check":\{[^}]*\}+,/, ''),
    "must have required property 'check'",
  ],
] as const)('behind a head that was read before, %s is refused with its place', ([, change, says]) => {
  const text = JSON.stringify(recorded);
  expect(parseRunBytes('f.json', Buffer.from(text))).toEqual(recorded);
  const changed = change(text);
  expect(changed).not.toBe(text);
  expect(() => parseRunBytes('f.json', Buffer.from(changed))).toThrow(says);
});

test('a text in another order or with blanks is read as well', () => {
  const [first, ...others] = recorded.results;
  const { coverage, ...rest } = first!;
  const turned = { ...recorded, results: [{ ...rest, coverage }, ...others] };
  expect(parseRunBytes('f.json', bytesOf(turned))).toEqual(recorded);
  expect(parseRunBytes('f.json', Buffer.from(JSON.stringify(recorded, null, 1)))).toEqual(recorded);
});

test.for([
  [
    'coverage that is no list of sets',
    (text: string) => text.replace('"coverage":[]', '"coverage":[7]'),
    '/results/0/coverage/0',
  ],
  [
    'a field that nobody knows',
    (text: string) => text.replace('"families":[', '"more":1,"families":['),
    'unknown field "more"',
  ],
  [
    'coverage in a place of its own',
    (text: string) => text.replace('"sessions":', '"coverage":[],"comparable":true,"sessions":'),
    'unknown field "coverage"',
  ],
  ['half of a text', (text: string) => text.slice(0, text.length / 2), 'not JSON'],
] as const)('%s is refused with its place', ([, change, says]) => {
  expect(() => parseRunBytes('f.json', Buffer.from(change(JSON.stringify(recorded))))).toThrow(says);
});

test('letters beyond ASCII are read as they were written', () => {
  const named = {
    ...recorded,
    run: { ...recorded.run, commit: { ...recorded.run.commit, subject: '−5 × “é”' } },
  };
  expect(parseRunBytes('f.json', bytesOf(named)).run.commit.subject).toBe('−5 × “é”');
});

test.for(['\f', '\v', '\u00a0', '\ufeff', '\u2028', ',', '\0'])(
  'a text that ends in %j is refused as JSON refuses it, whatever was read before',
  (end) => {
    const text = JSON.stringify(recorded);
    expect(parseRunBytes('f.json', Buffer.from(`${text} \r\n\t`))).toEqual(recorded);
    for (const encoding of ['utf8', 'latin1'] as const)
      expect(() => parseRunBytes('f.json', Buffer.from(text + end, encoding))).toThrow('f.json: not JSON');
  },
);
