// What `--fail-on slower` makes of a comparison.
import type { Io } from '../io.ts';
import type { RunComparison } from '@kernel-ladder/publish/compare';

/** Whether the guard fails: an id is REGRESSED or newly failing, or nothing could be compared, which it says. */
export function failsGuard(
  io: Pick<Io, 'err'>,
  { compared, geomean, newlyFailing }: Pick<RunComparison, 'compared' | 'geomean' | 'newlyFailing'>,
): boolean {
  if (geomean === null) {
    io.err('--fail-on slower had nothing to judge: no id has a timing on both sides that may be compared\n');
    return true;
  }
  return newlyFailing.length > 0 || compared.some(({ verdict }) => verdict === 'REGRESSED');
}
