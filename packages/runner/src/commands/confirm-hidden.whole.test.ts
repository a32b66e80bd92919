// A commit that hides what it makes slower: by another name, behind a skip, in a run that is not whole, by a word of its own.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Run } from '@kernel-ladder/schema';
import { idOf, old, suite, useConfirming } from '../../fixtures/confirming.ts';
import { bench, sampleRun } from '../../fixtures/testing.ts';

const { repository, root, base, measured, confirm } = useConfirming();

// The file of a run that broke off before an id of it.
function without(file: string, variant: string): string {
  const run = JSON.parse(readFileSync(file, 'utf8')) as Run;
  const results = run.results.filter(({ id }) => id !== idOf(variant));
  writeFileSync(file, JSON.stringify({ ...run, results }));
  return file;
}

describe('a commit that hides what it makes slower', () => {
  const { slower: _, ...others } = old;
  const quick = join(root, 'suites', 'quick.json');
  const unrecorded = ['--history', join(root, 'results', 'none'), '--most', '0'];
  const writeSuite = (select: readonly string[]) =>
    writeFileSync(quick, JSON.stringify({ ...suite, select }));

  // By what was recorded; confirm-changes.whole.test.ts has the same where nobody has recorded anything.
  test('under another name is told what is gone', async () => {
    repository.commit({ ...others, renamed: 150_000 }, 'Rename');
    const { found } = await confirm(await measured('renamed'), '--most', '0');
    expect(found).toMatchObject({ gone: [idOf('slower')], added: [idOf('renamed')] });
  });

  test('in a suite without it is told what is gone', async () => {
    writeSuite(['steady', '!steady/slower/**']);
    repository.commit({ ...old, slower: 150_000 }, 'Narrow the suite');
    const { found } = await confirm(await measured('narrowed'), ...unrecorded);
    writeSuite(suite.select);
    expect(found.gone).toEqual([idOf('slower')]);
  });

  test('in a run that broke off is told what is gone', async () => {
    repository.commit({ ...old, slower: 150_000 }, 'Break off');
    const { found } = await confirm(without(await measured('torn'), 'slower'), ...unrecorded);
    expect(found.gone).toEqual([idOf('slower')]);
  });

  test('behind a skip is told what is gone', async () => {
    repository.commit({ ...old, slower: 150_000 }, 'Skip');
    const file = without(await measured('skipped'), 'slower');
    const run = JSON.parse(readFileSync(file, 'utf8')) as Run;
    const broken = run.results.find(({ id }) => id === idOf('broken'));
    const reason = { code: 'not-applicable', message: 'no such feature' };
    const skipped = { ...broken, id: idOf('slower'), variant: 'slower', status: 'skipped', reason };
    writeFileSync(file, JSON.stringify({ ...run, results: [...run.results, skipped] }));
    const { found } = await confirm(file, ...unrecorded);
    expect(found.gone).toEqual([idOf('slower')]);
  });

  test('and a run of fewer ids by the same word is not', async () => {
    repository.commit(old, 'Back');
    const file = join(root, 'results', 'few.json');
    await bench(root, ['--suite', 'quick', '--select', 'steady/same', '--out', file]);
    const { found } = await confirm(file);
    expect(found).toMatchObject({ gone: [], added: [] });
  });

  test('and acknowledges it itself is suspected all the same', async () => {
    const history = join(root, 'results', 'days');
    const before = JSON.parse(readFileSync(join(root, 'results', 'base.json'), 'utf8')) as Run;
    mkdirSync(join(history, before.machine.key), { recursive: true });
    for (let day = 1; day <= 12; day++) {
      const digit = day.toString(16);
      const date = `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`;
      const commit = { ...before.run.commit, sha: digit.repeat(40), date };
      const file = join(history, before.machine.key, `${date.slice(0, 10)}-${digit.repeat(8)}.json`);
      writeFileSync(
        file,
        `${JSON.stringify({ ...before, run: { ...before.run, id: digit.repeat(32), commit } })}\n`,
      );
    }
    const commit = repository.commit({ ...old, slower: 105_000 }, 'Acknowledge');
    const acknowledged = [{ id: 'steady/slower/**', commit, reason: 'I know', by: 'its author' }];
    writeFileSync(
      join(root, 'dashboard', 'acknowledged.json'),
      JSON.stringify({ schemaVersion: 1, acknowledged }),
    );
    const { found } = await confirm(await measured('acknowledged'), '--history', history, '--most', '0');
    rmSync(join(root, 'dashboard', 'acknowledged.json'));
    expect(found.suspects).toEqual([idOf('slower')]);
  });

  test('on another machine than that of its run is refused', async () => {
    const file = await measured('elsewhere');
    const run = JSON.parse(readFileSync(file, 'utf8')) as Run;
    const { machine } = sampleRun({ machine: 'other-gpu-vulkan-01234567' });
    writeFileSync(file, JSON.stringify({ ...run, machine }));
    const { code, err } = await bench(root, ['confirm', base, file, '--max-blocks', '2']);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining(
        'a run of other-gpu-vulkan-01234567, and this machine is test-gpu-vulkan-01234567',
      ),
    });
  });
});
