// Every variant on the family's awkward cases, before it is timed.
import { GpuFault } from '@kernel-ladder/gpu';
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema/measuring';
import type { Coverage, CoveredRung, VariantKind } from '@kernel-ladder/schema';
import { openQueue } from './case-queue.ts';
import type { CaseQueue } from './case-queue.ts';
import { checkOnTwoSeeds } from './check.ts';
import { casesFor } from './chosen-cases.ts';
import { checkPrepared, withPrepared } from './self-run.ts';
import { isOutOfMemory } from '../contract/memory.ts';
import type { Judges } from '../contract/judges.ts';
import { runsItself } from '../contract/family.ts';
import type { CaseParams, EdgeCaseSet, Problem, SelfRunVariant, Skip, Variant } from '../contract/family.ts';
import type { Finding } from '../contract/oracle.ts';
import { demandOf, planFor } from '../contract/plan.ts';
import type { WgslLoader } from '../wgsl/wgsl.ts';

/** What a coverage run needs besides the device. */
export interface CoverageRequest<Case extends CaseParams> {
  readonly family: Problem<Case>;
  readonly variant: Variant<Case, VariantKind>;
  readonly load: WgslLoader;
  readonly seed: number;
  /** On how many cases of a set a software adapter checks: six when left out. */
  readonly most?: number | undefined;
  /** Who makes inputs and judges; this thread when left out. */
  readonly judges?: Judges;
  /** Whether the cases to come are begun with beside the one at hand; true when left out. */
  readonly ahead?: boolean;
  readonly onCase?: (done: number, total: number) => void;
}

/** Coverage per edge-case set, and the first failure in words. */
export type Covered = CoveredRung;

type Outcome =
  | { readonly status: 'passed' }
  /** Neither the variant nor the device can change that: it does not take the case. */
  | { readonly status: 'declined'; readonly code: string }
  | { readonly status: 'failed'; readonly message: string; readonly isOutOfMemory?: boolean }
  | { readonly status: 'observed'; readonly outcome: string }
  | { readonly status: 'broken'; readonly because: string; readonly message: string };

/** Checks one variant on all edge-case sets of its family. */
export async function coverEdgeCases<Case extends CaseParams>(
  gpu: Gpu,
  request: CoverageRequest<Case>,
): Promise<Covered> {
  const { family } = request;
  const scope = { ...request, facts: gpu.facts };
  const sets = family.edgeCases.map((set) => ({ set, cases: casesFor(family, set, scope) }));
  const total = sets.reduce((sum, { cases }) => sum + cases.length, 0);
  const queue = openQueue(gpu, { ...request, cases: sets.flatMap(({ cases }) => cases) });
  const coverage: Coverage[] = [];
  let failed: Failed | undefined;
  let done = 0;
  try {
    for (const chosen of sets) {
      const entry = await coverSet(gpu, { ...request, queue }, chosen, () => request.onCase?.(++done, total));
      coverage.push(entry.coverage);
      failed ??= entry.failed;
    }
  } finally {
    queue.close();
  }
  if (!failed) return { coverage, failure: null };
  return { coverage, failure: failed.message, ...(failed.isOutOfMemory ? { isOutOfMemory: true } : {}) };
}

type Failed = Extract<Outcome, { readonly status: 'failed' }>;

type Queued<Case extends CaseParams> = CoverageRequest<Case> & { readonly queue: CaseQueue<Case> };

async function coverSet<Case extends CaseParams>(
  gpu: Gpu,
  request: Queued<Case>,
  { set, cases }: { readonly set: EdgeCaseSet<Case>; readonly cases: readonly Case[] },
  onCase: () => void,
): Promise<{ readonly coverage: Coverage; readonly failed?: Failed }> {
  const outcomes: NamedOutcome[] = [];
  for (const params of cases) {
    request.queue.advance();
    const outcome = await coverCase(gpu, request, params);
    outcomes.push({ ...outcome, case: formatCase(request.family.params, params) });
    onCase();
  }
  const failed = outcomes.find((outcome) => outcome.status === 'failed');
  const leftOut = set.cases.filter((params) => !cases.includes(params));
  return {
    coverage: tally(set, outcomes, declinedAmong(leftOut, request.variant, gpu.facts)),
    ...(failed ? { failed: { ...failed, message: `${set.set} ${failed.case}: ${failed.message}` } } : {}),
  };
}

type NamedOutcome = Outcome & { readonly case: string };

