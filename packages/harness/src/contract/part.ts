// How the judging of a case is divided between threads.

/** One of the parts that together look at all that an oracle looks at. */
export interface Part {
  readonly index: number;
  /** How many parts there are. */
  readonly of: number;
}

/** The only part, where nothing is divided. */
export const whole: Part = { index: 0, of: 1 };

/** Places from `from` up to, and without, `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What falls to a part of `count` things in a row: the parts' stretches follow one another, and differ by one at most. */
export function stretchOf(count: number, { index, of }: Part = whole): Stretch {
  return { from: Math.floor((index * count) / of), to: Math.floor(((index + 1) * count) / of) };
}
