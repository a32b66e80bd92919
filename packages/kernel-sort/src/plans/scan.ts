// Prefix sums of counts: blocks, their sums the same way, then each block with what stands before it.
import { wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass } from '@kernel-ladder/harness';
import { grid } from './shape.ts';

/** Passes that replace counts by what stands before them, with their buffers and their traffic. */
export interface Scan {
  readonly passes: readonly Pass[];
  readonly scratch: { readonly [name: string]: number };
  readonly bytes: number;
}

/** The exclusive prefix sums of `count` words in the scratch buffer `counts0`. */
export function exclusiveScan(count: number, { software }: DeviceFacts): Scan {
  // No more threads than a short vector of counts has quads.
  const workgroup = software ? 64 : Math.min(256, Math.max(32, 2 ** Math.ceil(Math.log2(count / 4))));
  const block = 4 * workgroup;
  const counts = levelsOf(count, block);
  const below = counts.slice(0, -1);
  return {
    passes: [
      ...counts.map((words, level) => scanBlocks({ words, level, workgroup })),
      ...below.map((words, level) => addBlocks({ words, level, workgroup })).toReversed(),
    ],
    scratch: Object.fromEntries(
      [...counts, 1].map((words, level) => [`counts${level}`, 16 * Math.ceil(words / 4)]),
    ),
    bytes: 8 * [...counts, ...below].reduce((sum, words) => sum + words, 0),
  };
}

// Words of each level: counts, then sums of blocks, until one block holds them.
function levelsOf(count: number, block: number): readonly number[] {
  return count <= block ? [count] : [count, ...levelsOf(Math.ceil(count / block), block)];
}

interface Level {
  readonly words: number;
  readonly level: number;
  readonly workgroup: number;
}

function scanBlocks(level: Level): Pass {
  return blocks('radix/scan-blocks.wgsl', level);
}

function addBlocks(level: Level): Pass {
  return blocks('radix/add-blocks.wgsl', level);
}

function blocks(file: string, { words, level, workgroup }: Level): Pass {
  const { workgroups, GRID_X } = grid(Math.ceil(words / 4 / workgroup));
  return {
    wgsl: wgsl(file, { COUNT: words, WORKGROUP: workgroup, GRID_X }),
    bindings: [`counts${level}`, `counts${level + 1}`],
    workgroups,
  };
}
