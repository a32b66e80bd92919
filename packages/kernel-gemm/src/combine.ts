// Which products can be checked: parameters that are allowed one by one may not go together.
import type { GemmCase } from './cases.ts';
import { isPaired } from './dtypes.ts';
import { specOf } from './kernels/epilogue.ts';
import { wholeLimit } from './inputs.ts';

/** The product that the parameters make, or why there is no telling whether it is right. */
export function combine(params: GemmCase): GemmCase | string {
  return refuseFractions(params) ?? refuseBehindPairs(params) ?? refuseUnpaired(params) ?? params;
}

function refuseFractions({ epilogue, dtype }: GemmCase): string | null {
  const { bend, scale } = specOf(epilogue);
  if (dtype === 'i8-i32' && (bend === 'gelu' || !Number.isInteger(scale)))
    return `epilogue=${epilogue}: integer sums take no fractions, and i8-i32 is followed by none, bias, relu or bias-relu`;
  return null;
}

function refuseBehindPairs({ epilogue, dtype }: GemmCase): string | null {
  if (!isPaired(dtype) || epilogue === 'none') return null;
  return `epilogue=${epilogue}: ${dtype} is followed by none`;
}

function refuseUnpaired({ m, n, k, batch, epilogue }: GemmCase): string | null {
  const { bend } = specOf(epilogue);
  const terms = batch * m * n * k;
  if (bend !== 'no' && n % 2 === 1 && terms > wholeLimit)
    return `n=${n}: an even n is needed with epilogue=${epilogue}, where a product of ${terms} multiply-adds, which are more than ${wholeLimit}, is checked by pairs of columns`;
  return null;
}
