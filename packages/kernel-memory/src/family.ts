// Moves words and computes next to nothing. The lesson before all others: what a kernel costs is mostly where its words lie.
import type { Family, Variant } from '@kernel-ladder/harness';
import { edgeCases, timedCases } from './cases.ts';
import chosen from './chosen.json' with { type: 'json' };
import { combine, params } from './cases/combine.ts';
import type { MemoryCase } from './cases/kinds.ts';
import { memoryInputs } from './inputs.ts';
import { memoryOracle, tolerance } from './oracle.ts';
import {
  bankReads,
  chases,
  manyQuads,
  patterns,
  persistent,
  quadTiles,
  rung,
  singleQuads,
  singleWords,
  strided,
  sweeps,
  tiles,
  wordTiles,
} from './plans.ts';
import { memoryOutputs, memoryWork } from './problem.ts';
import { wrong } from './wrong.ts';

const streams: readonly Variant<MemoryCase>[] = [
  {
    name: 'copy',
    summary: 'a word a thread, neighbours a stride apart',
    boundBy:
      'memory sectors of 32 bytes: at stride 8 and beyond each word takes one in and one out for itself',
    access: 'x strided, 32 lines for 128 B; y strided, 32 lines for 128 B',
    plan: rung({ copy: strided }),
  },
  {
    name: 'scalar',
    summary: 'a word a thread in order',
    boundBy: 'one access of 4 bytes a thread is too little in flight to fill the memory',
    access: 'x coalesced, 1 line for 128 B; y coalesced, 1 line for 128 B',
    plan: rung({ stream: tiles(singleWords) }),
  },
  {
    name: 'vec4',
    summary: '16 bytes a thread',
    boundBy: 'one access a thread: its workgroup is gone before the next is there',
    access: 'x coalesced, 4 lines for 512 B; y coalesced, 4 lines for 512 B',
    plan: rung({ stream: tiles(singleQuads) }),
  },
  {
    name: 'wide',
    summary: '16 bytes at a time and sixteen times a thread',
    boundBy: 'memory bandwidth',
    access: 'x coalesced, 4 lines for 512 B; y coalesced, 4 lines for 512 B',
    plan: rung({ stream: tiles(manyQuads) }),
  },
  {
    name: 'persistent',
    summary: 'a fixed number of workgroups that take tile after tile',
    boundBy: 'memory bandwidth, once the workgroups fill the device',
    plan: rung({ stream: persistent }),
  },
];

const transposes: readonly Variant<MemoryCase>[] = [
  {
    name: 'transpose-naive',
    summary: 'transpose: reads along rows, writes down columns',
    boundBy: 'memory sectors: each word of 4 bytes that is written takes 32 for itself',
    access: 'x coalesced, 1 line for 128 B; y strided, 32 lines for 128 B',
    plan: rung({ transpose: wordTiles({ file: 'transpose/naive.wgsl', tile: [32, 8] }) }),
  },
  {
    name: 'transpose-tiled',
    summary: 'transpose: tiles of 32 × 32 in workgroup memory, whole lines in and out',
    boundBy: 'bank conflicts: a column of the tile lies in one bank, 32 loads one after another',
    access: 'x coalesced, 1 line for 128 B; y coalesced, 1 line for 128 B',
    plan: rung({ transpose: wordTiles({ file: 'transpose/tiled.wgsl', tile: [32, 32] }) }),
  },
  {
    name: 'transpose-padded',
    summary: 'transpose: rows of the tile 33 words apart, so that its columns lie in all banks',
    boundBy: 'four times as many loads and stores as of 16 bytes, each of which waits for its turn',
    access: 'x coalesced, 1 line for 128 B; y coalesced, 1 line for 128 B',
    plan: rung({
      transpose: wordTiles({ file: 'transpose/tiled.wgsl', tile: [32, 32], constants: { PITCH: 33 } }),
    }),
  },
  {
    name: 'transpose-registers',
    summary: 'transpose: 4 × 4 words a thread in registers, no workgroup memory',
    boundBy: 'pieces of 64 and 128 bytes: half a line a row of the block',
    access: 'x coalesced, 8 lines for 512 B; y coalesced, 4 lines for 512 B',
    plan: rung({ transpose: quadTiles('transpose/registers.wgsl') }),
  },
  {
    name: 'transpose-vec4',
    summary: 'transpose: 4 × 4 words a thread through a swizzled tile, 256 bytes side by side in and out',
    boundBy: 'memory bandwidth; rows that are far apart in memory',
    access: 'x coalesced, 4 lines for 512 B; y coalesced, 4 lines for 512 B',
    plan: rung({ transpose: quadTiles('transpose/vec4.wgsl', 1) }),
  },
  {
    name: 'transpose-best',
    summary: 'transpose: the same tiles in bands, so that running workgroups write next to each other',
    boundBy: 'memory bandwidth',
    access: 'x coalesced, 4 lines for 512 B; y coalesced, 4 lines for 512 B',
    plan: rung({ transpose: quadTiles('transpose/vec4.wgsl', 8) }),
  },
];

const probes: readonly Variant<MemoryCase>[] = [
  {
    name: 'pattern',
    summary: 'every item of an array in strided order, read or written',
    boundBy: 'memory sectors of 32 bytes: what lies apart takes one for each item',
    plan: rung({ pattern: patterns }),
  },
  {
    name: 'banks',
    summary: 'reads of workgroup memory, neighbours a stride apart',
    boundBy: 'banks: of stride and 32 the greatest common divisor is how many lanes meet in one',
    plan: rung({ banks: bankReads('plain') }),
  },
  {
    name: 'banks-padded',
    summary: 'the same with a word left out behind every 32',
    boundBy: 'the arithmetic of the padded place; conflicts where the stride undoes the padding',
    plan: rung({ banks: bankReads('padded') }),
  },
  {
    name: 'banks-swizzled',
    summary: 'the same with each row of 32 words shuffled by its number',
    boundBy: 'the arithmetic of the shuffled place',
    plan: rung({ banks: bankReads('swizzled') }),
  },
  {
    name: 'sweep',
    summary: 'reads a working set over and over, by all workgroups',
    boundBy: 'the bandwidth of the cache that holds the set',
    plan: rung({ sweep: sweeps }),
  },
  {
    name: 'chase',
    summary: 'one thread follows a chain through the set: the latency of each load',
    boundBy: 'the latency of the cache that holds the set',
    plan: rung({ chase: chases }),
  },
];

/** The ladders of memory access: streams, strides and transposes of 32-bit words, and probes of what holds them. */
export const family: Family<MemoryCase> = {
  name: 'memory',
  title: 'Memory access: streams, strides, transposes and probes',
  params,
  combine,
  headline: { cache: 'cold', metric: 'gbps' },
  cases: timedCases,
  edgeCases,
  chosen,
  inputs: memoryInputs,
  outputs: memoryOutputs,
  oracle: memoryOracle,
  divides: () => true,
  tolerance,
  work: memoryWork,
  // Sums are of words; the triad alone computes with numbers.
  arithmetic: (_, given) => ('op' in given && given.op === 'triad' ? 'f32' : 'u32'),
  variants: [...streams, ...transposes, ...probes],
  wrong,
};
