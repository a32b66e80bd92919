// The verb `mutants`: one rung's mutants on trial.
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import type { FamilyEvent, Job, Mutant, VariantKind } from '@kernel-ladder/schema';
import { runsItself } from '../contract/family.ts';
import type { CaseParams, Family, Fault, PlannedVariant, Variant } from '../contract/family.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';
import { trialCases } from './cases.ts';
import type { Spoil } from './cases.ts';
import { mutatePlan } from './plan.ts';
import type { PlacedMutant } from './plan.ts';
import { sampleMutants } from './rung.ts';
import { tryMutants } from './trial.ts';

/** A job for the mutants of one rung. */
export interface MutantsRequest<Case extends CaseParams> {
  readonly job: Job;
  readonly gpu: Gpu;
  readonly family: Family<Case, VariantKind>;
  readonly load: WgslLoader;
  readonly emit: (event: FamilyEvent) => void;
}

/** Tells what is tried on how many cases, then every trial and every mutant that is killed. Throws on an unknown rung. */
export async function answerMutants<Case extends CaseParams>(request: MutantsRequest<Case>): Promise<void> {
  const { job, gpu, load, emit } = request;
  if (!job.mutants) throw new Error('the verb mutants needs a rung in its job');
  const { rung, most, set, killed = [], from = 0, leftOut = [], kills = 1 } = job.mutants;
  const family: Family<Case> = { ...request.family, variants: request.family.variants.filter(isPlanned) };
  const variant = family.variants.find(({ name }) => name === rung);
  if (!variant) throw new Error(`${family.name} has no rung "${rung}" that launches kernels`);
  const { seed } = job;
  const cases = trialCases(family, variant, { facts: gpu.facts, set });
  const scene = set === 'full' ? {} : { cases: ownCases(family, variant, gpu.facts) };
  const { mutants, stillborn } = await sampleMutants(
    gpu,
    { family, variant, load },
    { most, seed, ...scene },
  );
  const faults = job.mutants.faults ? faultsOf(family, rung) : [];
  const mistakes = [
    ...mutants.map((mutant) => spoilTexts<Case>(mutant)),
    ...faults.map((fault) => spoilBy(fault, gpu.facts)),
  ];
  const told = [...mutants.map(withoutKey), ...faults.map(describeFault)];
  const { name: machine, software } = gpu.facts;
  const named = cases.map(({ variant: by, set: of, name }) => ({ rung: by.name, set: of, case: name }));
  emit({ type: 'mutants', machine, software, mutants: told, stillborn, cases: named });
  const emulated = kills === 1 ? variant : null;
  await tryMutants(gpu, {
    family,
    load,
    mistakes,
    cases,
    emulated,
    seed,
    killed,
    from,
    leftOut,
    kills,
    emit,
  });
}

// What needs an emulated device has a test of its own.
function faultsOf<Case extends CaseParams>({ wrong }: Family<Case>, rung: string): readonly Fault<Case>[] {
  return wrong.filter(({ of, emulatedOn }) => of === rung && !emulatedOn);
}

// What only large cases launch is no mistake that a software adapter could see.
function ownCases<Case extends CaseParams>(
  family: Family<Case>,
  rung: Variant<Case>,
  facts: DeviceFacts,
): readonly Case[] {
  const small = trialCases(family, rung, { facts, set: 'small' });
  return small.flatMap(({ variant, params }) => (variant === rung ? [params] : []));
}

function spoilTexts<Case extends CaseParams>(mutant: PlacedMutant): Spoil<Case> {
  return (launched) => mutatePlan(launched, mutant);
}

function spoilBy<Case extends CaseParams>(fault: Fault<Case>, facts: DeviceFacts): Spoil<Case> {
  return ({ plan }, { variant, params }) => {
    if (variant.name !== fault.of || fault.takes?.(params) === false) return null;
    try {
      const spoilt = fault.change(plan, params, facts);
      return 'skip' in spoilt ? null : spoilt;
    } catch {
      // An edit of a kernel that the plan of this case does not run.
      return null;
    }
  };
}

function describeFault<Case extends CaseParams>({ name, summary }: Fault<Case>): Mutant {
  return { operator: 'fault', file: '', line: 0, before: name, after: summary };
}

function withoutKey({ operator, file, line, before, after }: PlacedMutant): Mutant {
  return { operator, file, line, before, after };
}

function isPlanned<Case extends CaseParams>(
  variant: Variant<Case, VariantKind>,
): variant is PlannedVariant<Case> {
  return !runsItself(variant);
}
