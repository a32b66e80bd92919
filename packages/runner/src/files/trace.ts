// The timelines of a run beside its file, as a trace that Perfetto and Chrome open: those of results, which the run has as well, and that of its session.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { traceOf } from '@kernel-ladder/schema';
import type { Run, TraceEvent } from '@kernel-ladder/schema';
import { writeWhole } from './files.ts';

// Not .json: what ends so beside a run is taken for one.
const ending = '.trace.json.gz';

/** Where the timelines of a run lie. */
export function traceFileOf(runFile: string): string {
  return `${traceBase(runFile)}${ending}`;
}

function traceBase(runFile: string): string {
  return runFile.replace(/\.json$/, '');
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

/** Puts the timelines of an earlier session aside, `NAME.1.trace.json.gz` and so on, for those of the one that goes on with its run; nothing where there are none. */
export function setTraceAside(runFile: string): void {
  const file = traceFileOf(runFile);
  if (!existsSync(file)) return;
  const numbered = (number: number) => traceFileOf(`${traceBase(runFile)}.${number}`);
  let number = 1;
  while (existsSync(numbered(number))) number++;
  renameSync(file, numbered(number));
}

/** Where the timelines of a run lie, in a line; empty where it has none. */
export function traceNote(runFile: string): string {
  const file = traceFileOf(runFile);
  return existsSync(file) ? `timelines, for ui.perfetto.dev: ${file}\n` : '';
}
