// Launches of contended additions.
import { overLimit } from '@kernel-ladder/harness';
import type { PlanCase } from '@kernel-ladder/harness';
import type { ContentionCase } from '../cases/kinds.ts';
import { keyWords } from '../inputs.ts';
import { sharedBytes } from './histogram.ts';
import { cleared, dispatch, residents, workgroup } from './launch.ts';
import type { Needs } from './launch.ts';

/** Targets in global memory. */
export const inStorage = spread({
  file: 'contention/storage.wgsl',
  needs: () => ({}),
  atomicBytes: ({ n }) => 8 * n,
});

const shared = spread({
  file: 'contention/workgroup.wgsl',
  // Handing sums in is an eighth of all additions at most.
  needs: ({ n, targets }) => ({ bytes: 4 * targets, limit: n / (8 * targets) }),
  atomicBytes: ({ targets }, groups) => 8 * groups * targets,
});

/** Targets in the memory of each workgroup, whose sums are added up in the end. */
export const inWorkgroups: PlanCase<ContentionCase> = (params, device) => {
  const [needed, offered] = [4 * params.targets, sharedBytes(device)];
  return needed > offered
    ? overLimit('maxComputeWorkgroupStorageSize', needed, offered)
    : shared(params, device);
};

interface Targets {
  readonly file: string;
  readonly needs: (params: ContentionCase) => Needs;
  /** Bytes of global memory that so many workgroups' atomics read and write. */
  readonly atomicBytes: (params: ContentionCase, groups: number) => number;
}

function spread({ file, needs, atomicBytes }: Targets): PlanCase<ContentionCase> {
  return (params, device) => {
    const { n, targets } = params;
    const reset = cleared('sums', targets);
    if (n === 0) return { passes: [reset], implBytes: 4 * targets, longestSum: 1 };
    const { groups, steps } = residents(Math.ceil(n / workgroup), device, needs(params));
    const constants = { N: n, TARGETS: targets, GROUPS: groups, STEPS: steps };
    return {
      passes: [reset, dispatch(groups, { file, constants, bindings: ['key', 'sums'] })],
      implBytes: 4 * (targets + keyWords) + atomicBytes(params, groups),
      longestSum: 1,
    };
  };
}
