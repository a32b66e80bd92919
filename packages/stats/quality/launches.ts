// Real A/A launches: noise with its true shape, and steps of known place and size put into it.
import { compareRuns, gate, judgeBlocks, median, runNoise } from '../src/index.ts';
import type { Verdict } from '../src/index.ts';
import { detectors } from './detectors.ts';
import type { DetectorName } from './detectors.ts';
import { round, wilson } from './wilson.ts';
import type { Rate } from './wilson.ts';

/** Medians of the launches of each id, in launch order. */
export type Launches = ReadonlyMap<string, readonly number[]>;

/**
 * Reads `{"ids": {ID: [median, …]}}`, or `{"ids": {ID: {"mediansNs": [median, …]}}}`. Throws with the path of what is neither.
 */
export function readLaunches(json: unknown, file: string): Launches {
  const ids = field(json, 'ids');
  if (typeof ids !== 'object' || ids === null)
    throw new Error(`${file}: /ids: give an object of id to medians of its launches`);
  return new Map(
    Object.entries(ids).map(([id, entry]) => {
      const medians: unknown = Array.isArray(entry) ? entry : field(entry, 'mediansNs');
      if (!Array.isArray(medians) || !medians.every((value) => typeof value === 'number'))
        throw new Error(`${file}: /ids/${id}: give an array of medians, or one as mediansNs`);
      return [id, medians];
    }),
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** One judge on the A/A launches of one file. */
export interface LaunchOutcome {
  readonly file: string;
  readonly judge: DetectorName | 'gate' | 'one launch against one' | 'four blocks A B B A';
  /** 0 for the launches as they are: `found` then counts false alarms. */
  readonly effect: number;
  /** Launches with the effect in them. */
  readonly after: number;
  /** Series with an alarm or with the step found; for a verdict, trials that gave it. */
  readonly found: Rate;
}

/** Noise between the launches of one id, as shares. */
export interface LaunchNoise {
  readonly file: string;
  readonly id: string;
  readonly launches: number;
  readonly medianNs: number;
  readonly sigma: number;
  readonly robustSigma: number;
  /** Smallest effect that one more launch shows nine times in ten. */
  readonly gateEffect: number;
}

interface Series {
  readonly id: string;
  readonly medians: readonly number[];
}

const fewestLaunches = 10;

/** Every judge on the launches as they are and with effects put in; ids with fewer than ten launches are left out. */
export function runLaunches(file: string, launches: Launches): readonly LaunchOutcome[] {
  const series = longSeries(launches);
  if (series.length === 0) return [];
  return [
    ...runDetectors(file, series),
    ...[0, 0.03, 0.05].flatMap((effect) => runGate(file, series, effect)),
    ...[0, 0.03].map((effect) => runPairs(file, series, effect)),
    ...[0, 0.03].flatMap((effect) => runBlocks(file, series, effect)),
  ];
}

/** The noise of every id with ten launches or more, the noisiest first. */
export function launchNoise(file: string, launches: Launches): readonly LaunchNoise[] {
  const rows = longSeries(launches).map(({ id, medians }) => {
    const { sigma, robustSigma, gateEffect } = runNoise(medians);
    return {
      file,
      id,
      launches: medians.length,
      medianNs: median(medians),
      sigma: round(sigma, 6),
      robustSigma: round(robustSigma, 6),
      gateEffect: round(gateEffect),
    };
  });
  return rows.toSorted((a, b) => b.sigma - a.sigma);
}

function longSeries(launches: Launches): readonly Series[] {
  const all = [...launches].map(([id, medians]) => ({ id, medians }));
  return all.filter(({ medians }) => medians.length >= fewestLaunches);
}

function runDetectors(file: string, series: readonly Series[]): readonly LaunchOutcome[] {
  const kinds = [
    [0, 0],
    ...[0.03, 0.05, 0.1].flatMap((effect) => [3, 5].map((after) => [effect, after] as const)),
  ] as const;
  return Object.entries(detectors).flatMap(([name, detector]) =>
    kinds.map(([effect, after]) => {
      const hits = series.filter(({ id, medians }) => {
        const step = medians.length - after;
        const values = medians.map((value, at) => (at >= step ? value * (1 + effect) : value));
        const alarms = detector({ values, sigma0: runNoise(medians).sigma, id });
        return effect === 0 ? alarms.length > 0 : alarms.some((alarm) => Math.abs(alarm - step) <= 2);
      });
      const found = wilson(hits.length, series.length);
      return { file, judge: name as DetectorName, effect, after, found };
    }),
  );
}

// A launch is the newest commit of all ids at once, those before it their history: no sigma of A/A, which would have seen
// the newest. As measured, each launch from the tenth on is judged; with an effect the last one, each id in turn the slower.
function runGate(file: string, series: readonly Series[], effect: number): readonly LaunchOutcome[] {
  const least = Math.min(...series.map(({ medians }) => medians.length));
  const places = Array.from({ length: least - fewestLaunches }, (_, at) => fewestLaunches + at);
  const suspects = (place: number, slower: string | null) =>
    gate(
      series.map(({ id, medians }) => ({
        id,
        direction: 'lower',
        segment: medians.slice(0, place),
        newest: [(medians[place] ?? 0) * (id === slower ? 1 + effect : 1)],
      })),
    ).filter(({ isSuspect }) => isSuspect);
  const last = places.slice(-1);
  const trials =
    effect === 0
      ? places.map((place) => suspects(place, null).length > 0)
      : last.flatMap((place) => series.map(({ id }) => suspects(place, id).some((row) => row.id === id)));
  return trials.length === 0 ? [] : [{ file, judge: 'gate', effect, after: 1, found: share(trials) }];
}

// The first launch against the last, with the noise of those between: one trial an id, as trials of one id share a sigma.
function runPairs(file: string, series: readonly Series[], effect: number): LaunchOutcome {
  const trials = series.map(({ medians }) => {
    const { sigma, launches } = runNoise(medians.slice(1, -1));
    const base = { medians: medians.slice(0, 1) };
    const head = { medians: medians.slice(-1).map((ns) => ns * (1 + effect)) };
    return compareRuns({ base, head, direction: 'lower', sigma0: sigma, launches }).verdict;
  });
  const found = share(trials.map(isChange(effect)));
  return { file, judge: 'one launch against one', effect, after: 1, found };
}

// Four launches are a block; sixteen are what a first verdict takes.
function runBlocks(file: string, series: readonly Series[], effect: number): readonly LaunchOutcome[] {
  const trials = series.flatMap(({ medians }) => {
    const blocks = Array.from({ length: Math.floor(medians.length / 4) }, (_, block) => {
      const [a = 0, b = 0, c = 0, d = 0] = medians.slice(4 * block);
      return { base: median([a, d]), head: median([b, c]) * (1 + effect) };
    });
    return blocks.length < 4 ? [] : [judgeBlocks(blocks.slice(0, 4), { direction: 'lower' }).verdict];
  });
  if (trials.length === 0) return [];
  const found = share(trials.map(isChange(effect)));
  return [{ file, judge: 'four blocks A B B A', effect, after: 8, found }];
}

// As measured, any verdict of change is false; of a slowed head only REGRESSED is right.
function isChange(effect: number): (verdict: Verdict) => boolean {
  return (verdict) => verdict === 'REGRESSED' || (effect === 0 && verdict === 'IMPROVED');
}

function share(trials: readonly boolean[]): Rate {
  return wilson(trials.filter(Boolean).length, trials.length);
}
