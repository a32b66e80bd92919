// Which problem parameters mean: each is asked for by parameters of its own.
import type { Problem } from '@kernel-ladder/harness';
import { caseOfKind } from '@kernel-ladder/kernel-kit';
import type { ProblemKind } from '@kernel-ladder/kernel-kit';
import { nodeBytes, quadBytes } from './probes.ts';
import { accesses, byKind, streamOps } from './kinds.ts';
import type { MemoryCase } from './kinds.ts';

const most = 2 ** 30;

/** The parameters in id order; a case leaves those of the other problems out. */
export const params: Problem<MemoryCase>['params'] = [
  { key: 'n', default: -1, takes: { min: 0, max: most } },
  { key: 'rows', default: -1, takes: { min: 0, max: most } },
  { key: 'columns', default: -1, takes: { min: 0, max: most } },
  { key: 'bytes', default: 0, takes: { min: 16, max: 2 ** 31 } },
  { key: 'blocks', default: 0, takes: { min: 1, max: 2 ** 16 } },
  { key: 'op', default: 'none', takes: streamOps },
  { key: 'stride', default: 0, takes: { min: 1, max: most } },
  { key: 'width', default: 0, takes: { min: 1, max: 4 } },
  { key: 'access', default: 'none', takes: accesses },
  { key: 'groups', default: 0, takes: { min: 1, max: 65_535 } },
  { key: 'trips', default: 0, takes: { min: 1, max: 2 ** 20 } },
];

const kinds: readonly ProblemKind[] = [
  { needs: ['n', 'stride'], dtypes: ['f32'] },
  { needs: ['n', 'op'], may: ['groups'], dtypes: ['f32'] },
  { needs: ['rows', 'columns'], dtypes: ['f32'] },
  { needs: ['stride', 'width', 'access'], may: ['n'], dtypes: ['f32'] },
  { needs: ['stride'], may: ['groups', 'trips'], dtypes: ['f32'] },
  { needs: ['bytes'], may: ['groups', 'trips'], dtypes: ['f32'] },
  { needs: ['bytes'], may: ['trips'], dtypes: ['u32'] },
  { needs: ['blocks'], dtypes: ['u8'] },
];

/** The case that the parameters mean, or what does not go together. */
export function combine(given: MemoryCase): MemoryCase | string {
  const combined = caseOfKind(params, kinds, given);
  if (typeof combined === 'string') return combined;
  return refusal(combined) ?? combined;
}

// What is no whole number of what is moved at a time.
function refusal(combined: MemoryCase): string | null {
  return byKind<string | null>(combined, {
    copy: () => null,
    stream: () => null,
    transpose: () => null,
    pattern: ({ n = 0, width }) => {
      if (width === 3) return `width=${width}: items are of 1, 2 or 4 words`;
      return n % width > 0 ? `n=${n}: is no multiple of width=${width}` : null;
    },
    banks: () => null,
    blocks: () => null,
    sweep: ({ bytes }) => unlessWhole(bytes, quadBytes),
    chase: ({ bytes }) => unlessWhole(bytes, nodeBytes),
  });
}

function unlessWhole(bytes: number, unit: number): string | null {
  return bytes % unit > 0 ? `bytes=${bytes}: is no multiple of ${unit}` : null;
}
