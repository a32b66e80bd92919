// What a long series costs: p-values worked out for series of 500 points that never come to rest.
import { accept, propose } from '../src/boundaries.ts';
import { createRandom, defaultMinimumEffect, hashSeed, normal, quantile, uniform } from '../src/index.ts';
import type { RandomBits } from '../src/index.ts';
import { logRatios, priorOf } from '../src/series.ts';

/** How many boundaries are proposed, and how many p-values it takes to judge them. */
export interface Cost {
  readonly kind: RestlessName;
  readonly points: number;
  readonly series: number;
  readonly proposed: Spread;
  readonly asked: Spread;
}

/** Half of the series, and the dearest. */
export interface Spread {
  readonly median: number;
  readonly most: number;
}

type Levels = (count: number, random: RandomBits) => readonly number[];

// ln-values that leave their level with this probability a commit, for the one that `next` gives.
function jumps(probability: number, next: (level: number, random: RandomBits) => number): Levels {
  return (count, random) => {
    let level = 0;
    return Array.from({ length: count }, () => {
      if (uniform(random) < probability) level = next(level, random);
      return level + 0.01 * normal(random);
    });
  };
}

// Slow runs in clusters of four, as of a machine that is shared.
function clusters(count: number, random: RandomBits): readonly number[] {
  let left = 0;
  return Array.from({ length: count }, () => {
    if (left === 0 && uniform(random) < 0.06) left = 4;
    const isSlow = left-- > 0;
    left = Math.max(0, left);
    return 0.003 * normal(random) + (isSlow ? 0.04 : 0);
  });
}

/** Kinds of series whose segmentation proposes many levels. */
export const restless = {
  'one level': jumps(0, (level) => level),
  'a change in 100 commits': jumps(0.01, (level, random) => level + 0.06 * Math.sign(normal(random))),
  'two levels in turns': jumps(0.15, (level) => 0.1 - level),
  'a wandering level': jumps(0.1, (level, random) => level + 0.05 * normal(random)),
  'slow clusters': clusters,
} as const satisfies Record<string, Levels>;

/** The name of such a kind. */
export type RestlessName = keyof typeof restless;

/** Series `index` of a kind, as values. */
export function restlessSeries(kind: RestlessName, points: number, index: number): readonly number[] {
  const random = createRandom(hashSeed(`${kind}/${points}/${index}`));
  return restless[kind](points, random).map((value) => 1000 * Math.exp(value));
}

/** Costs of `series` series of a kind. */
export function runCost(kind: RestlessName, points: number, series: number): Cost {
  const counts = Array.from({ length: series }, (_, index) => {
    const values = restlessSeries(kind, points, index);
    const logs = logRatios(values, values[0] ?? 1);
    const prior = priorOf({});
    const proposed = propose(logs, prior);
    const rules = { prior, seed: index, minimumEffect: defaultMinimumEffect };
    return { proposed: proposed.length, asked: accept(logs, proposed, rules).asked };
  });
  return {
    kind,
    points,
    series,
    proposed: spread(counts.map(({ proposed }) => proposed)),
    asked: spread(counts.map(({ asked }) => asked)),
  };
}

function spread(counts: readonly number[]): Spread {
  const ascending = counts.toSorted((a, b) => a - b);
  return { median: quantile(ascending, 0.5), most: quantile(ascending, 1) };
}
