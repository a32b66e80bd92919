// Counters of subgroups, a row of 256 each, become where a subgroup's keys of a digit start in the tile: what has a lesser digit, and what
// the subgroups before have of it.
import { each, indent } from '@kernel-ladder/kernel-kit';

/** The text for so many subgroups, or for null, in loops, for as many as there turn out to be; `tell` says what a tile has of a digit. */
export function columnsText(rows: number | null, tell: string): string {
  const { declare, load, store } = rows === null ? looped : unrolled(rows);
  return `  var carry = 0u;
  for (var low = 0u; low < RADIX; low += WORKGROUP) {
    let digit = low + thread;
    var sum = 0u;
${indent(declare, 4)}
    if (digit < RADIX) {
${indent(load, 6)}
${indent(tell, 6)}
    }
    let before = subgroupExclusiveAdd(sum);
    if (lane == size - 1u) {
      sums[subgroup] = before + sum;
    }
    workgroupBarrier();
    var earlier = 0u;
    var all = 0u;
    for (var other = lane; other < WORKGROUP / size; other += size) {
      all += sums[other];
      earlier += select(0u, sums[other], other < subgroup);
    }
    let start = carry + subgroupAdd(earlier) + before;
    carry += subgroupAdd(all);
    if (digit < RADIX) {
      ends[digit] = start + sum;
      // What is added to a place in the tile; what stands before the tile is not in it yet.
      offsets[digit] = 0u - start;
${indent(store, 6)}
    }
    // The sums have been read before the next ones are written, and the counters are there.
    workgroupBarrier();
  }`;
}

const looped = {
  declare: '',
  load: `for (var other = 0u; other < WORKGROUP / size; other++) {
  let count = atomicLoad(&words[other * RADIX + digit]);
  atomicStore(&words[other * RADIX + digit], sum);
  sum += count;
}`,
  store: `for (var other = 0u; other < WORKGROUP / size; other++) {
  atomicStore(&words[other * RADIX + digit], atomicLoad(&words[other * RADIX + digit]) + start);
}`,
};

// All loads are in flight before the first sum, and stay in registers.
function unrolled(rows: number) {
  return {
    declare: each(rows, (row) => `var count${row} = 0u;`),
    load: `${each(rows, (row) => `count${row} = atomicLoad(&words[${256 * row}u + digit]);`)}
sum = ${each(rows, (row) => `count${row}`, ' + ')};`,
    store: `var place = start;
${each(rows, (row) => `atomicStore(&words[${256 * row}u + digit], place);\nplace += count${row};`)}`,
  };
}
