// Arithmetic by keys: a word a thread.
import { generated } from '@kernel-ladder/harness';
import type { PlanCase } from '@kernel-ladder/harness';
import { gridOf, nothing } from '@kernel-ladder/kernel-kit';
import type { KeyedCase } from '../cases/kinds.ts';
import { keyRounds } from '../cases/launches.ts';
import { keyedKernel } from '../kernels/keyed.wgsl.ts';
import type { KeyedMethod } from '../kernels/keyed.wgsl.ts';
import { warpWork } from '../problem.ts';

/** Each lane by itself, or the lanes of a subgroup together. */
export function keyed(method: KeyedMethod): PlanCase<KeyedCase> {
  return (params) => {
    const { n } = params;
    if (n === 0) return nothing;
    const workgroups = gridOf(Math.ceil(n / 256));
    const text = keyedKernel(method, keyRounds);
    return {
      passes: [
        { wgsl: generated('keyed.wgsl.ts', text), bindings: ['keys', 'launch', 'x', 'y'], workgroups },
      ],
      implBytes: warpWork(params).minBytes,
      longestSum: 1,
    };
  };
}
