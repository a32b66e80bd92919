// Every variant on the family's awkward cases, before it is timed.
import type { Gpu } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema/measuring';
import type { Coverage, CoveredRung, VariantKind } from '@kernel-ladder/schema';
import { openQueue } from './case-queue.ts';
import type { CaseQueue, Step } from './case-queue.ts';
import { checkOnce } from './check.ts';
import { casesFor } from './chosen-cases.ts';
import { declinedAmong, outcomeOfFault, outcomeOfReport, tally } from './outcome.ts';
import type { NamedOutcome, Outcome } from './outcome.ts';
import { checkPrepared, withPrepared } from './self-run.ts';
import { openSharedInputs } from './shared-inputs.ts';
import type { SharedInputs } from './shared-inputs.ts';
import { judgesAside } from './judges-aside.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { runsItself } from '../contract/family.ts';
import type { CaseParams, Problem, SelfRunVariant, Skip, Variant } from '../contract/family.ts';
import type { Finding } from '../contract/oracle.ts';
import { planFor } from '../contract/plan.ts';
import { leaveFor, ownDevice } from '../contract/shared-device.ts';
import type { SharedDevice } from '../contract/shared-device.ts';
import { pipelinesOf } from '../launch/compile-ahead.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** What a coverage run needs besides the device. */
export interface CoverageRequest<Case extends CaseParams> extends GroupRequest<Case> {
  readonly variant: Variant<Case, VariantKind>;
}

/** The same, whichever variants. */
export interface GroupRequest<Case extends CaseParams> {
  readonly family: Problem<Case>;
  readonly load: WgslLoader;
  readonly seed: number;
  /** On how many cases of a set a software adapter checks: six when left out. */
  readonly most?: number | undefined;
  /** Who makes inputs and judges; this thread when left out. */
  readonly judges?: Judges;
  /** Whether the cases to come are begun with beside the one at hand; true when left out. */
  readonly ahead?: boolean;
  /** The device among those who use it; this process's own when left out. */
  readonly device?: SharedDevice;
  readonly onCase?: (done: number, total: number) => void;
}

/** Coverage per edge-case set, and the first failure in words. */
export type Covered = CoveredRung;

/** Checks one variant on all edge-case sets of its family. */
export async function coverEdgeCases<Case extends CaseParams>(
  gpu: Gpu,
  { variant, ...request }: CoverageRequest<Case>,
): Promise<Covered> {
  const [covered] = await coverTogether(gpu, request, [variant]);
  if (!covered) throw new Error(`nothing was found of ${variant.name}`);
  return covered;
}

/**
 * Checks variants on all edge-case sets of their family, case by case: inputs and references are made and uploaded once for all of them. Gives what
 * each came to, in their order.
 */
export async function coverTogether<Case extends CaseParams>(
  gpu: Gpu,
  request: GroupRequest<Case>,
  variants: readonly Variant<Case, VariantKind>[],
): Promise<readonly Covered[]> {
  const { family, seed, judges = sameThread, device = ownDevice, onCase } = request;
  await device.use('none');
  const chosen = variants.map((variant) => chosenBy(gpu, request, variant));
  const steps = family.edgeCases.flatMap(({ cases }, set) =>
    cases.flatMap((params) =>
      chosen.flatMap(({ variant, sets }) => (sets[set]?.has(params) ? [{ variant, params, set }] : [])),
    ),
  );
  const queue = openQueue(gpu, { ...request, steps, judges: judgesAside(device, judges) });
  const inputs = openSharedInputs(gpu, { seed, hosts: queue.hosts });
  const taken: Taken<Case>[] = [];
  try {
    for (const [done, step] of steps.entries()) {
      // What is begun for the steps to come takes processors alone.
      await device.use('none');
      queue.advance();
      const outcome = await coverStep(gpu, { ...request, device, queue, inputs }, step);
      taken.push({ ...step, outcome: { ...outcome, case: formatCase(family.params, step.params) } });
      onCase?.(done + 1, steps.length);
    }
  } finally {
    await device.use('yielding');
    inputs.drop();
    queue.close();
    await device.use('none');
  }
  return chosen.map((own) => summedUp(gpu, family, { ...own, taken }));
}

