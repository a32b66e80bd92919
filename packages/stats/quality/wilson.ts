// A share of trials with the interval that it deserves.

/** `hits` of `trials`, with Wilson's 95 % score interval (Wilson 1927). Shares are 0 to 1. */
export interface Rate {
  readonly hits: number;
  readonly trials: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

const z = 1.959963984540054;

/** Throws a RangeError without trials. */
export function wilson(hits: number, trials: number): Rate {
  if (!(trials > 0)) throw new RangeError(`no rate of ${hits} in ${trials} trials`);
  const rate = hits / trials;
  const scale = 1 + z ** 2 / trials;
  const centre = (rate + z ** 2 / (2 * trials)) / scale;
  const reach = (z / scale) * Math.sqrt((rate * (1 - rate)) / trials + z ** 2 / (4 * trials ** 2));
  return { hits, trials, rate: round(rate), low: round(centre - reach), high: round(centre + reach) };
}

/** Four decimals unless told: more than the trials can tell, and short in a file. */
export function round(value: number, decimals = 4): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
