// Which products can be checked: parameters that are allowed one by one may not go together.
import { surface } from './cases.ts';
import type { GemmCase } from './cases.ts';
import { isPaired } from './dtypes.ts';
import { specOf } from './kernels/epilogue.ts';
import { wholeLimit } from './inputs.ts';

/** The product that the parameters make, or why there is no telling whether it is right. */
export function combine({
  stages,
  groups,
  workgroup,
  ilp,
  held,
  config,
  ...product
}: GemmCase): GemmCase | string {
  const params = { ...product, ...launchOf({ stages, groups, workgroup, ilp, held, config }) };
  return (
    refuseLaunch(params) ??
    refuseFractions(params) ??
    refuseBehindPairs(params) ??
    refuseUnpaired(params) ??
    params
  );
}

type Launch = Pick<GemmCase, 'stages' | 'groups' | 'workgroup' | 'ilp' | 'held' | 'config'>;

// What nobody asked for comes as none.
function launchOf(asked: { readonly [Key in keyof Required<Launch>]: Launch[Key] | undefined }): Launch {
  const { stages, groups, workgroup, ilp, held, config = 'none' } = asked;
  return {
    ...(stages ? { stages } : {}),
    ...(groups ? { groups } : {}),
    ...(workgroup ? { workgroup } : {}),
    ...(ilp ? { ilp } : {}),
    ...(held ? { held } : {}),
    ...(config === 'none' ? {} : { config }),
  };
}

// Each of these is of a rung of its own.
function refuseLaunch({ stages, groups, workgroup, ilp, held, config }: GemmCase): string | null {
  const isSurface = workgroup !== undefined && ilp !== undefined;
  if (!isSurface && (workgroup ?? ilp ?? held) !== undefined)
    return 'workgroup and ilp are asked for together, held beside them';
  if ([stages, groups, workgroup, config].filter((asked) => asked !== undefined).length > 1)
    return 'stages, groups, config, and workgroup with ilp are of one rung each: ask for one of them';
  if (isSurface && !isTiled(workgroup, ilp))
    return `workgroup=${workgroup},ilp=${ilp}: tiles are of 64, 128, 256 or 512 threads with 16, 32, 64 or 128 sums each`;
  return null;
}

function isTiled(workgroup: number, ilp: number): boolean {
  return surface.some((point) => point.workgroup === workgroup && point.ilp === ilp);
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
