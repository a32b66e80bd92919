// How the threads of a workgroup lie in subgroups: what each says of itself, held against what WebGPU promises.
import type { NumberArray } from '@kernel-ladder/harness';

/** The threads of each subgroup, by lane; lanes that are not there are the last ones. */
export type Subgroups = readonly (readonly number[])[];

/** Subgroup, lane and size as a thread packs them. */
export function unpack(word: number) {
  return { subgroup: word >>> 16, lane: (word >>> 8) & 0xff, size: word & 0xff };
}

/**
 * The subgroups of a workgroup, or in words why these are none: of one size, a power of two from 4 to 128; as many of them as the threads need;
 * each thread in a lane of its own, and no lane missing before one that is there.
 */
export function subgroupsOf(words: NumberArray): Subgroups | string {
  const { size } = unpack(words[0] ?? 0);
  if (![4, 8, 16, 32, 64, 128].includes(size)) return `subgroups of ${size} lanes`;
  const subgroups: number[][] = Array.from({ length: Math.ceil(words.length / size) }, () => []);
  for (const [thread, word] of words.entries()) {
    const own = unpack(word);
    const lanes = subgroups[own.subgroup];
    if (own.size !== size)
      return `thread ${thread} in a subgroup of ${own.size} lanes beside others of ${size}`;
    if (!lanes || own.lane >= size) return `thread ${thread} in lane ${own.lane} of subgroup ${own.subgroup}`;
    if (lanes[own.lane] !== undefined) return `threads ${lanes[own.lane]} and ${thread} in one lane`;
    lanes[own.lane] = thread;
  }
  const hole = subgroups.findIndex((lanes) => lanes.length === 0 || Object.keys(lanes).length < lanes.length);
  return hole < 0 ? subgroups : `subgroup ${hole} without a lane between others`;
}
