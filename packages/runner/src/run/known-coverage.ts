// Which awkward cases need not be checked again, when a family starts another process in the middle of a run.
import type { Job, Result } from '@kernel-ladder/schema';
import { rungOf } from '../process/measure.ts';

/** By `family/variant`, the coverage behind passed results. */
export function knownCoverage(results: readonly Result[]): NonNullable<Job['covered']> {
  const covered = results.filter(({ status, coverage }) => status === 'passed' && coverage.length > 0);
  return Object.fromEntries(
    covered.map((result) => [rungOf(result), { coverage: result.coverage, failure: null }]),
  );
}
