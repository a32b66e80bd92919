// A history of one run whose only family is the made-up one of src/testing-swept.ts, on the machine of a recorded run.
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRun, readJson } from '@kernel-ladder/schema';
import type { Result, Run, SiteSeries } from '@kernel-ladder/schema';
import { swept } from '../src/testing-swept.ts';
import { recordedHistory } from './history.ts';

/** Writes it into a temporary folder, which whoever asks for it removes. */
export async function sweptHistory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kernel-ladder-swept-'));
  const [name = ''] = globSync('nvidia-*/*.json', { cwd: recordedHistory });
  const file = join(recordedHistory, name);
  const run = parseRun(file, readJson(file, await readFile(file, 'utf8')));
  const [sample] = run.results.filter(({ timing }) => timing !== undefined);
  if (!sample) throw new Error(`${file} has no timed result`);
  const results = swept.series.map((series) => resultOf(series, sample));
  const made: Run = { ...run, families: [swept.ladder], results };
  await mkdir(join(folder, run.machine.key));
  await writeFile(join(folder, name), JSON.stringify(parseRun('made up', made)));
  return folder;
}

function resultOf(
  { id, variant, case: name, params, dtype, work, points }: SiteSeries,
  sample: Result,
): Result {
  const [point] = points;
  const timing = point?.timing;
  const metrics = point?.metrics;
  if (!timing || !metrics) throw new Error(`${id} has no time`);
  return {
    ...sample,
    id,
    family: swept.family,
    variant,
    case: name,
    params,
    dtype,
    work,
    timing,
    metrics,
    comparable: true,
    comparableReasons: [],
  };
}
