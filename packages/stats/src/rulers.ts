// Did the machine hold still? Fixed kernels timed at the start, in the middle and at the end of a session say so.

/** Times of one moment's ruler kernels in any one unit, by name: `{ copy: …, fma: … }`. */
export type RulerTimes = Readonly<Record<string, number>>;

/** Largest |last/first − 1| of a ruler on a machine that holds still: one H200 stays within 2 %. */
export const largestDrift = 0.05;

/**
 * Why a session is unstable, empty when it is not. `drift:copy +7.1 %`: the ruler's last time left its first.
 * `throttle:fma +9.0 %`: a time in between was that much longer than both ends, so the clock fell and came back.
 * Throws on times not above 0.
 */
export function rulerReasons(
  moments: readonly RulerTimes[],
  limit: number = largestDrift,
): readonly string[] {
  const names = Object.keys(moments[0] ?? {});
  return names.flatMap((name) => {
    const times = moments.map((moment) => requireTime(moment[name], name));
    const [first, last] = [times[0], times.at(-1)];
    if (first === undefined || last === undefined) return [];
    const drift = last / first - 1;
    const bulge = Math.max(...times) / Math.max(first, last) - 1;
    const reasons: string[] = [];
    if (Math.abs(drift) > limit) reasons.push(`drift:${name} ${percent(drift)}`);
    if (bulge > limit) reasons.push(`throttle:${name} ${percent(bulge)}`);
    return reasons;
  });
}

/** Whether a session's reason is one of the rulers: `drift:`, `throttle:` or `contended:`. */
export function isRulerReason(reason: string): boolean {
  return /^(drift|throttle|contended):/.test(reason);
}

function requireTime(time: number | undefined, name: string): number {
  if (time !== undefined && Number.isFinite(time) && time > 0) return time;
  throw new RangeError(`ruler ${name} took ${time}: every moment needs its time, above 0`);
}

function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;
}