interface Chosen<Case extends CaseParams> {
  readonly variant: Variant<Case, VariantKind>;
  /** The cases that it is checked on, set by set. */
  readonly sets: readonly ReadonlySet<Case>[];
}

function chosenBy<Case extends CaseParams>(
  { facts }: Gpu,
  { family, most }: GroupRequest<Case>,
  variant: Variant<Case, VariantKind>,
): Chosen<Case> {
  const sets = family.edgeCases.map((set) => new Set(casesFor(family, set, { variant, facts, most })));
  return { variant, sets };
}

interface Taken<Case extends CaseParams> extends Step<Case> {
  readonly set: number;
  readonly outcome: NamedOutcome;
}

interface Found<Case extends CaseParams> extends Chosen<Case> {
  readonly taken: readonly Taken<Case>[];
}

// What one of the variants came to, and its first failure.
function summedUp<Case extends CaseParams>(
  { facts }: Gpu,
  { edgeCases }: Problem<Case>,
  { variant, sets, taken }: Found<Case>,
): Covered {
  const own = taken.filter((step) => step.variant === variant);
  const coverage = edgeCases.map((set, at): Coverage => {
    const outcomes = own.flatMap((step) => (step.set === at ? [step.outcome] : []));
    const leftOut = set.cases.filter((params) => !sets[at]?.has(params));
    return tally(set, outcomes, declinedAmong(leftOut, variant, facts));
  });
  const failed = own.find(({ outcome }) => outcome.status === 'failed');
  if (failed?.outcome.status !== 'failed') return { coverage, failure: null };
  const { message, isOutOfMemory } = failed.outcome;
  const failure = `${edgeCases[failed.set]?.set} ${failed.outcome.case}: ${message}`;
  return { coverage, failure, ...(isOutOfMemory ? { isOutOfMemory } : {}) };
}

type Course<Case extends CaseParams> = GroupRequest<Case> & {
  readonly device: SharedDevice;
  readonly queue: CaseQueue<Case>;
  readonly inputs: SharedInputs<Case>;
};

async function coverStep<Case extends CaseParams>(
  gpu: Gpu,
  course: Course<Case>,
  step: Step<Case>,
): Promise<Outcome> {
  const outcome = await checkStep(gpu, course, step).catch(outcomeOfFault);
  // A launch that is wrong may have spoilt what the next variant would find.
  if (outcome.status === 'failed' || outcome.status === 'broken') {
    await course.device.use('yielding');
    course.inputs.drop();
  }
  return outcome;
}

async function checkStep<Case extends CaseParams>(
  gpu: Gpu,
  course: Course<Case>,
  { variant, params }: Step<Case>,
): Promise<Outcome> {
  const report = runsItself(variant)
    ? await checkSelfRun(gpu, course, { variant, params })
    : await checkPlanned(gpu, course, { variant, params });
  if ('skip' in report) return { status: 'declined', code: report.skip.code };
  return outcomeOfReport(report, variant.breaksOn?.(params) ?? null);
}

async function checkPlanned<Case extends CaseParams>(
  gpu: Gpu,
  { family, load, seed, device, queue: { hosts }, inputs }: Course<Case>,
  { variant, params }: { readonly variant: Variant<Case>; readonly params: Case },
): Promise<Finding | Skip> {
  const plan = planFor(variant, params, gpu.facts);
  if ('skip' in plan) return plan;
  const compiled = async () => Promise.all(pipelinesOf(gpu, { variant, params, load }).map((make) => make()));
  const made = [seed, seed + 1].map((own) => () => hosts.get({ params, seed: own }));
  await leaveFor(device, () => Promise.allSettled([compiled, ...made].map((make) => make())), 'yielding');
  const { data, other } = await inputs.get(params);
  return checkOnce(gpu, { family, params, plan, load, data }, other);
}

async function checkSelfRun<Case extends CaseParams>(
  gpu: Gpu,
  { family, seed, device, queue }: Course<Case>,
  { variant, params }: { readonly variant: SelfRunVariant<Case>; readonly params: Case },
): Promise<Finding | Skip> {
  const demand = variant.plan(params, gpu.facts);
  if ('skip' in demand) return demand;
  await leaveFor(device, () => queue.hosts.get({ params, seed }), 'yielding');
  const data = await queue.hosts.get({ params, seed });
  return withPrepared(gpu, { family, params, variant, demand, data }, checkPrepared);
}
