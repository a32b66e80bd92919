// What a result says of itself: that it passed, that it may be compared, and what stands against either.
import type { Coverage, Machine, Result, SitePoint } from '../types.generated.ts';
import { firstBelow } from './contradiction.ts';
import type { Contradiction } from './contradiction.ts';

/** A passed result without what passing needs, or with a case that failed. */
export function outcomeContradiction(result: Result): Contradiction | undefined {
  return (
    countsContradiction(result.coverage) ??
    (result.check && seedContradiction(result.kind, result.check.seeds)) ??
    (result.status === 'passed' ? passedContradiction(result) : undefined)
  );
}

/** Seeds of a check that do not follow one another: the inputs of a launch on a GPU are drawn on the run's seed, and again on the next ones. */
export function seedContradiction(kind: Result['kind'], seeds: readonly number[]): Contradiction | undefined {
  if (kind === 'cpu' || areConsecutive(seeds, 0, seeds.length)) return undefined;
  const says = 'do not follow one another: a run checks on its seed and the next ones';
  return ['/check/seeds', `${seeds.join(', ')} ${says}`];
}

/** Whether each of so many numbers from a place on is one more than that before it. */
export function areConsecutive(numbers: ArrayLike<number>, from: number, count: number): boolean {
  const first = numbers[from] ?? 0;
  for (let at = 1; at < count; at++) if (numbers[from + at] !== first + at) return false;
  return true;
}

function passedContradiction({
  kind,
  check,
  coverage,
  kernelHash,
  dispatch,
  timing,
  metrics,
}: Result): Contradiction | undefined {
  if (check?.seeds.length === 0)
    return ['/check/seeds', 'passed, and names no seed that it was checked with'];
  if (kind === 'gpu' && kernelHash === undefined) return ['', 'passed, and has no kernelHash'];
  if (kind === 'gpu' && dispatch === undefined) return ['', 'passed, and has no dispatch'];
  if (timing && !metrics) return ['', 'is timed, and has no metrics'];
  return firstBelow('/coverage', coverage, ({ set, failed: [first] }) =>
    first === undefined ? undefined : ['/failed', `passed, and failed "${first}" of ${set}`],
  );
}

// Runs that were read one after the other share the counts that say the same.
const balanced = new WeakSet<Result['coverage']>();

function countsContradiction(coverage: Result['coverage']): Contradiction | undefined {
  if (balanced.has(coverage)) return undefined;
  const found = firstBelow('/coverage', coverage, countContradiction);
  if (!found) balanced.add(coverage);
  return found;
}

function countContradiction({
  total,
  passed,
  skipped,
  failed,
  observed = [],
  expectedFailures = [],
}: Coverage): Contradiction | undefined {
  const counted = passed + skipped + failed.length + observed.length + expectedFailures.length;
  return counted === total ? undefined : ['/total', `${total} cases, and ${counted} have an outcome`];
}

/** A timing that is comparable in spite of a reason, or not comparable without one. */
export function comparableContradiction({
  comparable,
  comparableReasons = [],
  timing,
}: Pick<SitePoint, 'comparable' | 'comparableReasons' | 'timing'>): Contradiction | undefined {
  if (comparable === true && comparableReasons.length > 0)
    return ['/comparable', `true in spite of ${comparableReasons.join(', ')}`];
  // Without a timing there is nothing to compare: the reason of the failure or the skip says all.
  if (comparable === false && comparableReasons.length === 0 && timing)
    return ['/comparableReasons', 'empty, and the timing is not comparable'];
  return undefined;
}

/** A timing that says another thing of its machine and its clock than these. */
export function adapterContradiction(result: Result, machine: Machine): Contradiction | undefined {
  const { timing, comparableReasons } = result;
  if (!timing) return undefined;
  if (!machine.software && comparableReasons.includes('software-adapter'))
    return ['/comparableReasons', 'has software-adapter, which the machine is not'];
  const said: readonly string[] = comparableReasons;
  const lacking = doubts.find(([doubt, holds]) => holds(result, machine) && !said.includes(doubt));
  return lacking && ['/comparableReasons', `lacks ${lacking[0]}, and the machine or the clock says so`];
}

const doubts: readonly (readonly [string, (result: Result, machine: Machine) => boolean])[] = [
  ['software-adapter', (_, { software }) => software],
  ['quantized-timestamps', ({ kind }, { timer }) => kind === 'gpu' && timer.quantized],
  ['host-clock', ({ timing }) => timing?.clock === 'host'],
];
