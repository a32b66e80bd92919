// What a case asks for: its outputs, its operations and its compulsory bytes.
import type { BufferShape } from '@kernel-ladder/harness';
import { byKind } from './cases/kinds.ts';
import type { MemoryCase, PatternCase, StreamCase, SweepCase } from './cases/kinds.ts';
import {
  banksLaunch,
  blockWords,
  chaseBlocks,
  hopsOf,
  nodesOf,
  patternBlocks,
  patternLength,
  sweepLaunch,
  sweptBytes,
  table,
  workgroup,
} from './cases/probes.ts';
import { keyWords } from './inputs.ts';

/** Operations and compulsory bytes of a problem. */
interface Work {
  readonly flops: number;
  readonly minBytes: number;
}

type Shapes = { readonly [name: string]: BufferShape };

/** `y`: the words that were moved or made; `sums`, `hashes` and `trail`: what hangs on all words that were read. */
export function memoryOutputs(params: MemoryCase): Shapes {
  return byKind<Shapes>(params, {
    copy: ({ n }) => words('y', n),
    stream: streamOutputs,
    transpose: ({ rows, columns }) => words('y', rows * columns),
    pattern: (pattern) =>
      pattern.access === 'read' ? words('sums', patternBlocks(pattern)) : words('y', patternLength(pattern)),
    banks: (banks) => words('hashes', banksLaunch(banks).groups * workgroup),
    sweep: (sweep) => words('sums', sweepLaunch(sweep).groups),
    chase: (chase) => ({ ...words('trail', 2), ...words('warmed', chaseBlocks(chase)) }),
    blocks: ({ blocks }) => words('tags', 2 * blocks),
  });
}

function words(name: string, length: number): Shapes {
  return { [name]: { type: 'u32', length } };
}

function streamOutputs({ n, op }: StreamCase): Shapes {
  if (op === 'read') return words('sums', Math.ceil(n / blockWords));
  return op === 'triad' ? { y: { type: 'f32', length: n } } : words('y', n);
}

/** Every word once in and once out. A sum has an addition for each word but the first, whatever level of the memory it comes from. */
export function memoryWork(params: MemoryCase): Work {
  return byKind<Work>(params, {
    copy: ({ n }) => ({ flops: 0, minBytes: 8 * n }),
    stream: streamWork,
    transpose: ({ rows, columns }) => ({ flops: 0, minBytes: 8 * rows * columns }),
    pattern: patternWork,
    banks: (banks) => {
      const { groups, trips } = banksLaunch(banks);
      const threads = groups * workgroup;
      // A product and an addition for each word of the table that is read.
      return { flops: 2 * threads * trips * table.run, minBytes: 4 * (table.words + threads) };
    },
    sweep: sweepWork,
    chase: (chase) => {
      // The hops alone: what warms the caches adds up as it goes.
      return { flops: hopsOf(chase), minBytes: 4 * (nodesOf(chase) + chaseBlocks(chase) + 2) };
    },
    // A size in, and the tags of a block out.
    blocks: ({ blocks }) => ({ flops: 0, minBytes: 12 * blocks }),
  });
}

function streamWork({ n, op }: StreamCase): Work {
  switch (op) {
    case 'copy':
      return { flops: 0, minBytes: 8 * n };
    case 'read':
      return readWork(n, Math.ceil(n / blockWords));
    case 'write':
      return writeWork(n);
    case 'triad':
      return { flops: 2 * n, minBytes: 12 * n };
    case 'gather':
      return { flops: 0, minBytes: 12 * n };
    default:
      return op satisfies never;
  }
}

function patternWork(params: PatternCase): Work {
  const n = patternLength(params);
  return params.access === 'read' ? readWork(n, patternBlocks(params)) : writeWork(n);
}

function sweepWork(params: SweepCase): Work {
  const swept = sweptBytes(params);
  const { groups } = sweepLaunch(params);
  return { flops: swept / 4 - groups, minBytes: Math.min(params.bytes, swept) + 4 * groups };
}

function readWork(n: number, blocks: number): Work {
  return { flops: Math.max(0, n - blocks), minBytes: 4 * n + 4 * blocks };
}

function writeWork(n: number): Work {
  return { flops: 0, minBytes: 4 * n + (n > 0 ? 4 * keyWords : 0) };
}
