// How numbers read in tables and sentences.

/** A number with four digits, large ones grouped. */
export function shortNumber(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en-US').replaceAll(',', '\u202f');
  const size = Math.abs(value);
  if (size < 1e-3) return value.toExponential(2);
  return size >= 1000 ? shortNumber(Math.round(value)) : String(Number(value.toPrecision(4)));
}
