// Whether a launch takes the same time whatever earlier ones have left: launches of both kinds, timed one beside the other.
import { chainedDurations, submitPasses, timePasses } from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import { rejected } from './judge-outputs.ts';
import type { Launched } from './judge-outputs.ts';
import type { CaseParams } from '../contract/family.ts';
import type { Finding } from '../contract/oracle.ts';
import type { CaseData } from '../launch/case-data.ts';
import type { Overwriter } from '../launch/overwrite.ts';

/** A launch that has been timed, and what it is compared on. */
export interface ComparisonRequest<Case extends CaseParams> extends Launched<Case> {
  readonly other: CaseData;
  readonly overwriter: Overwriter;
  /** Empties the caches, so that both kinds of launches begin alike; null where nothing can. */
  readonly flush: EncodePass | null;
  /** Brings the clock up: the host may have compared for a second. */
  readonly spinUp: () => Promise<unknown>;
  readonly sampled: Sampled;
  /** Smallest step of the device's clock, in ns. */
  readonly tickNs: number;
}

/** What the timed launches took. */
export interface Sampled {
  readonly medianNs: number;
  readonly leastNs: number;
  /** Whether they ran as launches do here: each in a pass of its own, with caches that hold the same. */
  readonly areAlike: boolean;
  /** Whether one of them at least ran over what another has left. */
  readonly doFollow: boolean;
}

/** How much longer an honest launch may take where nothing was left to it, by chance. */
export interface Slack {
  readonly ratio: number;
  readonly ns: number;
  /** How many attempts have to find the two kinds unlike. */
  readonly unlike: number;
}

/**
 * On an H200 the 56 launches of the suite `quick`, 66 µs to 325 ms long, had ratios from 0.994 to 1.02: four times the
 * largest excess is allowed. A launch of a few µs varies by more than its share, hence the 3 µs. Software shares its cores
 * with whatever else runs: only what is several times as slow is told from chance there, and only if it is so again and again:
 * where sixteen programs shared two cores, two attempts of five found an honest launch four times as slow. A launch that
 * loses its core waits 2 to 4 ms for its next turn, and short ones may do so each time that they are looked at, hence the 5 ms. Two times that are one, read off a
 * coarse clock, are up to two of its steps apart.
 */
export function slackOf(isSoftware: boolean, tickNs: number): Slack {
  const { ns, ...slack } = isSoftware
    ? { ratio: 4, ns: 5e6, unlike: 4 }
    : { ratio: 1.08, ns: 3000, unlike: 2 };
  return { ...slack, ns: Math.max(ns, 2 * tickNs) };
}

/** What the times say: how many launches they are of, how much longer those took that nothing was left to, and whether that is refused. */
export interface Times {
  readonly launches: number;
  readonly ratio: number;
  readonly excess: Finding | null;
  /** The only attempt, if none of its overwritten launches was on the timed inputs: it says nothing of what they take. */
  readonly onOthers: Attempt | null;
}

/**
 * Times launches that follow others, or takes the timed ones for such, beside launches on overwritten buffers and inputs in turn, until
 * these attempts and those `before` have a verdict.
 */
export async function compareTimes<Case extends CaseParams>(
  gpu: Gpu,
  request: ComparisonRequest<Case>,
  before: readonly Attempt[] = [],
): Promise<Times> {
  const slack = slackOf(gpu.facts.software, request.tickNs);
  const telling = () => taken.filter((attempt) => tells(attempt, request.sampled, slack));
  const taken = [...before];
  while (verdictOf(telling(), slack) === null) {
    const look = taken.length === 0 ? 'first' : gpu.facts.software ? 'again' : 'settling';
    if (look !== 'first') await launchMany(gpu, request);
    taken.push(await takeBoth(gpu, request, comparisonOf(request.sampled, look)));
  }
  return timesOf(taken, telling(), slack);
}

function timesOf(taken: readonly Attempt[], attempts: readonly Attempt[], slack: Slack): Times {
  const isAlike = verdictOf(attempts, slack) === 'alike';
  // Of attempts that disagree, those that were outvoted have no say in what is told.
  const telling = attempts.filter((attempt) => isUnlike(attempt, slack) !== isAlike);
  const least = telling.reduce((one, other) => (ratioOf(other) < ratioOf(one) ? other : one));
  return {
    launches: taken.reduce((sum, { count }) => sum + count, 0),
    ratio: Number(ratioOf(least).toPrecision(3)),
    excess: isAlike ? null : rejected('carry-over', excessOf(least)),
    onOthers: taken.length === 1 && least.count <= 2 ? least : null,
  };
}

/** Times one launch as those are that a comparison takes, over whatever was left, in ns. */
export async function timeAlike<Case extends CaseParams>(
  gpu: Gpu,
  { flush, spinUp }: Pick<ComparisonRequest<Case>, 'flush' | 'spinUp'>,
  encode: EncodePass,
): Promise<number> {
  await spinUp();
  return leastOf(await durationsOf(gpu, [[...(flush ? [flush] : []), encode]]));
}

/** Launches of both kinds, and the least time of each in ns. */
export interface Attempt {
  readonly count: number;
  readonly following: number;
  readonly overwritten: number;
}

