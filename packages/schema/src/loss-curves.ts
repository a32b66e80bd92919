// Two loss curves over the same steps.

/** Where two curves are furthest apart, over the steps that both have, counted from 1; null where there are none. */
export function greatestDifference(
  one: readonly number[],
  other: readonly number[],
): { readonly step: number; readonly difference: number } | null {
  const shared = Math.min(one.length, other.length);
  const apart = Array.from({ length: shared }, (_, step) => Math.abs((one[step] ?? 0) - (other[step] ?? 0)));
  const difference = Math.max(...apart);
  return shared === 0 ? null : { step: 1 + apart.indexOf(difference), difference };
}
