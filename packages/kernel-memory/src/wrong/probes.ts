// Faults of the probes: what would be quicker, or no probe at all.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { MemoryCase } from '../cases/kinds.ts';
import { blockWords, patternOrder } from '../cases/probes.ts';

type Of<Key extends string> = Extract<MemoryCase, { readonly [K in Key]: unknown }>;

const isPattern = (params: MemoryCase): params is Of<'access'> => 'access' in params;
const isSweep = (params: MemoryCase) => 'bytes' in params && params.dtype === 'f32';

/** The faults of `pattern`, `banks`, `sweep` and `chase`. */
export const probeFaults: readonly Fault<MemoryCase>[] = [
  {
    name: 'in-order',
    summary: 'reads items in order of memory, whatever the stride',
    of: 'pattern',
    change: (plan) =>
      edit(
        plan.passes[0]?.wgsl.file ?? '',
        'turn % COLUMN * STRIDE + turn / COLUMN * SKIP % STRIDE',
        'turn',
      )(plan),
    answer: 'wrong-value',
    takes: (params) =>
      isPattern(params) &&
      params.access === 'read' &&
      params.stride > 1 &&
      patternOrder(params).items * params.width > blockWords,
  },
  {
    name: 'half-an-item',
    summary: 'writes the first word of each item twice',
    of: 'pattern',
    change: edit('pattern/write.wgsl', 'LANES + WIDTH', 'Item() + WIDTH'),
    answer: 'wrong-value',
    takes: (params) => isPattern(params) && params.access === 'write' && params.width > 1,
    at: (index) => index % 2 > 0,
  },
  {
    name: 'always-side-by-side',
    summary: 'reads places side by side, whatever the stride',
    of: 'banks',
    change: edit('banks.wgsl', 'thread * STRIDE', 'thread'),
    answer: 'wrong-value',
    takes: (params) => 'stride' in params && Number(params.stride) > 1,
  },
  {
    name: 'unpadded-table',
    summary: 'fills the table without its padding',
    of: 'banks-padded',
    change: edit('banks.wgsl', 'table[place(word)] = x', 'table[word] = x'),
    answer: 'wrong-value',
  },
  {
    name: 'unfinished-table',
    summary: 'leaves out the words behind the last that begin it again',
    of: 'banks-swizzled',
    change: edit('banks.wgsl', 'word < WORDS + RUN', 'word < WORDS'),
    answer: 'wrong-value',
  },
  {
    name: 'in-the-cache',
    summary: 'reads one vec4 a thread again and again',
    of: 'sweep',
    change: edit('sweep.wgsl', 'block * WORKGROUP + thread', 'thread + 0u * block'),
    answer: 'wrong-value',
    takes: (params) => isSweep(params) && 'bytes' in params && Number(params.bytes) > 4096,
  },
  {
    name: 'one-load-short',
    summary: 'leaves out the last load of those that do not wait for each other',
    of: 'sweep',
    change: edit('sweep.wgsl', 'step < AHEAD', 'step < max(AHEAD - 1u, 1u)'),
    answer: 'wrong-value',
    takes: (params) => isSweep(params) && 'trips' in params && Number(params.trips) % 2 === 0,
  },
  {
    name: 'one-hop-short',
    summary: 'stops a hop before the end',
    of: 'chase',
    change: edit('chase.wgsl', 'hop < HOPS', 'hop < HOPS - 1u'),
    answer: 'wrong-value',
  },
  {
    name: 'half-warm',
    summary: 'warms the caches with every other node',
    of: 'chase',
    change: edit('warm.wgsl', 'node < NODES', 'node < NODES && node % 2u == 0u'),
    answer: 'wrong-value',
  },
  {
    name: 'in-a-row',
    summary: 'goes from node to node in order of memory, where loads can run ahead',
    of: 'chase',
    change: edit('chase.wgsl', 'place = next[place]', 'place = (place + 32u) % arrayLength(&next)'),
    answer: 'wrong-value',
  },
];
