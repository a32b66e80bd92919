// In which order workgroups run, and how late they see each other's atomics.
import { createRandom } from '../../contract/random.ts';

/** What decides wherever WGSL promises nothing. */
export interface Order {
  readonly name: string;
  /** Which of so many workgroups, that have not begun, begins next. */
  readonly begins: (count: number) => number;
  /** Which of those that have begun runs on. */
  readonly runs: (count: number) => number;
  /** Which of the ready threads of a workgroup runs on. */
  readonly thread: (count: number) => number;
  /** Whether another workgroup comes in between before an atomic. */
  readonly switches: () => boolean;
  /** Which of the values from the oldest to the latest an atomic load gives. */
  readonly stale: (oldest: number, latest: number) => number;
  /** Whether a weak exchange fails for no reason. */
  readonly fails: () => boolean;
  /** Of how many atomics a workgroup stands still that has begun first, until no other can go on; null for none. */
  readonly stalls: number | null;
}

/** One workgroup after the other, each sees what was done before. */
export const inTurn: Order = {
  name: 'in turn',
  begins: () => 0,
  runs: () => 0,
  thread: (count) => count - 1,
  switches: () => false,
  stale: (_, latest) => latest,
  fails: () => false,
  stalls: null,
};

/** Workgroups in any order, which come between each other at every atomic and see each other late; fair in the long run. */
export function shuffled(seed: number): Order {
  const random = createRandom(seed);
  const below = (count: number) => random.integer(0, count - 1);
  return {
    name: `shuffled by ${seed}`,
    begins: below,
    runs: below,
    thread: below,
    switches: () => below(2) === 0,
    stale: (oldest, latest) => random.integer(oldest, latest),
    fails: () => below(8) === 0,
    stalls: null,
  };
}

/** Another comes in between at every atomic, and the workgroup that begins first stands still at its atomic of that number for as long as others can run. */
export function stalling(seed: number, stalls: number): Order {
  return {
    ...shuffled(seed),
    name: `stalled at atomic ${stalls}, shuffled by ${seed}`,
    switches: () => true,
    stalls,
  };
}
