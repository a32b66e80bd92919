// Which problem parameters mean: each is asked for by parameters of its own.
import type { Problem } from '@kernel-ladder/harness';
import { caseOfKind } from '@kernel-ladder/kernel-kit';
import type { ProblemKind } from '@kernel-ladder/kernel-kit';
import { builtinNames, builtinsOf } from '../builtins.ts';
import { byKind, keyOrders, scans } from './kinds.ts';
import type { BuiltinCase, WarpCase } from './kinds.ts';
import { keyCount } from './launches.ts';

const most = 2 ** 30;

/** The parameters in id order; a case leaves those of the other problems out. */
export const params: Problem<WarpCase>['params'] = [
  { key: 'n', default: -1, takes: { min: 0, max: most } },
  { key: 'builtin', default: 'none', takes: ['every', ...builtinNames] },
  { key: 'scan', default: 'none', takes: scans },
  { key: 'degree', default: 0, takes: { min: 1, max: keyCount } },
  { key: 'run', default: 0, takes: { min: 1, max: 2 ** 16 } },
  { key: 'input', default: 'none', takes: keyOrders },
  { key: 'lanes', default: 0, takes: { min: 4, max: 16 } },
  { key: 'workgroup', default: 0, takes: { min: 1, max: 1024 } },
  { key: 'groups', default: 0, takes: { min: 1, max: 65_535 } },
  { key: 'trips', default: 0, takes: { min: 1, max: 2 ** 16 } },
  { key: 'chains', default: 0, takes: { min: 1, max: 8 } },
];

const numbers = ['u32', 'i32', 'f32'];

const kinds: readonly ProblemKind[] = [
  { needs: ['n'], may: ['workgroup'], dtypes: numbers },
  { needs: ['n', 'scan'], may: ['workgroup'], dtypes: numbers },
  { needs: ['n', 'degree'], may: ['run'], dtypes: ['u32'] },
  { needs: ['n', 'input'], dtypes: ['u32'] },
  { needs: ['n', 'lanes'], dtypes: ['u32'] },
  { needs: ['builtin'], may: ['workgroup', 'groups', 'trips', 'chains'], dtypes: numbers },
];

/** The case that the parameters mean, or what does not go together. */
export function combine(given: WarpCase): WarpCase | string {
  const combined = caseOfKind(params, kinds, given);
  if (typeof combined === 'string') return combined;
  return refusal(combined) ?? combined;
}

function refusal(combined: WarpCase): string | null {
  return byKind<string | null>(combined, {
    sum: () => null,
    prefix: () => null,
    keyed: () => null,
    partition: ({ lanes }) =>
      [4, 8, 16].includes(lanes) ? null : `lanes=${lanes}: partitions are of 4, 8 or 16`,
    builtin: builtinRefusal,
  });
}

// Products of numbers that are no powers of two round, and in what order is the device's own.
function builtinRefusal({ builtin, dtype, trips }: BuiltinCase): string | null {
  if (!builtinsOf(builtin, dtype).length) return `builtin=${builtin}: takes no ${dtype}`;
  const rounds = dtype === 'f32' && (trips ?? 1) > 1 && /mul$|every/.test(builtin);
  return rounds
    ? `builtin=${builtin}: a chain of products of f32 rounds, in an order that is the device's`
    : null;
}
