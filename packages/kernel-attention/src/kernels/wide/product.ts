// The two products of the wide kernel: a fragment of keys or values serves all queries of its subgroup.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { fragment } from '../tensor/layout.ts';
import type { WideLayout } from './layout.ts';

/**
 * Lines that multiply the subgroup's queries by the keys in workgroup memory and leave the scores from word `at` on. `first` is the first of
 * the keys where a subgroup may see none of them.
 */
export function scores(layout: WideLayout, at: string, first?: string): string {
  return unlessHidden(
    first,
    each(layout.keyFragments, (j) => scoresOf(layout, j, at)),
  );
}

function scoresOf(layout: WideLayout, j: number, at: string): string {
  return `{ // keys ${j * fragment} … ${(j + 1) * fragment - 1} of the step
${each(layout.rowFragments, (r) => `  var s${r} = Result();`)}
${indent(sumsOf(layout, j), 2)}
${indent(storesOf(layout, j, at), 2)}
}`;
}

function sumsOf({ rowFragments, dimFragments, stride }: WideLayout, j: number): string {
  return each(
    dimFragments,
    (i) => `{
  let k = subgroupMatrixLoad<Right, col_major>(&tile_k, ${j * fragment * stride + 2 * i}u, ${stride}u);
${each(rowFragments, (r) => `  s${r} = subgroupMatrixMultiplyAccumulate(q${r}_${i}, k, s${r});`)}
}`,
  );
}

function storesOf({ rowFragments, scoreStride }: WideLayout, j: number, at: string): string {
  return each(
    rowFragments,
    (r) =>
      `subgroupMatrixStore<row_major>(&scores, ${at} + ${r * fragment * scoreStride + 4 * j}u, s${r}, ${scoreStride}u);`,
  );
}

/** Lines that add the values in workgroup memory, weighted by what lies in `array` from word `at` on. */
export function weightedValues(
  layout: WideLayout,
  { array, at }: { readonly array: string; readonly at: string },
  first?: string,
): string {
  const { keyFragments, rowFragments, dimFragments, stride, weightStride } = layout;
  const weights = (j: number) => (r: number) =>
    `  let w${r} = subgroupMatrixLoad<Left, row_major>(&${array}, ${at} + ${r * fragment * weightStride + 2 * j}u, ${weightStride}u);`;
  const product = (j: number) => (i: number) =>
    `  {
    let v = subgroupMatrixLoad<Right, row_major>(&tile_v, ${j * fragment * stride + 2 * i}u, ${stride}u);
${each(rowFragments, (r) => `    o${r}_${i} = subgroupMatrixMultiplyAccumulate(w${r}, v, o${r}_${i});`)}
  }`;
  const body = each(
    keyFragments,
    (j) => `{ // keys ${j * fragment} … ${(j + 1) * fragment - 1} of the step
${each(rowFragments, weights(j))}
${each(dimFragments, product(j))}
}`,
  );
  return unlessHidden(first, body);
}

// A subgroup has nothing to multiply where all its queries see nothing; its weights are zeros then.
function unlessHidden(first: string | undefined, body: string): string {
  return first === undefined ? body : `if (${first} < own_visible) {\n${indent(body, 2)}\n}`;
}
