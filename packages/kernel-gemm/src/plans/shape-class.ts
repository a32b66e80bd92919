// Sizes by their power of two: shapes alike share what was tuned of one.

/** The nearest power of two by its logarithm, as `2^12`; 0 for nothing. */
export function powerOfTwo(size: number): string {
  return size === 0 ? '0' : `2^${Math.round(Math.log2(size))}`;
}
