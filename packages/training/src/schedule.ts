// How large a step is: from nothing up to the rate, then along half a cosine down to a share of it (Loshchilov and Hutter, 2017).

/** A learning rate over the steps of a training. */
export interface Schedule {
  readonly rate: number;
  /** Steps on the way up. */
  readonly warmup: number;
  readonly steps: number;
  /** The share of the rate that is left at the last step. */
  readonly floor: number;
}

/** The learning rate of a step, counted from 0. */
export function rateAt({ rate, warmup, steps, floor }: Schedule, step: number): number {
  if (step < warmup) return (rate * (step + 1)) / warmup;
  const share = Math.min(1, (step - warmup) / Math.max(1, steps - warmup));
  return rate * (floor + (1 - floor) * 0.5 * (1 + Math.cos(Math.PI * share)));
}
