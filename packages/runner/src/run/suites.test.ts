import type { FamilyListing, ListedId, SizeClass, Suite } from '@kernel-ladder/schema';
import { isSelected, matches } from '@kernel-ladder/schema/select';
import { expect, test } from 'vitest';
import { chooseIds, familiesIn, parseShard, selectIds, unknownId } from './suites.ts';
import type { Selection } from './suites.ts';
import { sampleLadder } from '../../fixtures/testing.ts';

const listed = (id: string, sizes: readonly SizeClass[]): ListedId => {
  const [family = '', variant = '', caseName = ''] = id.split('/');
  const params = { n: 1, dtype: 'f32' };
  const dtype = { in: 'f32', acc: 'f32', out: 'f32' } as const;
  const work = { flops: 1, minBytes: 8, implBytes: 8 };
  return { id, family, variant, case: caseName, params, dtype, work, sizes, status: 'runnable' };
};

const family = (name: string): FamilyListing => ({
  ...sampleLadder(name, []),
  ids: ['naive', 'tiled'].flatMap((variant) => [
    listed(`${name}/${variant}/n=1,f32`, ['tiny']),
    listed(`${name}/${variant}/n=9,f32`, ['tiny', 'headline']),
  ]),
});

const listings = [family('gemm'), family('scan')];
const suite: Suite = {
  schemaVersion: 1,
  name: 'test',
  select: ['**'],
  effort: 'quick',
  cases: { hardware: ['headline'], software: ['tiny'] },
};
const all: Selection = { suite, globs: [], shard: null, software: true };
const idsOf = (selection: Partial<Selection>) =>
  selectIds(listings, { ...all, ...selection }).map(({ id }) => id);

test('puts the variants of a case side by side, a family after another', () => {
  expect(idsOf({})).toEqual([
    'gemm/naive/n=1,f32',
    'gemm/tiled/n=1,f32',
    'gemm/naive/n=9,f32',
    'gemm/tiled/n=9,f32',
    'scan/naive/n=1,f32',
    'scan/tiled/n=1,f32',
    'scan/naive/n=9,f32',
    'scan/tiled/n=9,f32',
  ]);
});

test('takes the size classes of the kind of adapter', () => {
  expect(idsOf({ software: false }).every((id) => id.endsWith('n=9,f32'))).toBe(true);
});

test.for([
  { globs: ['scan'], count: 4 },
  { globs: ['*/naive'], count: 4 },
  { globs: ['gemm/naive/n=1,f32'], count: 1 },
  { globs: ['gemm/naive/**', 'scan/tiled/*=9*'], count: 3 },
  { globs: ['{gemm,scan}/tiled/n=1,f32'], count: 2 },
])('$globs selects $count ids', ({ globs, count }) => {
  expect(idsOf({ globs })).toHaveLength(count);
});

test('a glob may name an id of a size that the suite leaves out', () => {
  const selection = { ...all, software: false, globs: ['gemm/naive/n=1,f32'] };
  expect(selectIds(listings, selection).map(({ id }) => id)).toEqual(['gemm/naive/n=1,f32']);
});

test.for([
  { select: ['**', '!gemm/naive/**'], count: 6 },
  { select: ['!*/*/n=9,*', 'gemm'], count: 2 },
  { select: ['!(gemm)/**'], count: 4 },
] as const)('a suite that selects $select has $count ids', ({ select, count }) => {
  expect(idsOf({ suite: { ...suite, select: [...select] } })).toHaveLength(count);
});

test.for([
  { globs: ['!gemm'], count: 4 },
  { globs: ['gemm', '!*/naive'], count: 2 },
  { globs: ['!gemm/**', '!*/*/n=9,*'], count: 2 },
  // Said of an id of another size, and of none: a family that is not asked.
  { globs: ['gemm/naive/n=1,f32', '!scan/*/n=9,*'], count: 1 },
  { globs: ['!(gemm)/**'], count: 4 },
])('$globs select $count ids: what `!` names is left out', ({ globs, count }) => {
  expect(idsOf({ globs })).toHaveLength(count);
  expect(
    chooseIds(
      globs,
      listings.flatMap(({ ids }) => ids),
    ),
  ).toHaveLength(count);
});

test('an id goes through where globs take it, or only leave out others', () => {
  const taken = [[], ['gemm'], ['!scan'], ['gemm', '!gemm/naive']].map((select) =>
    isSelected('gemm/naive/n=1,f32', select),
  );
  expect(taken).toEqual([true, true, true, false]);
});

