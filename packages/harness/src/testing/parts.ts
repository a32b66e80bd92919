// What every family promises whose oracle divides: its parts together say what the whole says, of right and of wrong outputs.
import { formatCase } from '@kernel-ladder/schema';
import { smallCases } from '../check/chosen-cases.ts';
import type { CaseParams, Family, Plan } from '../contract/family.ts';
import { inputsOf } from '../contract/inputs.ts';
import { findingOf, joined, oracleOf } from '../contract/judges.ts';
import type { Finding } from '../contract/oracle.ts';
import type { Part } from '../contract/part.ts';
import { planFor } from '../contract/plan.ts';
import { createRandom, seedOf } from '../contract/random.ts';
import { allocate } from '../contract/scalars.ts';
import type { Arrays, NumberArray } from '../contract/scalars.ts';
import { emulatedDevice } from '../emulator/check-rung.ts';
import { emulatePlan } from '../emulator/launch.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

const subgroupSize = 32;
// An oracle has few ways, and the emulator is slow.
const mostCases = 8;
const mostBytes = 2 ** 14;
// Few parts, and more than there are rows in a small case.
const divisions = [2, 7, 15];
const changes = 8;

/** Where parts say something else than the whole, in words: of a rung's outputs, of zeros, and of outputs with one element changed. */
export function partsThatDiffer<Case extends CaseParams>(
  family: Family<Case>,
  load: WgslLoader,
): readonly string[] {
  const facts = emulatedDevice(subgroupSize);
  const awkward = family.edgeCases.flatMap((set) => smallCases(family, set));
  const dividing = [...(family.cases.tiny ?? []), ...awkward].filter(
    (params) => family.divides?.(params) === true && family.work(params).minBytes < mostBytes,
  );
  const apart = Math.max(1, dividing.length / mostCases);
  const chosen = dividing.filter((_, at) => Math.floor(at / apart) !== Math.floor((at - 1) / apart));
  return chosen.flatMap((params) => {
    const plans = family.variants.map((variant) => planFor(variant, params, facts));
    const plan = plans.find((each) => !('skip' in each));
    if (!plan || 'skip' in plan) return [];
    const name = formatCase(family.params, params);
    return differences(family, { params, plan, load }).map((what) => `${name}: ${what}`);
  });
}

interface Launched<Case extends CaseParams> {
  readonly params: Case;
  readonly plan: Plan;
  readonly load: WgslLoader;
}

function differences<Case extends CaseParams>(
  family: Family<Case>,
  { params, plan, load }: Launched<Case>,
): readonly string[] {
  const inputs = inputsOf(family, params, 1);
  const shapes = family.outputs(params);
  const { outputs: right } = emulatePlan({ plan, inputs, outputs: shapes, load, subgroupSize });
  const accuracy = { longestSum: plan.longestSum };
  const oracleFor = (part?: Part) => {
    const oracle = oracleOf({ family, params, seed: 1, inputs }, part);
    return (outputs: Arrays) => findingOf(oracle, { outputs, accuracy, ...(part ? { part } : {}) });
  };
  const whole = oracleFor();
  const divided = divisions.map((of) => Array.from({ length: of }, (_, index) => oracleFor({ index, of })));
  const draw = createRandom(seedOf(formatCase(family.params, params), 1)).next;
  const zeros = Object.entries(shapes).map(([name, { type, length }]) => [name, allocate(type, length)]);
  const wrong = Array.from({ length: changes }, () => changed(right, draw));
  return [right, Object.fromEntries(zeros) as Arrays, ...wrong].flatMap((outputs) => {
    const due = told(whole(outputs));
    const found = divided.map((parts) => told(joined(parts.map((judge) => judge(outputs)))));
    return found.filter((each) => each !== due).map((each) => `${each} in parts, as a whole ${due}`);
  });
}

// Of several failures another may speak, as long as it is as far off.
function told({ passed, worst, maxAbs, maxRel, largest, observed }: Finding): string {
  if (observed !== undefined) return observed;
  return passed ? `passed: ${[worst, maxAbs, maxRel, largest].join(' ')}` : `failed: ${worst}`;
}

// One element of one output as no kernel may leave it.
function changed(outputs: Arrays, draw: () => number): Arrays {
  const entries = Object.entries(outputs).filter(([, array]) => array.length > 0);
  const [name, array] = entries[draw() % Math.max(1, entries.length)] ?? [];
  if (name === undefined || !array) return outputs;
  const copy: NumberArray = array.slice();
  const at = draw() % copy.length;
  copy[at] = (copy[at] ?? 0) + 3;
  return { ...outputs, [name]: copy };
}
