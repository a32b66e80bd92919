// Which cases a run tries on another fill after their timing.
import type { Work } from '@kernel-ladder/schema';
import { createRandom, seedOf } from '../contract/random.ts';

// Beyond either, the reference of one more launch takes the host seconds, where the launch takes the device milliseconds.
const longFlops = 2 ** 30;
const longBytes = 2 ** 26;
const runsUntilAll = 4;

/** Whether a run with this seed tries the case on another fill: always where that is cheap, else in a run out of four. */
export function wantsRefill(
  { case: name, work }: { readonly case: string; readonly work: Work },
  seed: number,
): boolean {
  if (work.flops <= longFlops && work.minBytes <= longBytes) return true;
  return createRandom(seedOf(`whether to refill ${name}`, seed)).integer(0, runsUntilAll - 1) === 0;
}
