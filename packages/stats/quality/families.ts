// Synthetic noise in ln(value), one family per way in which real series misbehave. Nothing here changes level.
import { normal, uniform } from '../src/index.ts';
import type { RandomBits } from '../src/index.ts';

/** Noise of `count` commits. */
export type Family = (count: number, random: RandomBits) => readonly number[];

function independent(draw: (random: RandomBits) => number): Family {
  return (count, random) => Array.from({ length: count }, () => draw(random));
}

function autoregressive(rho: number): Family {
  return (count, random) => {
    let state = normal(random);
    return Array.from({ length: count }, () => {
      const value = 0.01 * state;
      state = rho * state + Math.sqrt(1 - rho ** 2) * normal(random);
      return value;
    });
  };
}

// Student's t with three degrees of freedom, scaled to a standard deviation of one.
function t3(random: RandomBits): number {
  const chiSquare = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2;
  return normal(random) / Math.sqrt(chiSquare);
}

// ln-values that are lognormal themselves: skewed to slow, with a floor; scaled to a standard deviation of one.
const shape = 0.8;
function skewed(random: RandomBits): number {
  const variance = (Math.exp(shape ** 2) - 1) * Math.exp(shape ** 2);
  return (Math.exp(shape * normal(random)) - Math.exp(shape ** 2 / 2)) / Math.sqrt(variance);
}

function randomWalk(count: number, random: RandomBits): readonly number[] {
  let level = 0;
  return Array.from({ length: count }, () => {
    level += 0.001 * normal(random);
    return level + 0.005 * normal(random);
  });
}

function heteroscedastic(count: number, random: RandomBits): readonly number[] {
  return Array.from(
    { length: count },
    (_, index) => (Math.floor(index / 20) % 2 === 0 ? 0.005 : 0.02) * normal(random),
  );
}

// Quiet but for slow runs that come in twos, as those of a machine that is busy for a while.
function pairs(count: number, random: RandomBits): readonly number[] {
  let left = 0;
  return Array.from({ length: count }, () => {
    if (left === 0 && uniform(random) < 0.03) left = 2;
    const isSlow = left > 0;
    left = Math.max(0, left - 1);
    return 0.0005 * normal(random) + (isSlow ? Math.log(1.04) : 0);
  });
}

/** Families by name; the standard deviation is about 1 %, where one exists, but for `ticks` and `spiky pairs`. */
export const families = {
  gaussian: independent((random) => 0.01 * normal(random)),
  t3: independent((random) => 0.01 * t3(random)),
  spiky: independent(
    (random) =>
      0.01 * normal(random) + (uniform(random) < 0.05 ? Math.log(1.05 + 0.25 * uniform(random)) : 0),
  ),
  bimodal: independent((random) => 0.005 * normal(random) + (uniform(random) < 0.4 ? 0.03 : 0)),
  'ar1 0.3': autoregressive(0.3),
  'ar1 0.5': autoregressive(0.5),
  'ar1 0.7': autoregressive(0.7),
  'random walk': randomWalk,
  'spiky pairs': pairs,
  // What a long kernel on a quiet GPU gives: one tick of the clock, now and then the next.
  ticks: independent((random) => (uniform(random) < 0.15 ? Math.log(1.002) : 0)),
  lognormal: independent((random) => 0.01 * skewed(random)),
  heteroscedastic,
} as const satisfies Record<string, Family>;

/** The name of a family. */
export type FamilyName = keyof typeof families;

/** Families that no setting of the detector was chosen on. */
export const heldOut: readonly FamilyName[] = ['lognormal', 'heteroscedastic'];

/** Standard deviation of ten independent launches of the family: what A/A would have stored. */
export function launchSigma(family: Family, random: RandomBits): number {
  const launches = Array.from({ length: 10 }, () => family(1, random)[0] ?? 0);
  const centre = launches.reduce((sum, value) => sum + value, 0) / launches.length;
  const squares = launches.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (launches.length - 1));
}
