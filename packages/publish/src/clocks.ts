// A launch that lowers the clock by its own power says what the clock came to: which of its times were taken at one clock.
import type { Timing } from '@kernel-ladder/schema';

/** A median time and the clock behind it. */
export interface AtClock {
  readonly ns: number;
  /** Share of full clock. */
  readonly clock: number;
}

// Runs of gemm/naive 4096³ f32 left the clock of an H200 at 0.781 and 0.826 of full speed, and of another at 0.787; those of two H100s at 0.896 and
// 0.933. The two on one card are 5.8 % apart, and 1.4 % in time: half as much again is no noise. A clock that stayed up, which is 0.95 or more,
// is within it of full speed.
const noise = Math.log(1.08);

/** The share of full clock behind a time: a launch at whose end the clock was up says nothing of it. */
export function clockOf({ clockAfter }: Pick<Timing, 'clockAfter'>): number {
  return clockAfter ?? 1;
}

/**
 * Whether two times of one id differ, or agree, by what may be their clocks alone, as on a card that is hot or is given less power.
 * A launch that the clock bounds takes longer by as much as the clock is lower, one that memory bounds takes as long: what lies between is the
 * clock's, and what lies outside is not.
 */
export function areOtherClocks(one: AtClock, other: AtClock): boolean {
  // Most often the clock stayed up.
  if (one.clock === other.clock) return false;
  const explained = Math.log(one.clock / other.clock);
  if (Math.abs(explained) <= noise) return false;
  const seen = Math.log(other.ns / one.ns);
  return seen >= Math.min(0, explained) - noise && seen <= Math.max(0, explained) + noise;
}

/** The times that may be held against the newest one, which is the last. */
export function likeNewest<Time extends AtClock>(times: readonly Time[]): readonly Time[] {
  const newest = times.at(-1);
  return newest ? times.filter((time) => !areOtherClocks(time, newest)) : times;
}
