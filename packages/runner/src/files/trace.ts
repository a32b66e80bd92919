// The timelines of a run beside its file, as a trace that Perfetto and Chrome open: made of the run, which has all that is in it.
import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { traceOf } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import { writeWhole } from './files.ts';

// Not .json: what ends so beside a run is taken for one.
const ending = '.trace.json.gz';

/** Where the timelines of a run lie. */
export function traceFileOf(runFile: string): string {
  return `${runFile.replace(/\.json$/, '')}${ending}`;
}

/** Writes the timelines of a run beside its file and returns where; null where none of its results has one, and nothing lies there then. */
export function writeTrace(runFile: string, { results }: Pick<Run, 'results'>): string | null {
  const file = traceFileOf(runFile);
  if (!results.some(({ timeline }) => timeline)) {
    rmSync(file, { force: true });
    return null;
  }
  writeWhole(file, gzipSync(JSON.stringify(traceOf(results))));
  return file;
}

/** Where the timelines of a run lie, in a line; empty where it has none. */
export function traceNote(runFile: string, { results }: Pick<Run, 'results'>): string {
  return results.some(({ timeline }) => timeline)
    ? `timelines, for ui.perfetto.dev: ${traceFileOf(runFile)}\n`
    : '';
}
