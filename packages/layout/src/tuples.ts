// Nested tuples of whole numbers: shapes and strides. A tuple is a number, or a list of tuples.

/** A whole number, or a list of tuples, nested as deep as is wanted. */
export type Tuple = number | readonly Tuple[];

/** Its numbers from left to right. */
export function flatten(tuple: Tuple): readonly number[] {
  return typeof tuple === 'number' ? [tuple] : tuple.flatMap(flatten);
}

/** Its numbers multiplied; 1 of an empty one. */
export function productOf(tuple: Tuple): number {
  return flatten(tuple).reduce((product, factor) => product * factor, 1);
}

/** Whether two tuples are nested in the same way. */
export function isCongruent(a: Tuple, b: Tuple): boolean {
  if (typeof a === 'number' || typeof b === 'number') return typeof a === typeof b;
  return a.length === b.length && a.every((part, index) => isCongruent(part, b[index] ?? []));
}

/** Numbers in the nesting of a tuple that has as many. */
export function nestLike(tuple: Tuple, numbers: readonly number[]): Tuple {
  let at = 0;
  const nest = (part: Tuple): Tuple => (typeof part === 'number' ? (numbers[at++] ?? 0) : part.map(nest));
  return nest(tuple);
}

/** As it is written down: `(4,(2,2))`. */
export function formatTuple(tuple: Tuple): string {
  return typeof tuple === 'number' ? `${tuple}` : `(${tuple.map(formatTuple).join(',')})`;
}
