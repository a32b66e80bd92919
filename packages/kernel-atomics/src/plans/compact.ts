// Launches of compactions: in any order by atomics, in their own by counts that are added up.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Pass, Plan, PlanCase, Skip } from '@kernel-ladder/harness';
import type { CompactCase } from '../cases/kinds.ts';
import { atomicsWork } from '../problem.ts';
import { cleared, dispatch, threadEach, wholeQuads, workgroup } from './launch.ts';

const tile = 8 * workgroup;

interface Passes {
  readonly passes: readonly Pass[];
  readonly scratch?: NonNullable<Plan['scratch']>;
  /** Bytes beyond the words that come in and go out. */
  readonly more: number;
}

/** A thread for each word, in any order. */
export function unordered(file: string): PlanCase<CompactCase> {
  return compaction(({ n, order }) => {
    if (order === 'kept') return null;
    const kernel = { file, constants: { N: n }, bindings: ['x', 'y', 'count'] };
    return { passes: [cleared('count', 1), threadEach(n, kernel)], more: 0 };
  });
}

/** A workgroup for each tile, in any order. */
export const tiles: PlanCase<CompactCase> = compaction(({ n, order }) => {
  if (order === 'kept') return null;
  const kernel = { file: 'compact/workgroup.wgsl', constants: { N: n }, bindings: ['x', 'y', 'count'] };
  const count = Math.ceil(n / tile);
  return { passes: [cleared('count', 1), dispatch(count, kernel)], more: 8 * count };
});

/** Counts of tiles, their sums, and tiles once more: every word keeps its order. */
export const countThenScatter: PlanCase<CompactCase> = compaction(({ n }) => {
  const count = Math.ceil(n / tile);
  const bytes = wholeQuads(count);
  const offsets = { TILES: count, EACH: Math.ceil(bytes / 16 / workgroup) };
  const constants = { N: n };
  return {
    passes: [
      dispatch(count, { file: 'compact/counts.wgsl', constants, bindings: ['x', 'kept'] }),
      {
        wgsl: wgsl('compact/offsets.wgsl', offsets),
        bindings: ['kept', 'first', 'count'],
        workgroups: [1, 1, 1],
      },
      dispatch(count, { file: 'compact/scatter.wgsl', constants, bindings: ['x', 'y', 'first'] }),
    ],
    scratch: { kept: bytes, first: bytes },
    more: 4 * n + 20 * count,
  };
});

function compaction(
  passesOf: (params: CompactCase, device: DeviceFacts) => Passes | Skip | null,
): PlanCase<CompactCase> {
  return (params, device) => {
    if (params.n === 0) return { passes: [cleared('count', 1)], implBytes: 4, longestSum: 1 };
    const made = passesOf(params, device);
    if (made === null) return notApplicable('keeps words in the order in which threads come');
    if ('skip' in made) return made;
    const { more, ...rest } = made;
    return { ...rest, implBytes: atomicsWork(params).minBytes + more, longestSum: 1 };
  };
}
