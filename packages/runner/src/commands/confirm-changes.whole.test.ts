// A run of a commit against its history: only what turns confirm is called a change.
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Confirmed } from '@kernel-ladder/schema';
import { idOf, old, useConfirming, verdicts } from '../../fixtures/confirming.ts';
import { bench } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';

const { repository, root, base, measured, confirm } = useConfirming();

describe('a commit that changes three kernels and breaks one', () => {
  let outcome: Outcome & { found: Confirmed };
  beforeAll(async () => {
    repository.commit(
      { ...old, slightly: 104_000, slower: 150_000, faster: 60_000, breaks: null, mended: 5000 },
      'Change',
    );
    outcome = await confirm(await measured('head'));
  });

  test('fails, and what is called a change was measured in turns', () => {
    expect(outcome.code).toBe(1);
    expect(verdicts(outcome.found)).toEqual({
      slower: 'REGRESSED',
      // Too little for one launch on each side, and enough to be looked at.
      slightly: 'REGRESSED',
      // One launch on each side, of a noise that nobody measured.
      same: 'UNDECIDED (recorded)',
      faster: 'IMPROVED',
    });
    expect(outcome.found).toMatchObject({
      base,
      recorded: base,
      suspects: [],
      unmeasured: [],
      failedOnce: [],
    });
  });

  test('tells what it broke from what was broken', () => {
    expect(outcome.found.newlyFailing.map(({ id }) => id)).toEqual([idOf('breaks')]);
    expect(outcome.found.stillFailing.map(({ id }) => id)).toEqual([idOf('broken')]);
    expect(outcome.found.fixed).toEqual([idOf('mended')]);
  });

  test('leaves no worktree behind', () => {
    expect(repository.leftovers()).toEqual([]);
  });
});

test('what a commit renamed is told as gone and as added, also where nobody has recorded anything', async () => {
  const { slower: _, ...others } = old;
  repository.commit({ ...others, renamed: 150_000 }, 'Rename');
  const unrecorded = ['--history', join(root, 'results', 'none'), '--most', '0'];
  const { found } = await confirm(await measured('renamed'), ...unrecorded);
  expect(found).toMatchObject({ gone: [idOf('slower')], added: [idOf('renamed')] });
});

test.for([
  { argv: ['main'], says: 'confirm takes a commit and a run' },
  { argv: ['nothing', 'results/base.json'], says: 'nothing is no commit of' },
  { argv: ['main', 'results/base.json'], says: 'check that commit out first' },
  { argv: ['main', 'results/base.json', '--fail-on', 'slower'], says: 'unknown --fail-on "slower"' },
])('refuses $argv', async ({ argv, says }) => {
  const { code, err } = await bench(root, ['confirm', ...argv]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
});
