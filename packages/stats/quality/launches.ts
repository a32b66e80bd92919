// Real A/A launches: noise with its true shape, and steps of known place and size put into it.
import { runNoise } from '../src/index.ts';
import { detectors } from './detectors.ts';
import type { DetectorName } from './detectors.ts';
import { wilson } from './wilson.ts';
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
      if (!Array.isArray(medians) || !medians.every((median) => typeof median === 'number'))
        throw new Error(`${file}: /ids/${id}: give an array of medians, or one as mediansNs`);
      return [id, medians];
    }),
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** One detector on the A/A series of one file. */
export interface LaunchOutcome {
  readonly file: string;
  readonly detector: DetectorName;
  /** 0 for the series as they are: `found` then counts the ids with any alarm. */
  readonly effect: number;
  readonly after: number;
  readonly ids: number;
  readonly found: Rate;
}

const fewestLaunches = 10;

/** The series as they are, and with steps before their last 3 and 5 launches; ids with fewer than ten launches are left out. */
export function runLaunches(file: string, launches: Launches): readonly LaunchOutcome[] {
  const series = [...launches].filter(([, medians]) => medians.length >= fewestLaunches);
  if (series.length === 0) return [];
  const kinds = [
    [0, 0],
    ...[0.03, 0.05, 0.1].flatMap((effect) => [3, 5].map((after) => [effect, after] as const)),
  ] as const;
  return Object.entries(detectors).flatMap(([name, detector]) =>
    kinds.map(([effect, after]) => {
      const hits = series.filter(([id, medians]) => {
        const step = medians.length - after;
        const values = medians.map((median, at) => (at >= step ? median * (1 + effect) : median));
        const alarms = detector({ values, sigma0: runNoise(medians).sigma, id });
        return effect === 0 ? alarms.length > 0 : alarms.some((alarm) => Math.abs(alarm - step) <= 2);
      });
      const found = wilson(hits.length, series.length);
      return { file, detector: name as DetectorName, effect, after, ids: series.length, found };
    }),
  );
}
