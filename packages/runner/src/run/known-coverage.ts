// Which awkward cases need not be checked again, when a family starts another process in the middle of a run.
import type { Job, Result } from '@kernel-ladder/schema';

/** By variant, the coverage behind its passed results. */
export function knownCoverage(results: readonly Result[], family: string): NonNullable<Job['coverage']> {
  const passed = results.filter((result) => result.family === family && result.status === 'passed');
  const covered = passed.filter(({ coverage }) => coverage.length > 0);
  return Object.fromEntries(covered.map(({ variant, coverage }) => [variant, coverage]));
}
