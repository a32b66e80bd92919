// All of the suite that asks whether everything still runs, in a real browser on SwiftShader, and what `bench record` makes of its file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPage, startBrowser, withWebGpu } from '../browser.ts';
import { listedIds, listen } from './listed.ts';
import { asClean, recordRun, runChosen, runLimitMs, saveRun } from './saved-run.ts';

test(
  'smoke finishes in a browser: nothing fails, what is skipped has a reason, and the command records the file',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kernel-ladder-smoke-'));
    const browser = await startBrowser(withWebGpu);
    onTestFinished(async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    });
    const { page, complaints } = await openPage(browser);
    await listen(page);
    await page.goto(`${inject('recordedSite').url}#page=here`);
    const ids = await listedIds(page);
    await runChosen(page);
    expect(await page.textContent('#here-status')).toMatch(
      new RegExp(`^Finished: ${ids.length} of ${ids.length} ids in .+ passed, 0 failed`),
    );
    const { file, run } = await saveRun(page, folder);
    expect(run.results.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
    expect(run.results.filter(({ status }) => status === 'failed')).toEqual([]);
    // What this adapter cannot run says what it lacks.
    const skipped = run.results.filter(({ status }) => status === 'skipped');
    expect(skipped.filter(({ reason }) => !reason?.message)).toEqual([]);
    expect(skipped.length).toBeLessThan(0.2 * ids.length);
    expect(run.run).toMatchObject({ suite: 'smoke', interrupted: false });
    expect(complaints).toEqual([]);
    await asClean(file, run);
    const { stderr, files } = await recordRun(file, folder, []);
    expect(files.filter((name) => name.startsWith(`${run.machine.key}/`))).toHaveLength(1);
    expect(stderr).not.toContain('without texts');
  },
  runLimitMs,
);
