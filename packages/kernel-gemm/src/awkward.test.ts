// Which awkward cases each rung meets on a GPU, and that it leaves out none for its shape.
import { planFor } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { hopper } from '../fixtures/hopper.ts';
import { edgeCases } from './awkward.ts';
import { family } from './family.ts';

type Rung = (typeof family.variants)[number];

function answers(variant: Rung, set: string) {
  const cases = edgeCases.find((each) => each.set === set)?.cases ?? [];
  return cases.map((params) => planFor(variant, params, hopper));
}

function declined(variant: Rung, set: string): readonly string[] {
  return answers(variant, set).flatMap((plan) => ('skip' in plan ? [plan.skip.message] : []));
}

// Its cases name a point of its surface: EC-OCCUPANCY has all of them, and empty products.
const laddered = family.variants.filter(({ name }) => name !== 'occupancy');

test('occupancy meets every awkward product of its surface', () => {
  const [occupancy] = family.variants.filter(({ name }) => name === 'occupancy');
  expect(occupancy && declined(occupancy, 'EC-OCCUPANCY')).toEqual([]);
});

test.for(laddered)('$name meets empty products', (variant) => {
  expect(answers(variant, 'EC-EMPTY').some((plan) => !('skip' in plan))).toBe(true);
});

// What a rung is for: types, layouts, batches, epilogues.
const declarations = [
  / reads .* only$/,
  / makes one row-major product without an epilogue$/,
  / has no config to choose$/,
  /^there is no epilogue to keep apart$/,
  /^needs a batch of at least two$/,
  /^a batch has enough workgroups without splitting K$/,
  /^few-rows takes 64 rows/,
  /^matrix-vector takes one column/,
  // An H200 has matrices of halves and bytes.
  /^the device multiplies no subgroup matrices of f32 /,
];

// A binding begins on a multiple of 256 bytes, on every device: `EC-BATCH` has such matrices.
const bound = new Set(['looped', 'submitted']);

test.for(laddered.filter(({ name }) => !bound.has(name)))(
  '$name leaves out of EC-2D what it is not for, and no shape',
  (variant) => {
    const others = declined(variant, 'EC-2D').filter(
      (message) => !declarations.some((declaration) => declaration.test(message)),
    );
    expect(others).toEqual([]);
  },
);

test('every rung meets the awkward sizes of what it takes', () => {
  const met = laddered.map((variant) => {
    const all = answers(variant, 'EC-2D').length;
    return [variant.name, all - declined(variant, 'EC-2D').length] as const;
  });
  expect(Object.fromEntries(met)).toMatchInlineSnapshot(`
    {
      "auto": 23,
      "dot4": 17,
      "double-single": 24,
      "few-rows": 24,
      "hierarchical": 66,
      "looped": 5,
      "matrix-vector": 5,
      "naive": 99,
      "persistent": 23,
      "pipelined": 23,
      "register": 82,
      "register-pipelined": 82,
      "split-k": 46,
      "staged": 23,
      "subgroup": 23,
      "submitted": 5,
      "tensor": 59,
      "tensor-basic": 59,
      "tensor-pipelined": 59,
      "tensor-split-k": 14,
      "tensor-unfused": 28,
      "tiled": 23,
      "tuned": 62,
      "unfused": 23,
    }
  `);
});
