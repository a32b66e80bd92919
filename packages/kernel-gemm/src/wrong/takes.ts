// The cases in which a mistake can show.
import type { GemmCase } from '../cases.ts';
import type { GemmDtype } from '../dtypes.ts';

type Kind = Pick<GemmCase, 'k' | 'dtype' | 'batch' | 'layout' | 'epilogue'>;

/** One row-major product without an epilogue, whose naive kernel is the plainest. */
export function isPlain({ k, dtype, batch, layout, epilogue }: Kind, wanted: GemmDtype): boolean {
  return k > 0 && dtype === wanted && batch === 1 && layout === 'nn' && epilogue === 'none';
}

/** Such a product of f32. */
export function isPlainFloats(params: Kind): boolean {
  return isPlain(params, 'f32');
}

/** A product that the naive kernel takes with all its options. */
export function isGeneral(params: Kind): boolean {
  const { k, dtype } = params;
  return k > 0 && dtype !== 'bf16-f32' && !isPlain(params, 'f32') && !isPlain(params, 'f16-f32');
}

/** More than one product. */
export function isBatch({ batch }: Kind): boolean {
  return batch > 1;
}

/** Whether an element belongs to another product than the first. */
export function isBehindFirst(index: number, { m, n }: GemmCase): boolean {
  return index >= m * n;
}
