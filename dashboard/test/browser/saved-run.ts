// A run that a page has saved, and what the command that records runs makes of it.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseRun, readJson, validateRun } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import type { Page } from 'playwright-core';

const runner = fileURLToPath(new URL('../../../packages/runner/src/main.ts', import.meta.url));

/** What a run in a browser may take, in milliseconds: a software adapter on a busy machine needs minutes. */
export const runLimitMs = 900_000;

/** Starts the ids that the page has chosen, and waits until it has checked the file of their run. */
export async function runChosen(page: Page): Promise<void> {
  await page.click('#here-start');
  await page.waitForSelector('#here-checked:text-is("It follows the schema of runs.")', {
    timeout: runLimitMs,
  });
}

/** Saves both files of a run into a folder, as the browser names them. */
export async function saveRun(
  page: Page,
  folder: string,
): Promise<{ readonly file: string; readonly run: Run }> {
  const files: string[] = [];
  for (const link of ['#here-download', '#here-kernels']) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(link)]);
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    files.push(file);
  }
  const [file = ''] = files;
  return { file, run: await read(file) };
}

async function read(file: string): Promise<Run> {
  return validateRun(file, parseRun(file, readJson(file, await readFile(file, 'utf8'))));
}

/** What `bench record` says of a file, and what it leaves in a history of its own within the folder. */
export async function recordRun(file: string, folder: string, flags: readonly string[]) {
  const history = await mkdtemp(join(folder, 'history-'));
  const called = promisify(execFile)(process.execPath, [
    runner,
    'record',
    file,
    '--history',
    history,
    ...flags,
  ]);
  const { stderr } = await called.catch((error: unknown) => error as { readonly stderr: string });
  return { stderr, files: globSync('**/*.{json,br}', { cwd: history }).toSorted() };
}

/** The tree of a test may have changes, and says so: what is recorded then is what a clean one would have said. */
export async function asClean(file: string, { run: info, ...rest }: Run): Promise<void> {
  await writeFile(
    file,
    JSON.stringify({ ...rest, run: { ...info, commit: { ...info.commit, dirty: false } } }),
  );
}
