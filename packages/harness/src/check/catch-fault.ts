// Whether a fault is rejected for what it is, while the rung that carries it passes the same case.
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema/measuring';
import { checkOnTwoSeeds } from './check.ts';
import type { CaseParams, Family, Fault, Plan } from '../contract/family.ts';
import { planFor } from '../contract/plan.ts';
import type { Finding } from '../contract/oracle.ts';
import type { HostCases } from '../launch/host-cases.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** A fault and the family that it is one of. */
export interface FaultRequest<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly fault: Fault<Case>;
  readonly load: WgslLoader;
  /** Who has the inputs, and judges; made for each check when left out. */
  readonly hosts?: HostCases<Case>;
  /** What the check has said of rungs without a fault, for the faults to come; null where nobody asks it. */
  readonly controls?: Map<string, string> | null;
}

/** The first rejection of a fault. */
export interface Caught extends Pick<Finding, 'rejection' | 'message' | 'at'> {
  readonly case: string;
  /** Whether the element that the check names is one at which the fault may show. */
  readonly isWhereItShows: boolean;
  /** What the check says of the rung without the fault: `passed`, or its message; null where it was not asked. */
  readonly control: string | null;
}

/** Tries the cases in turn until the check rejects the fault; null when it lets all of them pass. */
export async function catchFault<Case extends CaseParams>(
  gpu: Gpu,
  request: FaultRequest<Case>,
  cases: readonly Case[],
): Promise<Caught | null> {
  for (const params of cases) {
    const caught = await tryCase(gpu, request, params);
    if (caught) return caught;
  }
  return null;
}

async function tryCase<Case extends CaseParams>(
  gpu: Gpu,
  request: FaultRequest<Case>,
  params: Case,
): Promise<Caught | null> {
  const plans = plansOf(request, params, gpu.facts);
  if (!plans) return null;
  const { family, fault, load, hosts, controls = new Map<string, string>() } = request;
  const caseName = formatCase(family.params, params);
  // On inputs of its own each: a fault may have written to them.
  const check = (plan: Plan) =>
    checkOnTwoSeeds(gpu, { family, params, plan, load, seed: 1, ...(hosts ? { hosts } : {}) });
  const report = await check(plans.spoilt);
  if (report.passed || report.observed !== undefined) return null;
  const caught = { ...describe(report, fault, params), case: caseName };
  if (!controls) return { ...caught, control: null };
  const rung = `${fault.of} ${caseName}`;
  const control = controls.get(rung) ?? controlOf(await check(plans.sound));
  controls.set(rung, control);
  return { ...caught, control };
}

// Null where the rung does not take the case, or the fault does not.
function plansOf<Case extends CaseParams>(
  { family, fault }: FaultRequest<Case>,
  params: Case,
  facts: DeviceFacts,
): { readonly sound: Plan; readonly spoilt: Plan } | null {
  const rung = family.variants.find(({ name }) => name === fault.of);
  if (!rung) throw new Error(`${fault.name} is a fault of "${fault.of}", which is no rung of ${family.name}`);
  if (fault.takes?.(params) === false || (rung.breaksOn?.(params) ?? null) !== null) return null;
  const sound = planFor(rung, params, facts);
  if ('skip' in sound || sound.passes.length === 0) return null;
  const spoilt = fault.change(sound, params, facts);
  return 'skip' in spoilt ? null : { sound, spoilt };
}

function describe<Case extends CaseParams>(report: Finding, fault: Fault<Case>, params: Case) {
  const { rejection, message, at } = report;
  const isWhereItShows = fault.at === undefined || (at !== undefined && fault.at(at.index, params));
  return {
    ...(rejection === undefined ? {} : { rejection }),
    ...(at === undefined ? {} : { at }),
    message,
    isWhereItShows,
  };
}

function controlOf({ passed, message }: Finding): string {
  return passed ? 'passed' : message;
}
