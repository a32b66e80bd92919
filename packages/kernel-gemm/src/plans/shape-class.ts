// Which products share what was tuned of one.
import { sizeClass } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';

/** Products alike in type and layout, of sizes that round to the same powers of two; what an epilogue adds changes no tile. */
export function shapeClassOf({ m, n, k, batch, layout, dtype }: GemmCase): string {
  const sizes = Object.entries({ m, n, k, batch }).map(([name, size]) => `${name}=${sizeClass(size)}`);
  return [...sizes, layout, dtype].join(',');
}
