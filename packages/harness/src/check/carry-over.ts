// Whether the timed launches did their work: a launch must be right, and take the same time, whatever earlier ones have left.
import { chainedDurations, submitPasses, timePasses } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import type { CarryOver } from '@kernel-ladder/schema';
import { judge, relaunch, rejected } from './check.ts';
import type { Launched } from './check.ts';
import type { CaseParams } from '../contract/family.ts';
import { worse } from '../contract/oracle.ts';
import type { Finding } from '../contract/oracle.ts';
import type { CaseData } from '../launch/case-data.ts';
import type { Refilled } from '../launch/case-pair.ts';
import type { Overwriter } from '../launch/overwrite.ts';

/** A launch that has been timed, and what tells whether its times are those of its work. */
export interface CarryOverRequest<Case extends CaseParams> extends Launched<Case> {
  readonly other: CaseData;
  /** Inputs filled in another way; null where the variant takes none. */
  readonly refilled: Refilled | null;
  readonly overwriter: Overwriter;
  /** Empties the caches, so that both kinds of launches begin alike; null where nothing can. */
  readonly flush: EncodePass | null;
  /** Brings the clock up: the host may have compared for a second. */
  readonly spinUp: () => Promise<void>;
  readonly medianNs: number;
  /** Smallest step of the device's clock, in ns. */
  readonly tickNs: number;
  /** Whether the median is of launches whose caches were emptied one by one, as they are here. */
  readonly isAlone: boolean;
}

/** What was found, and what it took. */
export interface CarriedOver {
  readonly report: Finding;
  /** Checksums of the other inputs' outputs. */
  readonly sums: readonly number[];
  /** Checksums of the outputs of what was filled in another way, where that was tried. */
  readonly refilledSums?: readonly number[];
  readonly facts: Pick<CarryOver, 'launches' | 'ratio'>;
}

/** How much longer an honest launch may take where nothing was left to it, by chance. */
export interface Slack {
  readonly ratio: number;
  readonly ns: number;
}

/**
 * On an H200 the 56 launches of the suite `quick`, 66 µs to 325 ms long, had ratios from 0.994 to 1.02: four times the
 * largest excess is allowed. A launch of a few µs varies by more than its share, hence the 3 µs. Software shares its cores
 * with whatever else runs: only what is several times as slow is told from chance there. Two times that are one, read off a
 * coarse clock, are up to two of its steps apart.
 */
export function slackOf(isSoftware: boolean, tickNs: number): Slack {
  const { ratio, ns } = isSoftware ? { ratio: 4, ns: 500_000 } : { ratio: 1.08, ns: 3000 };
  return { ratio, ns: Math.max(ns, 2 * tickNs) };
}

/**
 * Times launches that follow the timed ones beside launches on overwritten outputs and scratch and on inputs in turn, then
 * checks launches on other inputs over what was left. A kernel that returns when it has been here before, that keeps its
 * result, or that does a part of the work each time, is wrong in the one or faster in the other.
 */
export async function checkCarryOver<Case extends CaseParams>(
  gpu: Gpu,
  request: CarryOverRequest<Case>,
): Promise<CarriedOver> {
  const { spec, other } = request;
  const times = await compareTimes(gpu, request);
  // The last of the overwritten launches ran on the other inputs.
  const { report, sums } = await judge(gpu, request, other);
  const facts = { launches: times.launches + 2, ratio: times.ratio };
  if (!report.passed || times.excess) return { report: times.excess ?? report, sums, facts };
  const back = await relaunch(gpu, request, { from: other, to: spec.data });
  if (!back.passed) return { report: back, sums, facts };
  const again = await relaunchAgain(gpu, request);
  return { ...again, report: [report, back, again.report].reduce(worse), sums, facts };
}

// Over what the timed inputs have left: on inputs of another fill and structure, which no text that is made for the timed ones suits.
async function relaunchAgain<Case extends CaseParams>(
  gpu: Gpu,
  request: CarryOverRequest<Case>,
): Promise<Pick<CarriedOver, 'report' | 'refilledSums'>> {
  const { spec, other, refilled } = request;
  if (!refilled) return { report: await relaunch(gpu, request, { from: spec.data, to: other }) };
  const report = await relaunch(gpu, request, { from: spec.data, to: refilled.data });
  if (!report.passed) return { report: { ...report, message: `on ${refilled.name}: ${report.message}` } };
  const { sums } = await judge(gpu, request, refilled.data);
  return { report, refilledSums: sums };
}

interface Times {
  readonly launches: number;
  readonly ratio: number;
  readonly excess: Finding | null;
}

