// Several threads that share the numbers: calls are divided as their kernels say.
import { availableParallelism } from 'node:os';
import { countOf } from '@kernel-ladder/fusion';
import type { Backend } from '../../backend.ts';
import type { Registry } from '../../registry.ts';
import { hostBackend } from '../host.ts';
import { createPool } from './pool.ts';

/** A back end of so many threads; as many as the machine has processors, four at most, when left out. */
export function threadsBackend(registry: Registry, width = Math.min(4, availableParallelism())): Backend {
  const pool = createPool(Math.max(1, width));
  const features = new Set<string>();
  return hostBackend({
    name: 'threads',
    numbers: shared,
    close: pool.close,
    compute: async (operator, call, operands) => {
      const { run } = registry.choose('threads', operator, { call, features });
      const result = shared(countOf(call.type.shape));
      const parts = run(call, operands, pool.width);
      await Promise.all(
        parts.map((part) => {
          const to = part.from + countOf(part.call.type.shape);
          return pool.compute({ operator, part, result: result.subarray(part.from, to) });
        }),
      );
      return result;
    },
  });
}

function shared(count: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * count));
}
