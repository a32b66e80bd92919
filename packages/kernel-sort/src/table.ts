// Hash tables with open addressing: where a key begins to look for its slot, and what an empty one holds.

/** What an empty slot holds, and the place of a key that is not there; no key is it. */
export const none = 0xffffffff;

/** The first slot of a key in a table of `n`: bits mixed (the end of MurmurHash3, Appleby), then the rest of a division. Taken slots are passed one by one. */
export function slotOf(key: number, n: number): number {
  let hash = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % n;
}