async function compareTimes<Case extends CaseParams>(
  gpu: Gpu,
  request: CarryOverRequest<Case>,
): Promise<Times> {
  const slack = slackOf(gpu.facts.software, request.tickNs);
  const attempts: Attempt[] = [];
  while (verdictOf(attempts, slack) === null) {
    if (attempts.length > 0) await launchMany(gpu, request);
    attempts.push(await takeBoth(gpu, request));
  }
  const isAlike = verdictOf(attempts, slack) === 'alike';
  // Of attempts that disagree, those that were outvoted have no say in what is told.
  const telling = attempts.filter((attempt) => isUnlike(attempt, slack) !== isAlike);
  const least = telling.reduce((one, other) => (ratioOf(other) < ratioOf(one) ? other : one));
  return {
    launches: attempts.reduce((sum, { count }) => sum + count, 0),
    ratio: Number(ratioOf(least).toPrecision(3)),
    excess: isAlike ? null : rejected('carry-over', excessOf(least)),
  };
}

/** Launches of both kinds, and the least time of each in ns. */
export interface Attempt {
  readonly count: number;
  readonly following: number;
  readonly overwritten: number;
}

/**
 * What attempts say together; null asks for one more. One that finds the two kinds alike is believed: chance makes them differ,
 * hardly ever equal. One that finds them unlike is outvoted by two, since a kernel that skips its work at times has more chances
 * the more attempts there are.
 */
export function verdictOf(attempts: readonly Attempt[], slack: Slack): 'alike' | 'unlike' | null {
  const unlike = attempts.filter((attempt) => isUnlike(attempt, slack)).length;
  if (unlike > 1) return 'unlike';
  return attempts.length > 2 * unlike ? 'alike' : null;
}

function isUnlike(attempt: Attempt, slack: Slack): boolean {
  return ratioOf(attempt) > slack.ratio && attempt.overwritten - attempt.following > slack.ns;
}

function ratioOf({ following, overwritten }: Attempt): number {
  return overwritten / following;
}

function excessOf({ following, overwritten }: Attempt): string {
  return `a launch takes ${Math.round(following)} ns after others, and ${Math.round(overwritten)} ns where outputs and scratch were overwritten and inputs change: the timed launches leaned on earlier ones`;
}

// A long launch is looked at less often: a second of them in one submission resets a driver.
function pairsOf(gpu: Gpu, { medianNs }: { readonly medianNs: number }): number {
  return Math.max(1, Math.min(3, Math.floor((gpu.facts.software ? 20e6 : 200e6) / medianNs)));
}

async function takeBoth<Case extends CaseParams>(
  gpu: Gpu,
  request: CarryOverRequest<Case>,
): Promise<Attempt> {
  const { launch, other, overwriter, flush, spinUp } = request;
  const pairs = pairsOf(gpu, request);
  const [given, others] = [launch.encode(0), launch.encodeOn(other.buffers)];
  const prepared = (before: EncodePass, encode: EncodePass) => [before, ...(flush ? [flush] : []), encode];
  await spinUp();
  const time = async (passes: readonly EncodePass[][]) => {
    const durations = chainedDurations(await timePasses(gpu, passes.flat()));
    const each = durations.filter((_, index) => (index + 1) % (passes[0]?.length ?? 1) === 0);
    // What else the machine does only ever makes a launch longer.
    const least = Math.min(...each.filter((value) => value !== null));
    if (!Number.isFinite(least)) throw new Error('the timer gave no valid pair of stamps');
    return Math.max(1, least);
  };
  const following = await time(Array.from({ length: 2 * pairs }, () => prepared(overwriter.touch, given)));
  overwriter.draw();
  const overwritten = await time(
    Array.from({ length: 2 * pairs }, (_, index) =>
      prepared(overwriter.spoil, index % 2 === 0 ? given : others),
    ),
  );
  // What the result stands on is the least that may be held against the others, where it was taken like them.
  const least = request.isAlone ? Math.min(following, request.medianNs) : following;
  return { count: 4 * pairs, following: least, overwritten };
}

// As many as in a timed stretch, and how many nobody knows: what is honest for a while after it was disturbed is past that.
async function launchMany<Case extends CaseParams>(
  gpu: Gpu,
  { launch, medianNs }: CarryOverRequest<Case>,
): Promise<void> {
  const most = Math.max(2, Math.min(1024, 50e6 / medianNs));
  const count = Math.ceil(most * (0.25 + 0.75 * Math.random()));
  await submitPasses(
    gpu,
    Array.from({ length: count }, () => launch.encode(0)),
  );
}
