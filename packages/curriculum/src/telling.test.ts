import { expect, test } from 'vitest';
import { completionOverCommits } from './completion.ts';
import { addTold, isSameWord, looksAt, toldBy, wordOf } from './telling.ts';
import type { Told } from './telling.ts';
import { curriculumOf, evidenceOf, failed, itemOf, passed, runOf, software } from './testing.ts';
import type { Run } from '@kernel-ladder/schema';

const a = passed({ id: 'f/a/n=1,f32', us: 10 });
const b = passed({ id: 'f/b/n=1,f32', us: 20 });
const coverage = [{ set: 'EC', total: 1, passed: 1, skipped: 0, failed: [] }];
const keep = (runs: readonly Run[]) =>
  runs.reduce<readonly Told<Run>[]>((kept, run) => addTold(kept, toldBy(run)), []).map(({ of }) => of);

test('a run that a newer one says all of tells nothing more, whatever its times', () => {
  const [older, newer] = [runOf('1', [a]), runOf('2', [{ ...a, ...passed({ id: a.id, us: 7 }) }, b])];
  expect(keep([older, newer])).toEqual([newer]);
});

test.for([
  { what: 'of another machine', older: runOf('1', [a], software), newer: runOf('2', [a]) },
  { what: 'with an id that the newer lacks', older: runOf('1', [a, b]), newer: runOf('2', [a]) },
  { what: 'that failed', older: runOf('1', [failed(a)]), newer: runOf('2', [a]) },
  { what: 'with edge cases', older: runOf('1', [{ ...a, coverage }]), newer: runOf('2', [a]) },
])('a run $what is kept', ({ older, newer }) => {
  expect(keep([older, newer])).toEqual([older, newer]);
});

test.for([
  { what: 'another time', other: { ...a, ...passed({ id: a.id, us: 7 }), ...shared(a) }, same: true },
  { what: 'no time', other: { ...a, timing: { ...a.timing!, medianNs: 0 } }, same: false },
  { what: 'a failure', other: failed(a), same: false },
  { what: 'edge cases', other: { ...a, coverage }, same: false },
  { what: 'another work', other: { ...a, work: { ...a.work, flops: 7 } }, same: false },
  { what: 'a percentile more', other: { ...a, timing: { ...a.timing!, p99Ns: 12_000 } }, same: false },
  { what: 'a rate more', other: { ...a, metrics: { ...a.metrics, busbw: 1 } }, same: false },
])('a result with $what says the same word: $same', ({ other, same }) => {
  const { machine } = runOf('1', [a]);
  expect(isSameWord(a, other)).toBe(same);
  expect(wordOf(a, { machine }) === wordOf(other, { machine })).toBe(same);
});

// As it is of runs that are read one after the other.
function shared({ coverage: counts, work, comparableReasons }: typeof a) {
  return { coverage: counts, work, comparableReasons };
}

test('a long history is looked at in at most 64 places, its newest commits among them', () => {
  expect([...looksAt(5)]).toEqual([0, 1, 2, 3, 4]);
  const looks = [...looksAt(10_000)];
  expect(looks).toHaveLength(64);
  expect(looks.slice(-18, -15)).toEqual([9568, 9776, 9984]);
  expect(looks.at(-1)).toBe(9999);
});

test('what a look back needs of a long history is there, and what it costs does not grow with it', () => {
  const rule = {
    rule: 'edge-cases',
    of: { family: 'f', variants: ['a'] },
    sets: ['EC'],
    complete: true,
  } as const;
  const curriculum = curriculumOf([itemOf('f.a', rule)]);
  const checked = runOf('1', [{ ...a, coverage }]);
  const others = Array.from({ length: 2000 }, (_, at) => {
    const run = runOf('2', [a]);
    const sha = at.toString(16).padStart(40, '0');
    return { ...run, run: { ...run.run, id: `r${at}`, commit: { ...run.run.commit, sha } } };
  });
  const over = completionOverCommits(curriculum, evidenceOf([checked, ...others]));
  expect(over).toHaveLength(64);
  expect(over.every(({ total }) => total.proven === 1)).toBe(true);
});
