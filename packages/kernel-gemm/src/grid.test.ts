// Grids of more than one row: rare on the ladder's shapes, so forced here.
import type { Family, Pass, Variant } from '@kernel-ladder/harness';
import { testFamily } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { gemmCase } from './cases.ts';
import type { GemmCase } from './cases.ts';
import { family } from './family.ts';
import { spread } from './plans/traffic.ts';

test('spreads workgroups over no more than 65 535 along a dimension', () => {
  expect(spread(1)).toEqual([1, 1, 1]);
  expect(spread(65_535)).toEqual([65_535, 1, 1]);
  expect(spread(65_536)).toEqual([32_768, 2, 1]);
  expect(spread(131_071)).toEqual([43_691, 3, 1]);
});

function inTwoRows(pass: Pass): Pass {
  const width = Math.ceil(pass.workgroups[0] / 2);
  if ('text' in pass.wgsl) return pass;
  const constants = { ...pass.wgsl.constants, GRID_WIDTH: width };
  return { ...pass, wgsl: { ...pass.wgsl, constants }, workgroups: [width, 2, pass.workgroups[2]] };
}

// A generated text has its grid written in; the emulator runs those on more than one row. What `auto` plans, another does.
const rungs = family.variants.filter(({ name }) => name !== 'auto');
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
  edgeCases: [
    {
      set: 'EC-ROWS',
      cases: [
        odd,
        { ...odd, dtype: 'f16-f32' },
        { ...odd, dtype: 'i8-i32', epilogue: 'bias' },
        { ...odd, k: 0 },
        gemmCase([16, 16, 512], { epilogue: 'bias-relu' }),
        gemmCase([8, 16, 8], { batch: 2, layout: 'tt' }),
      ],
    },
  ],
  variants: regridded,
  wrong: [],
};

testFamily(twoRows, new URL('./kernels/', import.meta.url));
