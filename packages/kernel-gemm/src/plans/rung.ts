// What every rung shares: which cases it takes, and what it does about empty products.
import { missingFeature, notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, PlanCase, Skip, Tuning, Variant } from '@kernel-ladder/harness';
import { fillPass } from '@kernel-ladder/kernel-kit';
import { accessOf } from '../access.ts';
import type { GemmCase } from '../cases.ts';
import { storedAs } from '../dtypes.ts';
import type { GemmDtype } from '../dtypes.ts';
import { withEpiloguePass } from './epilogue.ts';
import { outputBytes } from './traffic.ts';

const launchKeys = ['stages', 'groups', 'workgroup', 'ilp', 'held', 'config'] as const;

/** A parameter of a launch that most rungs have no choice of. */
type LaunchKey = (typeof launchKeys)[number];

/** One rung before the cases that all rungs treat alike. */
export interface Rung {
  readonly name: string;
  readonly summary: string;
  readonly boundBy?: string;
  readonly dtypes: readonly GemmDtype[];
  /** `plain` is one row-major product without an epilogue, `fusable` any product with an epilogue; all when left out. */
  readonly takes?: 'plain' | 'fusable';
  /** What else a case may say of the launch, and whether it must. */
  readonly launch?: { readonly takes: readonly LaunchKey[]; readonly isNeeded?: true };
  /** Why this device or case cannot run it at all; null when it can. */
  readonly refuse?: (params: GemmCase, device: DeviceFacts) => Skip | null;
  /** Plans a product of at least one term and one element. */
  readonly plan: PlanCase<GemmCase>;
  /** What may be chosen of it. */
  readonly tuning?: Tuning<GemmCase>;
}

/** Makes a variant of a rung: an empty C needs no pass, an empty sum needs zeros and their epilogue. */
export function variant(rung: Rung): Variant<GemmCase> {
  const { name, summary, boundBy, tuning } = rung;
  const access = accessOf(name);
  const before: (params: GemmCase, device: DeviceFacts) => Skip | Plan | null = (params, device) =>
    refuseLaunch(rung, params) ??
    refuseCase(rung, params) ??
    rung.refuse?.(params, device) ??
    refuseHalves(params, device) ??
    emptyPlan(params);
  return {
    name,
    summary,
    ...(boundBy === undefined ? {} : { boundBy }),
    ...(access === null ? {} : { access }),
    plan: (params, device) => before(params, device) ?? rung.plan(params, device),
    ...(tuning
      ? {
          tuning: {
            ...tuning,
            plan: (params, device, candidate) =>
              before(params, device) ?? tuning.plan(params, device, candidate),
          },
        }
      : {}),
  };
}

function refuseLaunch({ name, launch }: Rung, params: GemmCase): Skip | null {
  const asked = launchKeys.filter((key) => params[key] !== undefined);
  const stray = asked.find((key) => !launch?.takes.includes(key));
  if (stray !== undefined) return notApplicable(`${name} has no ${stray} to choose`);
  if (launch?.isNeeded && asked.length === 0)
    return notApplicable(`${name} is asked for with ${launch.takes.join(', ')}`);
  return null;
}

function refuseCase({ name, dtypes, takes }: Rung, params: GemmCase): Skip | null {
  const { dtype, batch, layout, epilogue } = params;
  if (!dtypes.includes(dtype)) return notApplicable(`${name} reads ${dtypes.join(' or ')} only`);
  if (takes === 'plain' && !(batch === 1 && layout === 'nn' && epilogue === 'none'))
    return notApplicable(`${name} makes one row-major product without an epilogue`);
  if (takes === 'fusable' && epilogue === 'none') return notApplicable('there is no epilogue to keep apart');
  return null;
}

// Storing f16 takes no feature, adding and writing it does.
function refuseHalves({ dtype }: GemmCase, device: DeviceFacts): Skip | null {
  return dtype === 'f16' && !device.features.has('shader-f16') ? missingFeature('shader-f16') : null;
}

function emptyPlan(params: GemmCase): Plan | null {
  const { m, n, k, batch, dtype } = params;
  const { output, outputParts } = storedAs(dtype);
  const count = outputParts * batch * m * n;
  if (count === 0) return { passes: [], implBytes: 0, longestSum: 0 };
  if (k > 0) return null;
  const zeros = fillPass({ buffer: 'c', element: output, count });
  return withEpiloguePass(params, { passes: [zeros], implBytes: outputBytes(params), longestSum: 0 });
}
