// Other numbers for a case.
import type { GemmCase } from './cases.ts';

/** The same case with other numbers. What an epilogue does to huge ones is another matter; sums of more than 2048 ones are none that f16 counts. */
export function refillsOf(params: GemmCase): readonly GemmCase[] {
  const fills =
    params.epilogue === 'none' ? (['identity', 'large', 'ones'] as const) : (['identity'] as const);
  return fills
    .filter((fill) => !(fill === 'ones' && params.dtype === 'f16'))
    .map((fill) => ({ ...params, fill }));
}
