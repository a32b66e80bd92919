// How far a pixel that is no finite number reaches: WGSL promises nothing of it, the family that it stays in its image.
import type { NumberArray } from '@kernel-ladder/harness';
import type { Geometry } from '../geometry.ts';

const strayed = 'reaches';

/** Names what became of the first image's windows, or that another image has such a number. */
export function howFar({ filters, pixels }: Geometry, y: NumberArray): string {
  const own = filters * pixels;
  const stray = y.findIndex((value, index) => index >= own && !Number.isFinite(value));
  if (stray >= 0) return `${strayed} image ${Math.floor(stray / own)}`;
  const odd = y.subarray(0, own).filter((value) => !Number.isFinite(value)).length;
  return odd === 0 ? 'ignored' : `${odd} of ${own} elements of its image are not finite`;
}

/** Whether an outcome tells of another image. */
export function reachesOthers(outcome: string): boolean {
  return outcome.startsWith(strayed);
}
