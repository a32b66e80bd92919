// Runs beside each other: which are copies of one, and which comes first.
import type { Run } from './types.generated.ts';

/**
 * One run for each id, in the order of the first copies. The fullest copy stands for all: a run that was recorded when it was
 * interrupted, and again when it had been resumed, is the second of them.
 */
export function uniqueRuns(runs: readonly Run[]): readonly Run[] {
  const fullest = new Map<string, Run>();
  for (const run of runs) {
    const other = fullest.get(run.run.id);
    if (!other || run.results.length > other.results.length) fullest.set(run.run.id, run);
  }
  return [...fullest.values()];
}

/** Whether a run has every result of its copy. */
export function holdsCopy(run: Run, copy: Run): boolean {
  if (run.run.id !== copy.run.id) return false;
  const ids = new Set(run.results.map(({ id }) => id));
  return copy.results.every(({ id }) => ids.has(id));
}

/** A run, as far as its place among others depends on it. */
export interface Dated {
  readonly run: Pick<Run['run'], 'id' | 'startedAt' | 'commit'>;
}

/** Orders runs by commit date, those of one commit by their start. */
export function byDate({ run: a }: Dated, { run: b }: Dated): number {
  return (
    Date.parse(a.commit.date) - Date.parse(b.commit.date) || Date.parse(a.startedAt) - Date.parse(b.startedAt)
  );
}
