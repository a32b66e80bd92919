// The winner of a search beside the usual choice, in turns: a search picks the luckiest of many times, and only a second measurement is fair.
import { median, studentQuantile } from '@kernel-ladder/stats';
import type { TuningSpeed } from '@kernel-ladder/schema';
import { verifyUnknown, relaunch } from '../check/check.ts';
import type { CaseParams } from '../contract/family.ts';
import { createLaunch } from '../launch/launch.ts';
import type { Launch } from '../launch/launch.ts';
import { specOf, timeOf } from './look.ts';
import type { NamedChoice, TuneBench } from './look.ts';

/** Times in turns, and what they say. */
export interface Beside {
  readonly speed: TuningSpeed;
  readonly tunedNs: number;
  readonly usualNs: number;
  readonly compileMs: number;
}

/** How long to look. */
export interface TurnsRequest {
  readonly turns: number;
  /** Samples of each in a turn. */
  readonly samples: number;
}

// Below that share of full clock a turn is taken again.
const fullClock = 0.95;
const mostAgain = 3;

/**
 * Times both in turns, each in front in every other one. Of each turn the ratio of the times counts, so that what slows the device down for a
 * while slows both.
 */
export async function besideUsual<Case extends CaseParams>(
  bench: TuneBench<Case>,
  { winner, usual }: { readonly winner: NamedChoice; readonly usual: NamedChoice },
  request: TurnsRequest,
): Promise<Beside> {
  const tuned = await createLaunch(bench.gpu, specOf(bench, winner.candidate));
  try {
    const other = await createLaunch(bench.gpu, specOf(bench, usual.candidate));
    try {
      const taken = await takeTurns(bench, [other, tuned], request);
      return { ...summary(taken), compileMs: Number(tuned.compileMs.toFixed(1)) };
    } finally {
      other.free();
    }
  } finally {
    tuned.free();
  }
}

type Turn = readonly [usualNs: number, tunedNs: number];

async function takeTurns<Case extends CaseParams>(
  bench: TuneBench<Case>,
  launches: readonly [usual: Launch, tuned: Launch],
  { turns, samples }: TurnsRequest,
): Promise<readonly Turn[]> {
  const taken: Turn[] = [];
  const time = async (launch: Launch) => (await timeOf(bench, launch, { samples, seenNs: null })).ns;
  for (let again = 0; taken.length < turns;) {
    await bench.clock?.spinUp();
    const isUsualFirst = taken.length % 2 === 0;
    const [first, second] = isUsualFirst ? launches : [launches[1], launches[0]];
    const [one, two] = [await time(first), await time(second)];
    const index = (await bench.clock?.index()) ?? 1;
    if (index < fullClock && again < mostAgain) again++;
    else taken.push(isUsualFirst ? [one, two] : [two, one]);
  }
  return taken;
}

function summary(turns: readonly Turn[]): Omit<Beside, 'compileMs'> {
  return {
    speed: speedOf(turns.map(([usualNs, tunedNs]) => usualNs / tunedNs)),
    usualNs: median(turns.map(([usualNs]) => usualNs)),
    tunedNs: median(turns.map(([, tunedNs]) => tunedNs)),
  };
}

/** The geometric mean of ratios with the 95 % interval of Student's t over their logarithms. */
export function speedOf(ratios: readonly number[]): TuningSpeed {
  const logs = ratios.map((ratio) => Math.log(ratio));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / Math.max(1, logs.length - 1);
  const half =
    logs.length > 1 ? studentQuantile(0.975, logs.length - 1) * Math.sqrt(variance / logs.length) : Infinity;
  return {
    ratio: digits(Math.exp(mean)),
    low: digits(Math.exp(mean - half)),
    high: digits(Math.exp(mean + half)),
    turns: ratios.length,
  };
}

function digits(value: number): number {
  return Number(value.toPrecision(5));
}

/** What is wrong with a candidate on other inputs, over what a launch on the given ones has left; null where nothing is. */
export async function proveOnOthers<Case extends CaseParams>(
  bench: TuneBench<Case>,
  { candidate }: NamedChoice,
): Promise<string | null> {
  const { gpu, pair } = bench;
  const spec = specOf(bench, candidate);
  const launch = await createLaunch(gpu, spec);
  try {
    const { report } = await verifyUnknown(gpu, { spec, launch });
    const own = await report;
    if (!own.passed) return own.message;
    const again = await relaunch(gpu, { spec, launch }, { from: pair.given, to: await pair.other() });
    const others = await again.report;
    return others.passed ? null : others.message;
  } finally {
    launch.free();
  }
}
