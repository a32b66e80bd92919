// `node packages/publish/scripts/history.ts DIR RUNS RESULTS`: a synthetic history as run files, to measure publishing with.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { familyLadders, InvalidDocument, validateRun } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import { historyFiles, readRuns } from '@kernel-ladder/schema/node';
import { syntheticKey, syntheticRuns } from '../src/synthetic.ts';

/** A whole run to replay: every id that the machine of which most is recorded has timed, as its newest run has it. */
export function recordedTemplate(): Run {
  const { runs } = readRuns(
    historyFiles(fileURLToPath(new URL('../../../dashboard/history', import.meta.url))),
  );
  const whole = runs.filter(({ machine, run }) => !machine.software && !run.interrupted);
  const machines = [...Map.groupBy(whole, ({ machine }) => machine.key).values()];
  const [own = []] = machines.toSorted((a, b) => idsOf(b).size - idsOf(a).size);
  const newest = own.toSorted((a, b) => a.run.startedAt.localeCompare(b.run.startedAt)).at(-1);
  if (!newest) throw new Error('dashboard/history has no whole run on hardware to replay');
  const timed = own.flatMap(({ results }) => results.filter(({ timing, kind }) => timing && kind === 'gpu'));
  const families = familyLadders(own);
  const results = [...new Map(timed.map((result) => [result.id, result])).values()];
  return {
    ...newest,
    families,
    results: results.filter((result) => isWhole({ ...newest, families, results: [result] })),
  };
}

function idsOf(runs: readonly Run[]): ReadonlySet<string> {
  return new Set(runs.flatMap(({ results }) => results.map(({ id }) => id)));
}

// Older runs lack parameters that their family has gained.
function isWhole(run: Run): boolean {
  try {
    return validateRun('template', run) === run;
  } catch (error) {
    if (error instanceof InvalidDocument) return false;
    throw error;
  }
}

/** Writes a synthetic history below `folder`, in the layout of dashboard/history. */
export function writeSynthetic(
  folder: string,
  size: { readonly runs: number; readonly results: number },
): void {
  const own = join(folder, syntheticKey);
  mkdirSync(own, { recursive: true });
  for (const run of syntheticRuns(recordedTemplate(), size)) {
    const { commit, id } = run.run;
    writeFileSync(join(own, `${commit.date.slice(0, 10)}-${id}.json`), `${JSON.stringify(run)}\n`);
  }
}

if (import.meta.main) {
  const [folder, runs = '10000', results = '164'] = process.argv.slice(2);
  if (folder === undefined)
    throw new Error('give a folder: node packages/publish/scripts/history.ts DIR [RUNS] [RESULTS]');
  writeSynthetic(folder, { runs: Number(runs), results: Number(results) });
}
