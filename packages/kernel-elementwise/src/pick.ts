// Which rung to take.
import type { ElementwiseCase } from './cases.ts';

// Tiles of the last rung but one; shorter vectors are work for a few workgroups, which tiles would make a quarter as many.
const shortest = 2 ** 18;

/** The rung that serves a length best: one vec4 a thread until there are tiles enough for a device. */
export function pickVariant({ n }: ElementwiseCase): string {
  return n < shortest ? 'vec4' : 'unrolled';
}
