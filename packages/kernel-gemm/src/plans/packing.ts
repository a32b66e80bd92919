// Operands along K copied slab by slab before a kernel that stages them so.
import { wgsl } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import type { Slab } from '../kernels/piped/layout.ts';
import { fragment } from '../kernels/tensor/layout.ts';
import type { Step } from './padding.ts';
import { elementBytes } from './traffic.ts';

const threads = 256;
const bytesOfFour = 16;

// A fragment of 16 rows of 32 bytes, of halves and of bytes alike.
const ofFragment = { SIDE: fragment, DEEP: 2 } as const;

interface Operand {
  readonly name: 'a' | 'b';
  /** The product, of whole tiles. */
  readonly whole: GemmCase;
  readonly slab: Slab;
}

/** An operand as the kernel reads it: copied into slabs where it asks for that, each [rows of the tile, elements of the slab]. */
export function packed(step: Step, { name, whole, slab }: Operand): Step {
  if (!slab.isPacked && slab.way !== 'straight') return step;
  const rows = name === 'a' ? whole.m : whole.n;
  const bytes = elementBytes(whole).input * rows * whole.k;
  const fours = bytes / bytesOfFour;
  const grid = gridOf(Math.ceil(fours / threads), whole.batch);
  const target = `${name}Packed`;
  const source = wgsl('pack.wgsl', {
    FOURS: fours,
    WIDTH: fours / rows,
    ...(slab.isPacked ? { SIDE: slab.side, DEEP: slab.width } : ofFragment),
    THREADS: threads,
    GRID_X: grid[0],
  });
  return {
    name: target,
    passes: [...step.passes, { wgsl: source, bindings: [step.name, target], workgroups: grid }],
    scratch: { ...step.scratch, [target]: whole.batch * bytes },
    bytes: step.bytes + 2 * whole.batch * bytes,
  };
}
