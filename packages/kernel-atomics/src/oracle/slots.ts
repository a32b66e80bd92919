// Which word an element goes to where elements are to be spread.

/** The place among `slots` that a number is mixed into: the kernels' own rule, since it is part of the problem which words are contended. */
export function slotOf(number: number, slots: number): number {
  const mixed = Math.imul(number, 0x9e3779b1) >>> 0;
  return ((mixed ^ (mixed >>> 15)) >>> 0) % slots;
}