// Of the cases that were not tried, why the variant could not have taken those that it does not take.
function declinedAmong<Case extends CaseParams>(
  cases: readonly Case[],
  variant: Variant<Case, VariantKind>,
  facts: DeviceFacts,
): readonly string[] {
  return cases.flatMap((params) => {
    const demand = demandOf(variant, params, facts);
    return 'skip' in demand ? [demand.skip.code] : [];
  });
}

function tally(
  { set, cases }: { readonly set: string; readonly cases: readonly unknown[] },
  outcomes: readonly NamedOutcome[],
  declined: readonly string[],
): Coverage {
  const count = (status: Outcome['status']) => outcomes.filter((outcome) => outcome.status === status).length;
  const observed = outcomes.flatMap((entry) =>
    entry.status === 'observed' ? [{ case: entry.case, outcome: entry.outcome }] : [],
  );
  const expectedFailures = outcomes.flatMap((entry) =>
    entry.status === 'broken' ? [{ case: entry.case, because: entry.because, message: entry.message }] : [],
  );
  const codes = [
    ...declined,
    ...outcomes.flatMap((entry) => (entry.status === 'declined' ? [entry.code] : [])),
  ];
  const skipped = count('declined') + cases.length - outcomes.length;
  return {
    set,
    total: cases.length,
    passed: count('passed'),
    skipped,
    failed: outcomes.filter(({ status }) => status === 'failed').map((outcome) => outcome.case),
    ...(skipped > 0 ? { notApplicable: countedBy(codes) } : {}),
    ...(observed.length > 0 ? { observed } : {}),
    ...(expectedFailures.length > 0 ? { expectedFailures } : {}),
  };
}

function countedBy(codes: readonly string[]): NonNullable<Coverage['notApplicable']> {
  return [...Map.groupBy(codes, (code) => code)].map(([code, own]) => ({ code, cases: own.length }));
}

async function coverCase<Case extends CaseParams>(
  gpu: Gpu,
  request: Queued<Case>,
  params: Case,
): Promise<Outcome> {
  try {
    return await checkCase(gpu, request, params);
  } catch (error) {
    return outcomeOf(error);
  }
}

// A limit is met by the case, not by the variant; after a lost device there is nothing to go on with.
function outcomeOf(error: unknown): Outcome {
  if (error instanceof GpuFault && error.code === 'device-lost') throw error;
  if (error instanceof GpuFault && error.code.startsWith('limit:'))
    return { status: 'declined', code: error.code };
  const message = error instanceof Error ? error.message : String(error);
  return { status: 'failed', message, isOutOfMemory: isOutOfMemory(error) };
}

function outcomeOfReport(report: Finding, because: string | null): Outcome {
  if (report.observed !== undefined) return { status: 'observed', outcome: report.observed };
  if (because === null)
    return report.passed ? { status: 'passed' } : { status: 'failed', message: report.message };
  if (!report.passed) return { status: 'broken', because, message: report.message };
  return { status: 'failed', message: `is right where it should fail: ${because}` };
}

async function checkCase<Case extends CaseParams>(
  gpu: Gpu,
  request: Queued<Case>,
  params: Case,
): Promise<Outcome> {
  const { variant } = request;
  const report = runsItself(variant)
    ? await checkSelfRun(gpu, { ...request, variant }, params)
    : await checkPlanned(gpu, { ...request, variant }, params);
  if ('skip' in report) return { status: 'declined', code: report.skip.code };
  return outcomeOfReport(report, variant.breaksOn?.(params) ?? null);
}

type OnCase<Case extends CaseParams, V> = Omit<Queued<Case>, 'variant'> & { readonly variant: V };

async function checkPlanned<Case extends CaseParams>(
  gpu: Gpu,
  { family, variant, load, seed, queue }: OnCase<Case, Variant<Case>>,
  params: Case,
): Promise<Finding | Skip> {
  const plan = planFor(variant, params, gpu.facts);
  if ('skip' in plan) return plan;
  return checkOnTwoSeeds(gpu, { family, params, plan, load, seed, hosts: queue.hosts });
}

async function checkSelfRun<Case extends CaseParams>(
  gpu: Gpu,
  { family, variant, seed, queue }: OnCase<Case, SelfRunVariant<Case>>,
  params: Case,
): Promise<Finding | Skip> {
  const demand = variant.plan(params, gpu.facts);
  if ('skip' in demand) return demand;
  const data = await queue.hosts.get({ params, seed });
  return withPrepared(gpu, { family, params, variant, demand, data }, checkPrepared);
}
