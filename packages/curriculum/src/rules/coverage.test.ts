// A part of a set of awkward cases proves nothing, unless the rest cannot apply.
import type { Coverage } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import { completion } from '../completion.ts';
import { curriculumOf, evidenceOf, itemOf, passed, runOf, software } from '../testing.ts';
import type { Item, ItemState, Rule } from '../types.generated.ts';

type Given = Parameters<typeof evidenceOf>;

const stateOf = (rule: Rule, given: Given, more: Partial<Item> = {}): ItemState | undefined =>
  completion(curriculumOf([itemOf('f.x', rule, more)]), evidenceOf(...given)).items[0];
const whats = (state: ItemState | undefined) => state?.missing.map(({ what }) => what);
const covering = (coverage: Partial<Coverage>) =>
  passed({
    id: 'f/a/n=1,f32',
    more: { coverage: [{ set: 'EC', total: 78, passed: 4, skipped: 74, failed: [], ...coverage }] },
  });
const declined = (cases: number) => ({ notApplicable: [{ code: 'feature:shader-f16', cases }] });

describe('awkward cases', () => {
  const rule: Rule = {
    rule: 'edge-cases',
    of: { family: 'f', variants: ['a'] },
    sets: ['EC'],
    complete: true,
    atLeast: 4,
  };
  const anywhere: Partial<Item> = { needs: ['any'] };

  test('that cannot apply do not count against a variant, those left out do', () => {
    expect(stateOf(rule, [[runOf('1', [covering(declined(74))])]])).toMatchObject({
      state: 'proven',
      evidence: [{ value: '4 of 78 passed, 74 not applicable' }],
    });
    expect(whats(stateOf(rule, [[runOf('1', [covering(declined(70))])]]))).toEqual([
      'f/a: 4 of EC were left out',
    ]);
  });

  test('skipped without a word were declined on hardware, where no set is thinned, and left out on software', () => {
    expect(stateOf(rule, [[runOf('1', [covering({})])]], anywhere)?.state).toBe('proven');
    const state = stateOf(rule, [[runOf('1', [covering({})], software)]], anywhere);
    expect([state?.state, whats(state)]).toEqual(['implemented', ['f/a: 74 of EC were left out']]);
  });

  test('of which a variant takes fewer than are asked for prove nothing', () => {
    const state = stateOf(rule, [[runOf('1', [covering({ passed: 3, skipped: 75 })])]]);
    expect(whats(state)).toEqual(['f/a: it takes 3 of the 78 cases of EC, 4 or more are asked for']);
  });

  test('that a newer whole check takes fewer of decide', () => {
    const fewer = covering({ passed: 3, skipped: 75, ...declined(75) });
    expect(stateOf(rule, [[runOf('1', [covering({})]), runOf('2', [fewer])]])?.state).toBe('regressed');
  });

  test('checked whole stay so when a later run checks a part, until something fails', () => {
    const part = covering({ passed: 1, skipped: 77, ...declined(1) });
    expect(stateOf(rule, [[runOf('1', [covering({})]), runOf('2', [part])]])?.state).toBe('proven');
    const wrong = covering({ failed: ['n=0,f32'], skipped: 73 });
    expect(stateOf(rule, [[runOf('1', [covering({})]), runOf('2', [wrong])]])?.state).toBe('regressed');
  });
});
