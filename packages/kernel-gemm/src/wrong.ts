// Kernels with a known fault each: a check that lets one through proves nothing.
import type { GemmCase } from './cases.ts';
import { tiledPlan, untiledPlan, variant } from './variant.ts';
import type { Variant } from '@kernel-ladder/harness';

/** The kernels that the check must reject. */
export const wrong: readonly Variant<GemmCase>[] = [
  untiled('transposed-b', 'Reads B by columns where it lies in rows.'),
  untiled('stale-output', 'Adds to what C holds instead of replacing it.'),
  untiled('unwritten-edge', 'Leaves the last column of C as it was.'),
  untiled('low-precision-sum', 'Rounds every partial sum to f16.'),
  untiled('low-precision-inputs', 'Cuts A and B to the 10 mantissa bits of TF32.'),
  tiled('missing-barrier', 'Reads the tiles before everyone has written them.'),
  tiled('dropped-tail', 'Leaves out the terms after the last whole tile along K.'),
  tiled('off-by-one-tile', 'Stops one tile short of the end of K.'),
];

function untiled(name: string, summary: string): Variant<GemmCase> {
  return variant({
    name,
    summary,
    dtypes: ['f32'],
    plan: (params) => untiledPlan(params, `wrong/${name}.wgsl`),
  });
}

function tiled(name: string, summary: string): Variant<GemmCase> {
  const tile = { rows: 16, columns: 16 };
  return variant({
    name,
    summary,
    dtypes: ['f32'],
    plan: (params) => tiledPlan(params, { file: `wrong/${name}.wgsl`, tile, constants: { TILE: 16 } }),
  });
}
