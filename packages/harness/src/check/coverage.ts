// Every variant on the family's awkward cases, before it is timed.
import { GpuFault } from '@kernel-ladder/gpu';
import type { DeviceFacts, Gpu } from '@kernel-ladder/gpu';
import { formatCase } from '@kernel-ladder/schema';
import type { Coverage, VariantKind } from '@kernel-ladder/schema';
import { createHostData } from '../launch/case-data.ts';
import { checkOnTwoSeeds } from './check.ts';
import { checkPrepared, withPrepared } from './self-run.ts';
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
  /** Whether a software adapter checks whole sets as well, of small cases. */
  readonly whole?: boolean;
  readonly onCase?: (done: number, total: number) => void;
}

/** Coverage per edge-case set, and the first failure in words. */
export interface Covered {
  readonly coverage: readonly Coverage[];
  readonly failure: string | null;
}

type Outcome =
  | { readonly status: 'passed' }
  /** Neither the variant nor the device can change that: it does not take the case. */
  | { readonly status: 'declined'; readonly code: string }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'observed'; readonly outcome: string }
  | { readonly status: 'broken'; readonly because: string; readonly message: string };

// A shader with barriers takes SwiftShader a tenth of a second to compile and a millisecond a workgroup to run.
const softwareCases = 6;
const softwareBytes = 300_000;

/** Who is checked where; `whole` leaves no case out that the device can check in time. */
export interface Scope<Case extends CaseParams> {
  readonly variant: Variant<Case, VariantKind>;
  readonly facts: DeviceFacts;
  readonly whole?: boolean;
}

/**
 * The cases of a set on which a variant is checked: all on hardware; on a software adapter six of the small ones that the variant
 * takes, so that its check stays within about two seconds. The six are those that the family has chosen, then an even choice.
 */
export function casesFor<Case extends CaseParams>(
  family: Problem<Case>,
  set: EdgeCaseSet<Case>,
  { variant, facts, whole = false }: Scope<Case>,
): readonly Case[] {
  if (!facts.software) return set.cases;
  const taken = smallCases(family, set).filter((params) => !('skip' in demandOf(variant, params, facts)));
  if (whole || taken.length <= softwareCases) return taken;
  const ranks = new Map(family.chosen?.[set.set]?.map((name, rank) => [name, rank]));
  const rankOf = (params: Case) => ranks.get(formatCase(family.params, params)) ?? Infinity;
  const chosen = taken
    .filter((params) => rankOf(params) < Infinity)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, softwareCases);
  const others = taken.filter((params) => !chosen.includes(params));
  return [...chosen, ...thinned(others, softwareCases - chosen.length)];
}

function thinned<T>(items: readonly T[], count: number): readonly T[] {
  if (count === 0) return [];
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index % step) === 0);
}

/** The cases of a set that a software adapter can check, not thinned. */
export function smallCases<Case extends CaseParams>(
  family: Problem<Case>,
  set: EdgeCaseSet<Case>,
): readonly Case[] {
  return set.cases.filter((params) => family.work(params).minBytes <= softwareBytes);
}

/** Checks one variant on all edge-case sets of its family. */
export async function coverEdgeCases<Case extends CaseParams>(
  gpu: Gpu,
  request: CoverageRequest<Case>,
): Promise<Covered> {
  const { family } = request;
  const scope = { ...request, facts: gpu.facts };
  const sets = family.edgeCases.map((set) => ({ set, cases: casesFor(family, set, scope) }));
  const total = sets.reduce((sum, { cases }) => sum + cases.length, 0);
  const coverage: Coverage[] = [];
  let failure: string | null = null;
  let done = 0;
  for (const chosen of sets) {
    const entry = await coverSet(gpu, request, chosen, () => request.onCase?.(++done, total));
    coverage.push(entry.coverage);
    failure ??= entry.failure;
  }
  return { coverage, failure };
}

async function coverSet<Case extends CaseParams>(
  gpu: Gpu,
  request: CoverageRequest<Case>,
  { set, cases }: { readonly set: EdgeCaseSet<Case>; readonly cases: readonly Case[] },
  onCase: () => void,
): Promise<{ readonly coverage: Coverage; readonly failure: string | null }> {
  const outcomes: NamedOutcome[] = [];
  for (const params of cases) {
    const outcome = await coverCase(gpu, request, params);
    outcomes.push({ ...outcome, case: formatCase(request.family.params, params) });
    onCase();
  }
  const [failed] = outcomes.filter((outcome) => outcome.status === 'failed');
  const leftOut = set.cases.filter((params) => !cases.includes(params));
  return {
    coverage: tally(set, outcomes, declinedAmong(leftOut, request.variant, gpu.facts)),
    failure: failed ? `${set.set} ${failed.case}: ${failed.message}` : null,
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
  request: CoverageRequest<Case>,
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
  return { status: 'failed', message: error instanceof Error ? error.message : String(error) };
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
  request: CoverageRequest<Case>,
  params: Case,
): Promise<Outcome> {
  const { variant } = request;
  const report = runsItself(variant)
    ? await checkSelfRun(gpu, { ...request, variant }, params)
    : await checkPlanned(gpu, { ...request, variant }, params);
  if ('skip' in report) return { status: 'declined', code: report.skip.code };
  return outcomeOfReport(report, variant.breaksOn?.(params) ?? null);
}

type OnCase<Case extends CaseParams, V> = Omit<CoverageRequest<Case>, 'variant'> & { readonly variant: V };

async function checkPlanned<Case extends CaseParams>(
  gpu: Gpu,
  { family, variant, load, seed }: OnCase<Case, Variant<Case>>,
  params: Case,
): Promise<Finding | Skip> {
  const plan = planFor(variant, params, gpu.facts);
  if ('skip' in plan) return plan;
  return checkOnTwoSeeds(gpu, { family, params, plan, load, seed });
}

async function checkSelfRun<Case extends CaseParams>(
  gpu: Gpu,
  { family, variant, seed }: OnCase<Case, SelfRunVariant<Case>>,
  params: Case,
): Promise<Finding | Skip> {
  const demand = variant.plan(params, gpu.facts);
  if ('skip' in demand) return demand;
  const data = await createHostData({ family, params, seed });
  return withPrepared(gpu, { family, params, variant, demand, data }, checkPrepared);
}
