// Operands as the pipelined tensor kernel reads them: padded to whole tiles, and those along K copied slab by slab where it stages them so.
import { wgsl } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import type { GemmCase } from '../cases.ts';
import type { Slab } from '../kernels/piped/layout.ts';
import { fragment } from '../kernels/tensor/layout.ts';
import { paddedWide } from './padding.ts';
import type { Order, Step } from './padding.ts';
import { elementBytes } from './traffic.ts';

const threads = 256;
const bytesOfFour = 16;

// A fragment of 16 rows of 32 bytes, of halves and of bytes alike.
const ofFragment: Order = { side: fragment, deep: 2 };

interface Operand {
  readonly params: GemmCase;
  /** The product, of whole tiles. */
  readonly whole: GemmCase;
  readonly slab: Slab;
}

/** An operand as the kernel reads it: of whole tiles, and in slabs where it asks for that, each [rows of the tile, elements of the slab]. */
export function prepared(name: 'a' | 'b', { params, whole, slab }: Operand): Step {
  const order = orderOf(slab);
  if (order === null) return paddedWide(name, { params, whole });
  const step = paddedWide(name, { params, whole, order });
  return step.passes.length === 0 ? packed(name, whole, order) : step;
}

function orderOf({ isPacked, way, side, width }: Slab): Order | null {
  if (isPacked) return { side, deep: width };
  return way === 'straight' ? ofFragment : null;
}

function packed(name: 'a' | 'b', whole: GemmCase, { side, deep }: Order): Step {
  const rows = name === 'a' ? whole.m : whole.n;
  const bytes = elementBytes(whole).input * rows * whole.k;
  const fours = bytes / bytesOfFour;
  const grid = gridOf(Math.ceil(fours / threads), whole.batch);
  const target = `${name}Packed`;
  const source = wgsl('pack.wgsl', {
    FOURS: fours,
    WIDTH: fours / rows,
    SIDE: side,
    DEEP: deep,
    THREADS: threads,
    GRID_X: grid[0],
  });
  return {
    name: target,
    passes: [{ wgsl: source, bindings: [name, target], workgroups: grid }],
    scratch: { [target]: whole.batch * bytes },
    bytes: 2 * whole.batch * bytes,
  };
}
