// The plan of the rung that is picked by shape.
import { notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Plan, Skip } from '@kernel-ladder/harness';
import { tuned } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { pickVariant } from '../pick.ts';
import type { Picked } from '../pick.ts';
import { planNaive, planStaged } from './plain.ts';
import { stagedRegister } from './register-pipelined.ts';
import { planSplit } from './split-k.ts';
import { planSubgroup } from './subgroup.ts';
import { tunedRegister } from './tuned.ts';

const planners: {
  readonly [Name in Picked]: (params: GemmCase, device: DeviceFacts) => Plan | Skip;
} = {
  naive: planNaive,
  staged: planStaged,
  subgroup: planSubgroup,
  // With what the machine's table has for such a product.
  register: tunedRegister.plan,
  'register-pipelined': stagedRegister.plan,
  'split-k': planSplit,
};

/** Why a plain product is not one to pick for; null when it is. */
export function refuseAuto({ m, n, k }: GemmCase): Skip | null {
  const isTuned = tuned.some((params) => params.m === m && params.n === n && params.k === k);
  if (!isTuned) return null;
  return notApplicable('auto is judged at shapes held out from tuning; here it is another rung again');
}

/** Plans one product that `refuseAuto` lets through. */
export function planAuto(params: GemmCase, device: DeviceFacts): Plan | Skip {
  return planners[pickVariant(params, device)](params, device);
}