test('what a suite leaves out runs for whoever names it', () => {
  const without: Suite = { ...suite, select: ['**', '!gemm/naive/n=9,f32'] };
  expect(idsOf({ suite: without, globs: ['gemm/naive/n=9,f32'] })).toEqual(['gemm/naive/n=9,f32']);
  expect(idsOf({ suite: without, globs: ['gemm/naive'] })).toEqual(['gemm/naive/n=1,f32']);
});

const peer = (id: string, sizes: readonly SizeClass[]): ListedId => ({
  ...listed(id, sizes),
  kind: 'peer',
});

test('a suite says which rows of peers stand beside which sizes, and whoever names another has it', () => {
  const rows = ['cublas', 'torch'].flatMap((name) => [
    peer(`gemm/${name}/n=1,f32`, ['tiny']),
    peer(`gemm/${name}/n=5,f32`, ['sweep']),
    peer(`gemm/${name}/n=9,f32`, ['headline']),
  ]);
  const beside = [...listings, { ...sampleLadder('gemm', []), ids: rows }];
  const sizes: SizeClass[] = ['tiny', 'sweep', 'headline'];
  const narrow: Suite = {
    ...suite,
    cases: { hardware: sizes, software: [] },
    peerRows: { sweep: ['*/cublas'], headline: ['**'] },
  };
  const chosen = (globs: readonly string[]) =>
    selectIds(beside, { ...all, suite: narrow, software: false, globs })
      .filter(({ kind }) => kind === 'peer')
      .map(({ id }) => id);
  expect(chosen([])).toEqual(['gemm/cublas/n=5,f32', 'gemm/cublas/n=9,f32', 'gemm/torch/n=9,f32']);
  expect(chosen(['gemm/torch/n=5,f32'])).toEqual(['gemm/torch/n=5,f32']);
});

test('a suite selects for itself', () => {
  expect(idsOf({ suite: { ...suite, select: ['scan/tiled'] } })).toHaveLength(2);
});

test('shards part the ids: each in one of them', () => {
  const shards = [1, 2, 3].map((index) => idsOf({ shard: { index, count: 3 } }));
  expect(shards.flat().toSorted()).toEqual(idsOf({}).toSorted());
  expect(shards.map((ids) => ids.length)).toEqual([3, 3, 2]);
});

test('reads I/N', () => {
  expect(parseShard('2/3')).toEqual({ index: 2, count: 3 });
});

test.for(['0/3', '4/3', '1', '1/', 'a/b', '1/2/3'])('refuses the shard %s', (text) => {
  expect(() => parseShard(text)).toThrow(`not "${text}"`);
});

test('a family’s name means all of it, not those that it begins', () => {
  expect(matches('gemm/naive/n=1,f32', ['gemm'])).toBe(true);
  expect(matches('gemmini/naive/n=1,f32', ['gemm'])).toBe(false);
});

test.for([
  { glob: 'gem/naive/**', says: 'unknown family "gem"; did you mean "gemm"?' },
  { glob: 'gemm/tield/**', says: 'unknown rung "gemm/tield"; did you mean "gemm/tiled"?' },
  { glob: 'sc*/naïve', says: 'unknown rung "sc*/naïve"; did you mean "scan/naive"?' },
  {
    glob: 'scan/tiled/n=99,f32',
    says: 'unknown id "scan/tiled/n=99,f32"; did you mean "scan/tiled/n=9,f32"?',
  },
  { glob: '**/n=7,f32', says: 'unknown id "**/n=7,f32"; did you mean' },
])('offers the nearest name at the level where $glob is wrong', ({ glob, says }) => {
  const ids = listings.flatMap((listing) => listing.ids.map(({ id }) => id));
  expect(unknownId(glob, ids).message).toContain(says);
});

test.for([
  { globs: [], names: ['gemm', 'scan'] },
  { globs: ['scan/naive'], names: ['scan'] },
  { globs: ['*/naive/**'], names: ['gemm', 'scan'] },
  { globs: ['**/naive/**'], names: ['gemm', 'scan'] },
  { globs: ['{gemm,attention}/**'], names: ['gemm'] },
  { globs: ['{gemm/naive,attention/x}/**'], names: ['gemm', 'scan'] },
  { globs: ['gemmini', ''], names: [] },
  { globs: ['!gemm/naive'], names: ['gemm', 'scan'] },
  { globs: ['scan', '!scan/naive'], names: ['scan'] },
])('$globs can match ids of $names', ({ globs, names }) => {
  const families = ['gemm', 'scan'].map((name) => ({ name, entry: `${name}.ts` }));
  expect(familiesIn(families, globs).map(({ name }) => name)).toEqual(names);
});

test('no glob means every id', () => {
  const ids = listings.flatMap((listing) => listing.ids);
  expect(chooseIds([], ids)).toEqual(ids);
});