/**
 * What attempts say together; null asks for one more. One that finds the two kinds alike is believed: chance makes them differ,
 * hardly ever equal. Those that find them unlike are outvoted by one more than they are, since a kernel that skips its work at times has more chances
 * the more attempts there are. One of a single launch of each kind is to be outvoted too, and refuses nothing: time may have jumped between the two.
 */
export function verdictOf(attempts: readonly Attempt[], slack: Slack): 'alike' | 'unlike' | null {
  const unlike = attempts.filter((attempt) => isUnlike(attempt, slack));
  if (unlike.filter(({ count }) => count > 2).length >= slack.unlike) return 'unlike';
  return attempts.length > 2 * unlike.length ? 'alike' : null;
}

/**
 * Whether an attempt says anything. A single launch that follows another and takes longer than the timed ones did is either on colder
 * caches than they were, or did what they skipped: that it is like one on overwritten buffers says nothing of them.
 */
export function tells(attempt: Attempt, { medianNs }: Pick<Sampled, 'medianNs'>, slack: Slack): boolean {
  if (attempt.count > 2 || isUnlike(attempt, slack)) return true;
  return !isUnlike({ ...attempt, following: medianNs, overwritten: attempt.following }, slack);
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

/** The first attempt, or one more: in software, or on hardware, where a few are to settle it. */
export type Look = 'first' | 'again' | 'settling';

/** How many launches of each kind an attempt takes. */
export interface Comparison {
  readonly following: number;
  readonly overwritten: number;
}

const mostPairs = 3;
const longNs = 10e6;

/**
 * The launches of an attempt. A long launch is looked at less often: chance adds little to it. Of such ones the first attempt
 * takes none that follow others where the timed launches are just that, and a single one elsewhere. A doubt is settled by more: on
 * hardware by as many of both kinds on the given inputs, since the least of few lies above the least of many where time jumps between two
 * levels 18 % apart, as that of launches does which contend for one word.
 */
export function comparisonOf({ medianNs, areAlike, doFollow }: Sampled, look: Look): Comparison {
  if (medianNs > longNs && look === 'first')
    return { following: areAlike && doFollow ? 0 : 1, overwritten: 1 };
  const mostNs = (look === 'settling' ? 6 : 2) * longNs;
  const pairs = Math.max(1, Math.min(mostPairs, Math.floor(mostNs / medianNs)));
  return { following: 2 * pairs, overwritten: (look === 'settling' ? 4 : 2) * pairs };
}

async function takeBoth<Case extends CaseParams>(
  gpu: Gpu,
  request: ComparisonRequest<Case>,
  comparison: Comparison,
): Promise<Attempt> {
  const { launch, other, overwriter, flush, spinUp, sampled } = request;
  const [given, others] = [launch.encode(0), launch.encodeOn(other.buffers)];
  const prepared = (before: EncodePass, encode: EncodePass) => [before, ...(flush ? [flush] : []), encode];
  await spinUp();
  const following = Array.from({ length: comparison.following }, () => prepared(overwriter.touch, given));
  const followingNs = following.length > 0 ? leastOf(await durationsOf(gpu, following)) : Infinity;
  overwriter.draw();
  // In turn, and the other inputs last.
  const overwritten = Array.from({ length: comparison.overwritten }, (_, index) =>
    prepared(overwriter.spoil, (comparison.overwritten - index) % 2 === 0 ? given : others),
  );
  const overwrittenNs = await durationsOf(gpu, overwritten);
  return {
    count: following.length + overwritten.length,
    following: Math.min(followingNs, heldAgainst(gpu, sampled, following.length)),
    // Of several those on the given inputs, which those that follow are on too: others may be quicker to work on.
    overwritten: leastOf(overwrittenNs.filter((_, index) => index % 2 === 0)),
  };
}

// What the result stands on may be held against the others, where it was taken like them. In software a moment tells little of
// another: other programs share the cores.
function heldAgainst(gpu: Gpu, { areAlike, medianNs, leastNs }: Sampled, following: number): number {
  if (!areAlike) return Infinity;
  if (following === 0) return leastNs;
  return gpu.facts.software ? Infinity : medianNs;
}

// Of each launch, which is the last of the passes that belong to it.
async function durationsOf(gpu: Gpu, launches: readonly (readonly EncodePass[])[]) {
  const durations = chainedDurations(await timePasses(gpu, launches.flat()));
  const passes = launches[0]?.length ?? 1;
  return durations.filter((_, index) => (index + 1) % passes === 0);
}

// What else the machine does only ever makes a launch longer.
function leastOf(durations: readonly (number | null)[]): number {
  const least = Math.min(...durations.filter((value) => value !== null));
  if (!Number.isFinite(least)) throw new Error('the timer gave no valid pair of stamps');
  return Math.max(1, least);
}

// As many as in a timed stretch, and how many nobody knows: what is honest for a while after it was disturbed is past that.
async function launchMany<Case extends CaseParams>(
  gpu: Gpu,
  { launch, sampled }: ComparisonRequest<Case>,
): Promise<void> {
  const most = Math.max(2, Math.min(1024, 50e6 / sampled.medianNs));
  const count = Math.ceil(most * (0.25 + 0.75 * Math.random()));
  await submitPasses(
    gpu,
    Array.from({ length: count }, () => launch.encode(0)),
  );
}
