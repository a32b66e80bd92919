// Tables as people leave them who edit or merge them.
import { expect, test } from 'vitest';
import { readTuningTable } from './parse-tuning.ts';

const entry = {
  rung: 'one',
  class: 'n=64',
  case: 'n=64,f32',
  choice: { tile: 8 },
  usual: { tile: 16 },
  tunedNs: 1000,
  usualNs: 1100,
  speed: { ratio: 1.1, low: 1.05, high: 1.15, turns: 10 },
  compileMs: 50,
  hash: '0'.repeat(16),
  space: '0'.repeat(16),
  search: {
    seed: 1,
    combinations: 2,
    candidates: 2,
    looks: 2,
    samples: 10,
    wrong: 0,
    failed: 0,
    seconds: 3,
    foundNs: 1001,
  },
  versions: { commit: 'test' },
  at: '2026-01-01T00:00:00Z',
  landscape: { parameters: ['tile'], rows: [{ values: [8], round: 0, ns: 1001 }] },
};
const table = { schemaVersion: 1, machine: 'here', family: 'sums', entries: [entry] };
const owner = { machine: 'here', family: 'sums' };
const remedy =
  ': mend the file, or remove it and have `bench tune sums` write another; without one, plans take the usual choice';
const withEntry = (changes: object) => JSON.stringify({ ...table, entries: [{ ...entry, ...changes }] });

test('a whole table is read', () => {
  expect(readTuningTable('t.json', JSON.stringify(table), owner)).toEqual(table);
});

test.for([
  { what: 'half a file', text: '{"schemaVersion":1,', says: 'not JSON: ' },
  { what: 'a merge conflict', text: `<<<<<<< HEAD\n${JSON.stringify(table)}`, says: 'not JSON: ' },
  { what: 'no table', text: '[]', says: '/: must be object, and is []' },
  {
    what: 'another version',
    text: JSON.stringify({ ...table, schemaVersion: 2 }),
    says: '/schemaVersion: must be 1, and is 2',
  },
  {
    what: 'text for a time',
    text: withEntry({ tunedNs: '1 ms' }),
    says: '/entries/0/tunedNs: must be number, and is "1 ms"',
  },
  {
    what: 'a choice that is a list',
    text: withEntry({ choice: [8] }),
    says: '/entries/0/choice: must be object, and is [8]',
  },
  {
    what: 'a value that is none',
    text: withEntry({ choice: { 'a/b': null } }),
    says: '/entries/0/choice/a~1b: must be number,string,boolean, and is null',
  },
  {
    what: 'a hash that is none',
    text: withEntry({ hash: 'xyz' }),
    says: '/entries/0/hash: must match pattern "^[0-9a-f]{16}$", and is "xyz"',
  },
  {
    what: 'a field more',
    text: withEntry({ note: '!' }),
    says: '/entries/0: unknown field "note", and is {',
  },
  {
    what: 'a row without a value',
    text: withEntry({ landscape: { parameters: ['tile'], rows: [{ values: [], round: 0, ns: null }] } }),
    says: '/entries/0/landscape/rows/0/values: must have 1 items, one for each parameter',
  },
  {
    what: 'a parameter without values',
    text: withEntry({ landscape: { parameters: ['tile'], values: [], rows: [] } }),
    says: '/entries/0/landscape/values: must have 1 items, one for each parameter',
  },
  {
    what: 'a refusal of no combination',
    text: withEntry({
      landscape: {
        parameters: ['tile'],
        values: [[8, 16]],
        refused: [{ by: 'limit', why: 'too large', places: [1, 2] }],
        rows: [],
      },
    }),
    says: '/entries/0/landscape/refused/0/places: there are 2 combinations, and 2 is named',
  },
  {
    what: 'two of a kind',
    text: JSON.stringify({ ...table, entries: [entry, entry] }),
    says: '/entries/1: there is another entry for one n=64',
  },
  {
    what: 'a copy of another machine’s',
    text: JSON.stringify({ ...table, machine: 'there' }),
    says: '/machine: must be "here", after which the file is named, not "there"',
  },
])('$what is told with file, place, value and remedy', ({ text, says }) => {
  const read = () => readTuningTable('t.json', text, owner);
  expect(read).toThrow(`t.json: ${says}`);
  expect(read).toThrow(remedy);
});
