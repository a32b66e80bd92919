// Which problem parameters mean: each is asked for by parameters of its own.
import type { Problem } from '@kernel-ladder/harness';
import { caseOfKind } from '@kernel-ladder/kernel-kit';
import type { ProblemKind } from '@kernel-ladder/kernel-kit';
import { graphNames, inputNames } from './kinds.ts';
import type { AtomicsCase } from './kinds.ts';

/** The parameters in id order; a case leaves those of the other problems out. */
export const params: Problem<AtomicsCase>['params'] = [
  { key: 'n', default: -1, takes: { min: 0, max: 2 ** 30 } },
  { key: 'bins', default: 0, takes: { min: 1, max: 2 ** 24 } },
  { key: 'input', default: 'none', takes: inputNames },
  { key: 'targets', default: 0, takes: { min: 1, max: 2 ** 24 } },
  { key: 'threads', default: 0, takes: { min: 1, max: 2 ** 20 } },
  { key: 'keep', default: -1, takes: { min: 0, max: 100 } },
  { key: 'order', default: 'any', takes: ['kept'] },
  { key: 'graph', default: 'none', takes: graphNames },
  { key: 'source', default: -1, takes: { min: 0, max: 2 ** 30 } },
  { key: 'load', default: 0, takes: { min: 1, max: 95 } },
];

const kinds: readonly ProblemKind[] = [
  { needs: ['n', 'bins', 'input'], dtypes: ['u32'] },
  { needs: ['n', 'targets'], dtypes: ['u32'] },
  { needs: ['n'], may: ['threads'], dtypes: ['u32'] },
  { needs: ['n', 'keep'], may: ['order'], dtypes: ['u32'] },
  { needs: ['n', 'graph'], dtypes: ['u32'] },
  { needs: ['n', 'graph', 'source'], dtypes: ['u32'] },
  { needs: ['n', 'load'], dtypes: ['u32'] },
];

/** The case that the parameters mean, or what does not go together. */
export function combine(given: AtomicsCase): AtomicsCase | string {
  const combined = caseOfKind(params, kinds, given);
  if (typeof combined === 'string') return combined;
  const { n } = combined;
  if (!('source' in combined) || n === 0 || Number(combined.source) < n) return combined;
  return `source=${combined.source}: is no vertex of ${n}`;
}
