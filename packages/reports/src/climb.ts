// Whether a ladder climbs: each rung beside the best before it, and beyond what chance does.
import type { Row } from '@kernel-ladder/curriculum';
import { breaksOnPurpose } from '@kernel-ladder/schema';
import { largestLadders, variantsIn } from './data.ts';
import type { Ladder } from './data.ts';

/** A rung climbs where it is so many times as fast as the best before it, by the near ends of both 95 % intervals. */
export const leastStep = 1.05;
/** A ladder is a journey when so many rungs of it climb. */
export const leastClimbs = 2;

/** A rung beside the best of those before it. */
export interface Step {
  readonly row: Row;
  /** The best before; null for the first rung. */
  readonly before: Row | null;
  /** Time of the best before over its own; null for the first. */
  readonly gain: number | null;
  readonly verdict: 'first' | 'climbs' | 'level' | 'slower' | 'same kernel';
}

/** Every rung of a ladder in its order. */
export function stepsOf(rungs: readonly Row[]): readonly Step[] {
  return rungs.map((row, place) => {
    const earlier = rungs.slice(0, place);
    const [before] = earlier.toSorted((a, b) => medianNs(a) - medianNs(b));
    if (!before) return { row, before: null, gain: null, verdict: 'first' };
    const hash = row.result.kernelHash;
    const isSame = hash !== undefined && earlier.some(({ result }) => result.kernelHash === hash);
    const gain = medianNs(before) / medianNs(row);
    return { row, before, gain, verdict: isSame ? 'same kernel' : verdictOf(row, before) };
  });
}

function verdictOf(row: Row, before: Row): 'climbs' | 'level' | 'slower' {
  if (isFaster(row, before)) return 'climbs';
  return isFaster(before, row) ? 'slower' : 'level';
}

/** Whether one result is faster than another by a step that no chance makes. */
export function isFaster({ result: { timing: own } }: Row, { result: { timing: other } }: Row): boolean {
  return own !== undefined && other !== undefined && own.ciHighNs * leastStep < other.ciLowNs;
}

/** Of ladders with the same rungs the one with most work, and the one with most climbing rungs where that is another. */
export function tellingLadders(ladders: readonly Ladder[]): readonly Ladder[] {
  return largestLadders(ladders).flatMap((largest) => {
    const alike = ladders.filter((ladder) => variantsIn(ladder) === variantsIn(largest));
    const [steepest] = alike.toSorted((a, b) => climbsIn(b) - climbsIn(a));
    return steepest && climbsIn(steepest) > climbsIn(largest) ? [largest, steepest] : [largest];
  });
}

const climbsIn = ({ rungs }: Ladder): number => climbOf(stepsOf(rungs)).climbs;

/** What a ladder is, and why it is no more. */
export interface Climb {
  readonly isJourney: boolean;
  readonly climbs: number;
  readonly best: Row | null;
  /** The first rung's time over the best one's. */
  readonly gain: number;
  readonly why: string;
}

/** Judges a ladder by its steps. */
export function climbOf(steps: readonly Step[]): Climb {
  const climbs = steps.filter(({ verdict }) => verdict === 'climbs').length;
  const distinct = steps.flatMap(({ row, verdict }) => (verdict === 'same kernel' ? [] : [row]));
  const fit = distinct.filter(({ result }) => !breaksOnPurpose(result));
  const [best = null] = fit.toSorted((a, b) => medianNs(a) - medianNs(b));
  const [first] = distinct;
  const gain = first && best ? medianNs(first) / medianNs(best) : Number.NaN;
  return { isJourney: climbs >= leastClimbs, climbs, best, gain, why: whyOf(steps, climbs) };
}

function whyOf(steps: readonly Step[], climbs: number): string {
  const named = (verdict: Step['verdict']) =>
    steps.filter((step) => step.verdict === verdict).map(({ row }) => `\`${row.result.variant}\``);
  const climbing = named('climbs').join(', ');
  if (climbs >= leastClimbs) return `${climbing} climb`;
  if (climbs === 1) return `${climbing} alone climbs`;
  const first = `\`${steps[0]?.row.result.variant}\``;
  const slower = named('slower');
  const none = `no rung is ${percentOf(leastStep)} faster than ${first}, the first`;
  return slower.length > 0 ? `${none}; ${slower.join(', ')} slower than it or than a rung between` : none;
}

/** A factor such as 1.05 as a percentage. */
export function percentOf(factor: number): string {
  return `${Math.round(100 * (factor - 1))} %`;
}

const medianNs = ({ result }: Row): number => result.timing?.medianNs ?? Number.POSITIVE_INFINITY;
