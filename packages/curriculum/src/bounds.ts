// Thresholds: whether a number keeps to them, and how they read.

/** Limits of a number; none of them means that the number need only be there. */
export interface Bounds {
  readonly above?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly below?: number;
}

/** Whether a number is one, and within its bounds. */
export function isWithin(bounds: Bounds, value: number): boolean {
  return (
    !Number.isNaN(value) &&
    value > (bounds.above ?? -Infinity) &&
    value >= (bounds.atLeast ?? -Infinity) &&
    value <= (bounds.atMost ?? Infinity) &&
    value < (bounds.below ?? Infinity)
  );
}

/** The bounds in symbols, e.g. `≥ 1.2 ×`; `recorded` where there are none. */
export function boundsText(bounds: Bounds, unit: string): string {
  const signs = { above: '>', atLeast: '≥', atMost: '≤', below: '<' } as const;
  const parts = (Object.keys(signs) as (keyof typeof signs)[]).flatMap((key) =>
    bounds[key] === undefined ? [] : [`${signs[key]} ${bounds[key]}${unit ? ` ${unit}` : ''}`],
  );
  return parts.length > 0 ? parts.join(', ') : 'recorded';
}

/** Sorts what is nearest to breaking its bounds first: the least where a lower bound is set, the greatest elsewhere. */
export function worstFirst<T extends { readonly value: number }>(
  bounds: Bounds,
  rows: readonly T[],
): readonly T[] {
  const hasLower = bounds.above !== undefined || bounds.atLeast !== undefined;
  const isOut = (row: T) => Number(isWithin(bounds, row.value));
  return rows.toSorted((a, b) => isOut(a) - isOut(b) || (hasLower ? a.value - b.value : b.value - a.value));
}
