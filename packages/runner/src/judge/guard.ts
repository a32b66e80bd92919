// What `--fail-on slower` makes of a comparison.
import type { Io } from '../io.ts';
import type { RunComparison } from './compare.ts';

/** Whether the guard fails: an id is REGRESSED or newly failing, or nothing was compared, which it says. */
export function failsGuard(
  io: Pick<Io, 'err'>,
  { compared, newlyFailing }: Pick<RunComparison, 'compared' | 'newlyFailing'>,
): boolean {
  if (compared.length === 0) {
    io.err('--fail-on slower had nothing to judge: no id has a timing on both sides\n');
    return true;
  }
  return newlyFailing.length > 0 || compared.some(({ verdict }) => verdict === 'REGRESSED');
}
