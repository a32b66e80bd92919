// What a case asks for: its outputs, its operations and its compulsory bytes.
import type { BufferShape } from '@kernel-ladder/harness';
import { builtinsOf } from './builtins.ts';
import { byKind } from './cases/kinds.ts';
import type { BuiltinCase, PrefixCase, WarpCase } from './cases/kinds.ts';
import { builtinLaunch, keyRounds, standardWorkgroup, wordsScanned } from './cases/launches.ts';

type Shapes = { readonly [name: string]: BufferShape };

/** Numbers of a block of which prefixes are taken. */
export function blockLength({ workgroup = standardWorkgroup }: Pick<PrefixCase, 'workgroup'>): number {
  return wordsScanned * workgroup;
}

/** Rows of results: one for each chain of each function. */
export function builtinRows({ builtin, dtype, chains = 1 }: BuiltinCase): number {
  return builtinsOf(builtin, dtype).length * chains;
}

/**
 * `total`: the sum; `y`: prefixes, words by keys, or for each thread of each row what came out last and what its chain came to; `sums`: of
 * partitions; `lanes`: subgroup, lane and size of each thread, 16, 8 and 8 bits.
 */
export function warpOutputs(params: WarpCase): Shapes {
  return byKind<Shapes>(params, {
    sum: ({ dtype }) => ({ total: { type: dtype, length: 1 } }),
    prefix: ({ n, dtype }) => ({ y: { type: dtype, length: n } }),
    keyed: ({ n }) => ({ y: { type: 'u32', length: n } }),
    partition: ({ n, lanes }) => ({ sums: { type: 'u32', length: Math.ceil(n / lanes) } }),
    builtin: (builtin) => {
      const { threads } = builtinLaunch(builtin);
      return {
        y: { type: builtin.dtype, length: 2 * threads * builtinRows(builtin) },
        lanes: { type: 'u32', length: threads },
      };
    },
  });
}

/** An addition for each number but the first of its sum or block; a round of a key, and a call of a function by a lane, count as one operation. */
export function warpWork(params: WarpCase): { readonly flops: number; readonly minBytes: number } {
  return byKind(params, {
    sum: ({ n }) => ({ flops: Math.max(0, n - 1), minBytes: 4 * n + 4 }),
    prefix: (prefix) => ({
      flops: prefix.n - Math.ceil(prefix.n / blockLength(prefix)),
      minBytes: 8 * prefix.n,
    }),
    keyed: ({ n }) => ({ flops: n * keyRounds, minBytes: n > 0 ? 12 * n + 8 : 0 }),
    partition: ({ n, lanes }) => {
      const partitions = Math.ceil(n / lanes);
      return { flops: n - partitions, minBytes: 4 * (n + partitions) };
    },
    builtin: (builtin) => {
      const { threads, trips, different, workgroup } = builtinLaunch(builtin);
      const rows = builtinRows(builtin);
      return {
        flops: threads * trips * rows,
        minBytes: 4 * (different * workgroup + threads * (2 * rows + 1)),
      };
    },
  });
}
