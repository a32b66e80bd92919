// Copies of one run: files with one id that say the same of what both have.
import type { Run } from '@kernel-ladder/schema';
import { CommandFailure } from '../failure.ts';
import { toHistory } from './shorten.ts';

/** A run and the file it comes from. */
export interface FiledRun {
  readonly file: string;
  readonly run: Run;
}

/**
 * Throws a usage failure where two files have the id of one run and differ as they would stand in the history. One may have more
 * results than the other: a run that was interrupted, and went on.
 */
export function refuseOtherContent(one: FiledRun, two: FiledRun): void {
  const { id } = one.run.run;
  if (id !== two.run.run.id) return;
  const place = difference(toHistory(one.run), toHistory(two.run));
  if (place === null) return;
  throw new CommandFailure(
    `${one.file} and ${two.file} both have the id ${id} and differ in ${place}: keep the one that the run wrote`,
  );
}

/** The same of each two of many. */
export function refuseOtherContents(runs: readonly FiledRun[]): void {
  for (const [at, run] of runs.entries())
    for (const other of runs.slice(0, at)) refuseOtherContent(other, run);
}

function difference(one: Run, two: Run): string | null {
  const isPart = one.run.interrupted || two.run.interrupted || one.results.length !== two.results.length;
  if (!isPart) return firstDifference(one, two, '');
  const [part, whole] = one.results.length <= two.results.length ? [one, two] : [two, one];
  const ids = new Set(part.results.map(({ id }) => id));
  const common = { ...whole, results: whole.results.filter(({ id }) => ids.has(id)) };
  return firstDifference(withoutEnd(part), withoutEnd(common), '');
}

// A run that goes on writes its end anew.
function withoutEnd(run: Run): object {
  return { ...run, run: { ...run.run, interrupted: true }, sessions: [], families: [] };
}

// The order of fields says nothing.
function firstDifference(one: unknown, two: unknown, at: string): string | null {
  if (Object.is(one, two)) return null;
  if (!isParent(one) || !isParent(two) || Array.isArray(one) !== Array.isArray(two)) return at;
  for (const name of new Set([...Object.keys(one), ...Object.keys(two)])) {
    const found = firstDifference(one[name], two[name], `${at}/${name}`);
    if (found !== null) return found;
  }
  return null;
}

function isParent(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
