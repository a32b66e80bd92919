// The timelines of a run beside its file, as a trace that Perfetto and Chrome open: those of results, which the run has as well, and that of its session.
import { existsSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { traceOf } from '@kernel-ladder/schema';
import type { Run, TraceEvent } from '@kernel-ladder/schema';
import { writeWhole } from './files.ts';

// Not .json: what ends so beside a run is taken for one.
const ending = '.trace.json.gz';

/** Where the timelines of a run lie. */
export function traceFileOf(runFile: string): string {
  return `${runFile.replace(/\.json$/, '')}${ending}`;
}

/**
 * Writes the timelines of a run, and what was seen of its session, beside its file and returns where; null where there is neither, and nothing
 * lies there then.
 */
export function writeTrace(
  runFile: string,
  { results }: Pick<Run, 'results'>,
  session: readonly TraceEvent[] = [],
): string | null {
  const file = traceFileOf(runFile);
  const trace = traceOf(results);
  const traceEvents = [...session, ...trace.traceEvents];
  if (traceEvents.length === 0) {
    rmSync(file, { force: true });
    return null;
  }
  writeWhole(file, gzipSync(JSON.stringify({ ...trace, traceEvents })));
  return file;
}

/** Where the timelines of a run lie, in a line; empty where it has none. */
export function traceNote(runFile: string): string {
  const file = traceFileOf(runFile);
  return existsSync(file) ? `timelines, for ui.perfetto.dev: ${file}\n` : '';
}
