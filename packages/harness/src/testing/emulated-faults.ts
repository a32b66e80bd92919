// Faults of kernels that no software adapter runs, on an emulated device: rejected for what they are, while the rung passes the same case.
import { rejectionOf } from '../check/judge-outputs.ts';
import type { Caught } from '../check/catch-fault.ts';
import { findCase } from '../contract/cases.ts';
import type { CaseParams, Family, Fault, Plan, Variant } from '../contract/family.ts';
import { inputsOf } from '../contract/inputs.ts';
import type { Finding } from '../contract/oracle.ts';
import { planFor } from '../contract/plan.ts';
import { emulatedDevice } from '../emulator/check-rung.ts';
import { emulatePlan } from '../emulator/launch.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

const subgroupSize = 32;

/** The first rejection of a fault, over the cases that it names; null where all of them pass. */
export function catchEmulated<Case extends CaseParams>(
  family: Family<Case>,
  fault: Fault<Case>,
  load: WgslLoader,
): Caught | null {
  const variant = family.variants.find(({ name }) => name === fault.of);
  if (!variant)
    throw new Error(`${fault.name} is a fault of "${fault.of}", which is no rung of ${family.name}`);
  const cases = (fault.emulatedOn ?? []).map((name) => findCase(family, name));
  for (const { name, params } of cases) {
    const caught = tryCase({ family, load, params }, variant, fault);
    if (caught) return { ...caught, case: name };
  }
  return null;
}

// Null where the rung or the fault does not take the case, or the check lets it pass.
function tryCase<Case extends CaseParams>(
  scene: Scene<Case>,
  variant: Variant<Case>,
  fault: Fault<Case>,
): Omit<Caught, 'case'> | null {
  const { params } = scene;
  const facts = emulatedDevice(subgroupSize);
  const plan = planFor(variant, params, facts);
  if ('skip' in plan) return null;
  const spoilt = fault.change(plan, params, facts);
  if ('skip' in spoilt) return null;
  const found = judge(scene, spoilt);
  if (found.passed) return null;
  const control = judge(scene, plan);
  return {
    ...found,
    isWhereItShows: fault.at === undefined || (found.at !== undefined && fault.at(found.at.index, params)),
    control: control.passed ? 'passed' : control.message,
  };
}

interface Scene<Case extends CaseParams> {
  readonly family: Family<Case>;
  readonly load: WgslLoader;
  readonly params: Case;
}

type Judged = Pick<Finding, 'passed' | 'message' | 'at' | 'rejection'>;

// A launch that is right by chance, as threads took their turns well, is none.
function judge<Case extends CaseParams>({ family, load, params }: Scene<Case>, plan: Plan): Judged {
  const inputs = inputsOf(family, params, 1);
  const { outputs, hazards } = emulatePlan({
    plan,
    inputs,
    outputs: family.outputs(params),
    load,
    subgroupSize,
  });
  const report = family.oracle(params, inputs).verify(outputs, plan);
  const { passed, message, at } = report;
  if (!passed) return { passed, message, rejection: rejectionOf(report, outputs), ...(at ? { at } : {}) };
  const [hazard] = hazards;
  return { passed: hazard === undefined, message: hazard?.message ?? '' };
}
