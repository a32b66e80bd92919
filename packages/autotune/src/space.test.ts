// Spaces on devices: how many candidates a limit leaves, and that nothing is compiled to find out.
import { expect, test } from 'vitest';
import { gemmCase } from '../../kernel-gemm/src/cases.ts';
import { family as gemm } from '../../kernel-gemm/src/family.ts';
import { family as reduce } from '../../kernel-reduce/src/family.ts';
import { findCase } from '../../harness/src/index.ts';
import { limitProfiles } from '../../harness/src/testing/limit-profiles.ts';
import { combinations, nameOf, sizeOf, survey } from './index.ts';
import type { Cost, Space, Survey } from './index.ts';

const cost: Cost = {
  threads: 64,
  registers: 40,
  workgroupBytes: 1024,
  workgroups: 100,
  bytes: { cache: 1000 },
};

const small: Space = {
  values: { tile: [8, 16], name: ['one', 'two'], isWide: [true, false] },
  constraints: [],
  model: () => cost,
  usual: { tile: 8, name: 'one', isWide: false },
};

test('every combination of the values comes once, the last parameter fastest', () => {
  const names = [...combinations(small)].map((candidate) => nameOf(small, candidate));
  expect(names.slice(0, 3)).toEqual([
    'tile=8,name=one,isWide=true',
    'tile=8,name=one,isWide=false',
    'tile=8,name=two,isWide=true',
  ]);
  expect(new Set(names).size).toBe(sizeOf(small));
});

test('a candidate that breaks a constraint is refused with its sentence', () => {
  const why = 'A wide tile has sixteen rows.';
  const space = {
    ...small,
    constraints: [{ why, holds: ({ tile, isWide }: Space['usual']) => !isWide || tile === 16 }],
  };
  const { legal, refused } = survey(space, { limits: generous });
  expect(refused.map(({ name, by }) => [name, by])).toEqual([
    ['tile=8,name=one,isWide=true', 'constraint'],
    ['tile=8,name=two,isWide=true', 'constraint'],
  ]);
  expect(refused[0]?.why).toBe(why);
  expect(legal[0]?.name).toBe('tile=8,name=one,isWide=false');
});

const generous = { maxComputeInvocationsPerWorkgroup: 1024, maxComputeWorkgroupStorageSize: 49_152 };

test.for([
  { more: { threads: 2048 }, why: 'A workgroup has 2048 threads, the device allows 1024.' },
  {
    more: { workgroupBytes: 49_153 },
    why: 'A workgroup takes 49153 bytes of its memory, the device allows 49152.',
  },
  { more: { registers: 256 }, why: 'A thread holds 256 registers, and none has more than 255.' },
])('a candidate over a limit is refused with both numbers: $why', ({ more, why }) => {
  const model = ({ tile }: Space['usual']) => (tile === 16 ? { ...cost, ...more } : cost);
  const { refused } = survey({ ...small, model }, { limits: generous });
  expect(refused.map(({ by }) => by)).toEqual(Array.from({ length: 4 }, () => 'limit'));
  expect(refused[0]?.why).toBe(why);
});

test('a model that asks for too much is not saved by being the usual choice', () => {
  const { legal } = survey({ ...small, model: () => ({ ...cost, threads: 2048 }) }, { limits: generous });
  expect(legal).toEqual([]);
});

const heavyTile = ({ tile }: Space['usual']) => (tile === 8 ? { ...cost, bytes: { cache: 1501 } } : cost);

test('what moves far more bytes and has no more of anything is dominated; the usual choice is looked at anyway', () => {
  const { legal, refused } = survey({ ...small, model: heavyTile }, { limits: generous });
  expect(legal.map(({ name }) => name)[0]).toBe('tile=8,name=one,isWide=false');
  expect(refused.map(({ by, name }) => [by, name])).toEqual([
    ['dominated', 'tile=8,name=one,isWide=true'],
    ['dominated', 'tile=8,name=two,isWide=true'],
    ['dominated', 'tile=8,name=two,isWide=false'],
  ]);
});

test.for([
  { what: 'half as many workgroups', more: { workgroups: 50 } },
  { what: 'more bytes through another level', more: { bytes: { cache: 1000, workgroup: 1 } } },
  { what: 'too many registers to hide a wait', more: { registers: 200 } },
])('a candidate that is better dominates nothing with $what', ({ more }) => {
  const model = ({ tile }: Space['usual']) =>
    tile === 8 ? { ...cost, bytes: { cache: 9000 } } : { ...cost, ...more };
  expect(survey({ ...small, model }, { limits: generous }).refused).toEqual([]);
});

function gemmOn(
  device: (typeof limitProfiles)[number]['facts'],
  size: readonly [number, number, number],
): Survey {
  const tuning = gemm.variants.find(({ name }) => name === 'tuned')?.tuning;
  const space = tuning?.space(gemmCase(size), device);
  if (!space || 'skip' in space) throw new Error('gemm/tuned has no space');
  return survey(space, device);
}

test('has 24 legal configurations of gemm or more', () => {
  const [large] = limitProfiles;
  expect(gemmOn(large!.facts, [4096, 4096, 4096]).legal.length).toBeGreaterThanOrEqual(24);
  expect(gemmOn(large!.facts, [1024, 1024, 1024]).legal.length).toBeGreaterThanOrEqual(24);
});

test.for(limitProfiles)('refuses before compilation what the limits of $name forbid', ({ facts }) => {
  const { legal, refused } = gemmOn(facts, [1024, 1024, 1024]);
  const { maxComputeInvocationsPerWorkgroup: threads, maxComputeWorkgroupStorageSize: bytes } = facts.limits;
  expect(legal.length).toBeGreaterThan(0);
  for (const { cost: own } of legal) {
    expect(own.threads).toBeLessThanOrEqual(threads!);
    expect(own.workgroupBytes).toBeLessThanOrEqual(bytes!);
  }
  // Nothing that the plan itself would have taken is called over a limit, and nothing that it refuses is called legal.
  const tuning = gemm.variants.find(({ name }) => name === 'tuned')!.tuning!;
  const planned = (candidate: Space['usual']) =>
    'skip' in tuning.plan(gemmCase([1024, 1024, 1024]), facts, candidate);
  for (const { candidate } of legal.slice(0, 40)) expect(planned(candidate)).toBe(false);
  const overThreads = refused.filter(({ by, why }) => by === 'limit' && !why.includes('registers'));
  for (const { candidate } of overThreads.slice(0, 20)) expect(planned(candidate)).toBe(true);
});

test('reductions of one class share a choice, and others have none', () => {
  const tuning = reduce.variants.find(({ name }) => name === 'optimized')!.tuning!;
  const { facts } = limitProfiles[0]!;
  const classOf = (name: string) => tuning.classOf(findCase(reduce, name).params, facts);
  expect(classOf('n=65537,f32')).toBe(classOf('n=65536,f32'));
  expect(classOf('n=262144,f32')).not.toBe(classOf('n=65536,f32'));
  expect(tuning.space(findCase(reduce, 'n=65536,op=argmax,f32').params, facts)).toHaveProperty('skip');
});
