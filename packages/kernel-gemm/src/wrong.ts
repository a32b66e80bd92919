// Kernels with a known fault each: a check that lets one through proves nothing.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip, Variant } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { tiledPlan, untiledPass, untiledPlan } from './plans/passes.ts';
import { variant } from './plans/rung.ts';
import { planSplit, refuseSplit } from './plans/split-k.ts';

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
  layered('batch-stride', 'Steps through the batch of B by the size of an A.', {
    takes: ({ batch, layout, epilogue }) => batch > 1 && layout === 'nn' && epilogue === 'none',
  }),
  layered('layout-swapped', 'Takes the wrong one of A and B as stored transposed.', {
    takes: ({ layout, epilogue }) => (layout === 'nt' || layout === 'tn') && epilogue === 'none',
    constants: ({ layout }) => ({ A_IS_TURNED: String(layout === 'tn') }),
  }),
  layered('bias-by-row', 'Adds the bias down the rows instead of along the columns.', {
    takes: ({ layout, epilogue }) => layout === 'nn' && epilogue === 'bias',
    bindings: ['a', 'b', 'c', 'bias'],
  }),
  layered('unsigned-bytes', 'Loses the sign of the bytes.', {
    dtype: 'i8-i32',
    takes: ({ layout, epilogue }) => layout === 'nn' && epilogue === 'none',
  }),
  variant({
    name: 'dropped-part',
    summary: 'Leaves the last part of a split K out of the sum.',
    dtypes: ['f32', 'f16-f32'],
    takes: 'plain',
    refuse: refuseSplit,
    plan: planDroppedPart,
  }),
];

function untiled(name: string, summary: string): Variant<GemmCase> {
  return variant({
    name,
    summary,
    dtypes: ['f32'],
    takes: 'plain',
    plan: (params) => untiledPlan(params, `wrong/${name}.wgsl`),
  });
}

function tiled(name: string, summary: string): Variant<GemmCase> {
  const tile = { rows: 16, columns: 16 };
  return variant({
    name,
    summary,
    dtypes: ['f32'],
    takes: 'plain',
    plan: (params) => tiledPlan(params, { file: `wrong/${name}.wgsl`, tile, constants: { TILE: 16 } }),
  });
}

interface Layered {
  readonly dtype?: GemmCase['dtype'];
  /** Which cases the kernel is meant for. */
  readonly takes: (params: GemmCase) => boolean;
  readonly constants?: (params: GemmCase) => { readonly [name: string]: string };
  readonly bindings?: readonly string[];
}

// A thread per element, a batch along z.
function layered(name: string, summary: string, kind: Layered): Variant<GemmCase> {
  const { dtype = 'f32', takes, constants = () => ({}), bindings = ['a', 'b', 'c'] } = kind;
  return variant({
    name,
    summary,
    dtypes: [dtype],
    refuse: (params) => (takes(params) ? null : notApplicable('has its fault elsewhere')),
    plan: (params) => {
      const file = `wrong/${name}.wgsl`;
      const pass = untiledPass(params, file);
      const shape = 'constants' in pass.wgsl ? pass.wgsl.constants : {};
      const [x, y] = pass.workgroups;
      const source = wgsl(file, { ...shape, ...constants(params) });
      return {
        passes: [{ wgsl: source, bindings, workgroups: [x, y, params.batch] }],
        implBytes: 0,
        longestSum: params.k,
      };
    },
  });
}

function planDroppedPart(params: GemmCase, device: DeviceFacts): Plan | Skip {
  const plan = planSplit(params, device);
  if ('skip' in plan) return plan;
  const passes = plan.passes.map((pass) => {
    if (!('constants' in pass.wgsl)) return pass;
    const { COUNT = 0, PARTS = 0, SIZE = 0, GRID_X = 0 } = pass.wgsl.constants;
    const source = wgsl('wrong/dropped-part.wgsl', { COUNT, PARTS, SIZE, GRID_X });
    return { ...pass, wgsl: source, bindings: ['partials', 'c'] };
  });
  return { ...plan, passes };
}
