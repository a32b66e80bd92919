// Somebody else's rows beside the rungs of a case: which rung stands for ours, which times are alike, and how they relate.
import type { Cache, Peer, Result, Timing } from './types.generated.ts';

/** What a peer is: on the vendor's own interface, on WebGPU as we are, on the CPU, or it does not say. */
export type PeerGroup = 'cuda' | 'webgpu' | 'cpu' | 'other';

/** How many times as fast one is as the other: 2 is half the time. */
export interface Ratio {
  readonly value: number;
  /** 95 %; null where a side has too few samples to bound its median. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** A peer's row beside the best rung of its case, both with the timing that the ratio is of. */
export interface Beside {
  readonly own: TimedResult;
  readonly peer: TimedResult & { readonly peer: Peer };
  readonly ratio: Ratio;
}

/** A result and the one of its timings that counts. */
export interface TimedResult {
  readonly result: Result;
  readonly timing: Timing;
}

type MedianTime = Pick<Timing, 'n' | 'medianNs' | 'ciLowNs' | 'ciHighNs'>;

/** The group of a row that is no kernel of the suite. */
export function peerGroupOf({ kind, peer }: Pick<Result, 'kind' | 'peer'>): PeerGroup {
  return kind === 'cpu' ? 'cpu' : (peer?.api ?? 'other');
}

/**
 * How many times as fast `own` is as `other`. The interval joins those of both medians on the logarithms, each side by its own
 * distance (Zou and Donner 2008); what differs from run to run is not in it.
 */
export function speedOver(own: MedianTime, other: MedianTime): Ratio {
  const [top, bottom] = [widths(other), widths(own)];
  const value = other.medianNs / own.medianNs;
  const [down, up] = [Math.hypot(top.down, bottom.up), Math.hypot(top.up, bottom.down)];
  const isBounded = boundsMedian(own) && boundsMedian(other);
  return { value, interval: isBounded ? [value * Math.exp(-down), value * Math.exp(up)] : null };
}

// The least and the greatest of five samples have the median between them 93.75 times in a hundred, those of six 96.9.
const fewestSamples = 6;

/** Whether there are samples enough for a 95 % interval of the median. */
export function boundsMedian({ n }: Pick<Timing, 'n'>): boolean {
  return n >= fewestSamples;
}

// How far the interval reaches to either side, on the logarithm. Times are whole nanoseconds: a bound of none is one of less than one.
function widths({ medianNs, ciLowNs, ciHighNs }: MedianTime): { readonly down: number; readonly up: number } {
  return { down: Math.log(medianNs / Math.max(ciLowNs, 1)), up: Math.log(ciHighNs / medianNs) };
}

/** Every peer's row of one run and case beside the fastest rung; none where either has no time that may be set beside another. */
export function besideIn(results: readonly Result[]): readonly Beside[] {
  const rungs = results.filter(isFitRung);
  const [best] = rungs.toSorted((a, b) => medianOf(a) - medianOf(b));
  if (!best) return [];
  return results.flatMap((result) => {
    const { peer } = result;
    const pair = peer && doubtsBeside(result) === null ? alike(best, result) : null;
    if (!peer || !pair) return [];
    const [own, other] = pair;
    return [
      {
        own: { result: best, timing: own },
        peer: { result, timing: other, peer },
        ratio: speedOver(own, other),
      },
    ];
  });
}

/** Whether a rung can stand for ours: timed, fit to be compared, and not one that breaks on purpose. */
export function isFitRung(result: Result): boolean {
  return result.kind === 'gpu' && doubtsBeside(result) === null && !breaksOnPurpose(result);
}

/** Whether a variant is there to get cases wrong: it says so, or did in a run that says less. */
export function breaksOnPurpose({ breaks, coverage }: Pick<Result, 'breaks' | 'coverage'>): boolean {
  return breaks === true || coverage.some(({ expectedFailures = [] }) => expectedFailures.length > 0);
}

/**
 * Why a result cannot be set beside others of its run; null where it can. That a time is of the host's clock is a reason between
 * two runs, whose hosts may differ, and none inside one.
 */
export function doubtsBeside(
  result: Pick<Result, 'status' | 'reason' | 'timing' | 'comparable' | 'comparableReasons'>,
): string | null {
  const { status, reason, timing, comparable, comparableReasons } = result;
  if (status !== 'passed') return reason ? `${status}: ${reason.code}: ${reason.message}` : status;
  return timing ? doubtOfTime({ comparable, comparableReasons }) : 'nothing to time';
}

/** The same of a time that there is. */
export function doubtOfTime({
  comparable,
  comparableReasons,
}: Pick<Result, 'comparable' | 'comparableReasons'>): string | null {
  const doubts = comparableReasons.filter((doubt) => doubt !== 'host-clock');
  if (doubts.length > 0) return doubts.join(', ');
  return comparable || comparableReasons.length > 0 ? null : 'not comparable';
}

const medianOf = ({ timing }: Result): number => timing?.medianNs ?? Number.POSITIVE_INFINITY;

// Cold beside cold and hot beside hot, where both were measured; the headline's timings else, whose caches then differ.
function alike(own: Result, other: Result): readonly [Timing, Timing] | null {
  const [ours, theirs] = [timingsOf(own), timingsOf(other)];
  const same = ours.flatMap((timing) => {
    const partner = theirs.find(({ cache }) => isSameState(timing.cache, cache));
    return partner ? [[timing, partner] as const] : [];
  });
  const [first, second] = [ours[0], theirs[0]];
  return same[0] ?? (first && second ? [first, second] : null);
}

function timingsOf({ timing, secondary = [] }: Result): readonly Timing[] {
  return timing ? [timing, ...secondary] : [];
}

// A footprint of three caches finds nothing in them, as after they were emptied.
function isSameState(a: Cache, b: Cache): boolean {
  return a === b || ![a, b].includes('hot');
}
