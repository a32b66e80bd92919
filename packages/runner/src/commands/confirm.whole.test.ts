// What looks like a change and is none: every kernel is measured in turns to say so.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { idOf, old, useConfirming, verdicts } from '../../fixtures/confirming.ts';

const { repository, root, measured, confirm } = useConfirming();

describe('a machine that was slow for a while, in which a kernel crashed', () => {
  let run: string;
  beforeAll(async () => {
    repository.commit({ ...old, mended: 5000 }, 'Change');
    repository.commit(
      { ...old, same: 200_000, slightly: 200_000, slower: 200_000, faster: 200_000, breaks: null },
      'Touch',
    );
    run = await measured('flaky');
    // The machine is itself again: the same commit takes as long as ever.
    repository.set(old);
    repository.git('commit', '--all', '--amend', '--no-edit');
    const sha = repository.git('rev-parse', 'HEAD');
    const text = readFileSync(run, 'utf8').replace(/"sha":"[0-9a-f]{40}"/, `"sha":"${sha}"`);
    writeFileSync(run, text);
  });

  test('is no regression and no newly failing kernel, and says what failed once', async () => {
    const { code, found } = await confirm(run);
    expect({ code, verdicts: verdicts(found) }).toEqual({
      code: 0,
      verdicts: { same: 'SAME', slightly: 'SAME', slower: 'SAME', faster: 'SAME', breaks: 'SAME' },
    });
    expect(found).toMatchObject({ newlyFailing: [], suspects: [], failedOnce: [{ id: idOf('breaks') }] });
    expect(found.geomean?.ratio).toBeCloseTo(1, 2);
  });

  test('is only suspected where turns are forbidden, which fails on that word alone', async () => {
    const answers = [];
    for (const word of ['confirmed', 'suspect', 'never'])
      answers.push(await confirm(run, '--most', '0', '--fail-on', word));
    // A failure that nobody could launch again is one.
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 0]);
    expect(verdicts(answers[0]!.found)).toEqual({
      same: 'UNDECIDED (recorded)',
      slightly: 'UNDECIDED (recorded)',
      slower: 'UNDECIDED (recorded)',
      faster: 'UNDECIDED (recorded)',
    });
    expect(answers[0]!.found.suspects.toSorted()).toEqual(['faster', 'same', 'slightly', 'slower'].map(idOf));
  });
});

test('where nothing of the machine is recorded, every kernel is measured in turns', async () => {
  const history = join(root, 'results', 'none');
  mkdirSync(history, { recursive: true });
  const { found } = await confirm(await measured('again'), '--history', history);
  expect(found.recorded).toBeNull();
  expect(verdicts(found)).toMatchObject({ same: 'SAME', slower: 'SAME' });
  expect(found.added).toEqual([]);
});
