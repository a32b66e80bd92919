// That a measurement is one at full clock, or says what held the clock down.
import type { Measurement } from '../measure/collect.ts';
import type { Workbench } from './workbench.ts';

/** Samples, and whether something else than what was timed held the clock down. */
export type Timed = Measurement & { readonly throttled: boolean };

const full = 0.95;
const mostAttempts = 3;
const alike = 0.05;

interface Attempt {
  readonly measurement: Measurement;
  /** Whether the clock was up when it began. */
  readonly wasUp: boolean;
  /** What share of full clock it left. */
  readonly after: number;
}

/**
 * Within five per cent of full clock behind the samples, or taken again. What begins at full clock twice, ends below it twice, and takes
 * the same time is no accident: a launch may draw more power than a card gives at full clock, and that is its time. All else that
 * stays below is throttled.
 */
export async function atFullClock(
  { clock, onProgress }: Pick<Workbench<never>, 'clock' | 'onProgress'>,
  take: () => Promise<Measurement>,
): Promise<Timed> {
  if (!clock) return { ...(await take()), throttled: false };
  let before: Attempt | null = null;
  for (let count = 1; ; count++) {
    onProgress('clock', 0);
    const wasUp = await clock.spinUp();
    const measurement = await take();
    onProgress('clock', 1);
    const attempt: Attempt = { measurement, wasUp, after: await clock.index() };
    if (attempt.after >= full) return { ...measurement, throttled: false };
    if (before && isOwnDoing(before, attempt)) return { ...lowered(attempt), throttled: false };
    if (count === mostAttempts) return { ...measurement, throttled: true };
    before = attempt;
  }
}

function isOwnDoing(one: Attempt, other: Attempt): boolean {
  const [before, now] = [one, other].map(({ measurement }) => measurement.timing.medianNs);
  if (!one.wasUp || !other.wasUp || before === undefined || now === undefined) return false;
  return Math.abs(now / before - 1) <= alike;
}

function lowered({ measurement, after }: Attempt): Measurement {
  return { ...measurement, timing: { ...measurement.timing, clockAfter: Number(after.toPrecision(3)) } };
}
