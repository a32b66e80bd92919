// The few runs that publishing reads whole.
import { seriesRuns } from '@kernel-ladder/publish';
import type { RunEntry, SourcedRun } from '@kernel-ladder/publish';
import { readHistoryRun } from '@kernel-ladder/schema/node';
import { readRun } from '../files/files.ts';

/** Reads runs as series are made of them. */
export type Reader = (entries: readonly RunEntry[]) => readonly SourcedRun[];

/** A reader that reads each run once. */
export function createReader(): Reader {
  const read = new Map<string, readonly SourcedRun[]>();
  return (entries) =>
    entries.flatMap((entry) => {
      const known = read.get(entry.file) ?? wholeOf(entry);
      read.set(entry.file, known);
      return known;
    });
}

function wholeOf({ file, local }: RunEntry): readonly SourcedRun[] {
  return seriesRuns([{ run: local ? readRun(file) : readHistoryRun(file), local }]);
}
