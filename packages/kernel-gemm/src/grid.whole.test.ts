// Every rung on a grid of two rows: only shapes of more than 128 workgroups have one, and some rungs make few of them.
import type { Family, Pass, Variant } from '@kernel-ladder/harness';
import { testFamily, testWholeFamily } from '@kernel-ladder/harness/testing';
import { gemmCase } from './cases.ts';
import type { GemmCase } from './cases.ts';
import { family } from './family.ts';

function inTwoRows(pass: Pass): Pass {
  const width = Math.ceil(pass.workgroups[0] / 2);
  if ('text' in pass.wgsl) return pass;
  const constants = { ...pass.wgsl.constants, GRID_X: width };
  return { ...pass, wgsl: { ...pass.wgsl, constants }, workgroups: [width, 2, pass.workgroups[2]] };
}

// A generated text has its grid written in; the emulator runs those on more than one row. What `auto` plans, another does,
// and `occupancy` has such texts alone.
const rungs = family.variants.filter(({ name }) => !['auto', 'occupancy'].includes(name));
const regridded = rungs.map((variant): Variant<GemmCase> => ({
  ...variant,
  plan: (params, device) => {
    const plan = variant.plan(params, device);
    return 'skip' in plan ? plan : { ...plan, passes: plan.passes.map(inTwoRows) };
  },
}));

const odd = gemmCase([65, 33, 5]);
const twoRows: Family<GemmCase> = {
  ...family,
  name: 'gemm on a grid of two rows',
  chosen: {},
  edgeCases: [
    {
      set: 'EC-ROWS',
      cases: [
        odd,
        { ...odd, dtype: 'f16-f32' },
        { ...odd, dtype: 'i8-i32', epilogue: 'bias' },
        { ...odd, dtype: 'f32x2', batch: 2 },
        { ...odd, k: 0 },
        gemmCase([65, 1, 5]),
        gemmCase([16, 16, 512], { epilogue: 'bias-relu' }),
        gemmCase([8, 16, 8], { batch: 2, layout: 'tt' }),
      ],
    },
  ],
  variants: regridded,
  wrong: [],
};

const kernels = new URL('./kernels/', import.meta.url);
testFamily(twoRows, kernels);
testWholeFamily(twoRows, kernels);
