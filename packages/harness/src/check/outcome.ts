// What became of a rung on an awkward case, and what its cases come to together.
import { GpuFault } from '@kernel-ladder/gpu';
import type { DeviceFacts } from '@kernel-ladder/gpu';
import type { Coverage, VariantKind } from '@kernel-ladder/schema';
import { isOutOfMemory } from '../contract/memory.ts';
import type { CaseParams, EdgeCaseSet, Variant } from '../contract/family.ts';
import type { Finding } from '../contract/oracle.ts';
import { demandOf } from '../contract/plan.ts';

/** What became of a case. */
export type Outcome =
  | { readonly status: 'passed' }
  /** Neither the variant nor the device can change that: it does not take the case. */
  | { readonly status: 'declined'; readonly code: string }
  | { readonly status: 'failed'; readonly message: string; readonly isOutOfMemory?: boolean }
  | { readonly status: 'observed'; readonly outcome: string }
  | { readonly status: 'broken'; readonly because: string; readonly message: string };

/** The same with the name of the case. */
export type NamedOutcome = Outcome & { readonly case: string };

/** What a fault means. A limit is met by the case, not by the variant; after a lost device there is nothing to go on with, and it is thrown on. */
export function outcomeOfFault(error: unknown): Outcome {
  if (error instanceof GpuFault && error.code === 'device-lost') throw error;
  if (error instanceof GpuFault && error.code.startsWith('limit:'))
    return { status: 'declined', code: error.code };
  const message = error instanceof Error ? error.message : String(error);
  return { status: 'failed', message, isOutOfMemory: isOutOfMemory(error) };
}

/** What a report means, of a rung that `because` of something is to get the case wrong, or is not. */
export function outcomeOfReport(report: Finding, because: string | null): Outcome {
  if (report.observed !== undefined) return { status: 'observed', outcome: report.observed };
  if (because === null)
    return report.passed ? { status: 'passed' } : { status: 'failed', message: report.message };
  if (!report.passed) return { status: 'broken', because, message: report.message };
  return { status: 'failed', message: `is right where it should fail: ${because}` };
}

/** Of cases that were not tried, why the variant could not have taken those that it does not take. */
export function declinedAmong<Case extends CaseParams>(
  cases: readonly Case[],
  variant: Variant<Case, VariantKind>,
  facts: DeviceFacts,
): readonly string[] {
  return cases.flatMap((params) => {
    const demand = demandOf(variant, params, facts);
    return 'skip' in demand ? [demand.skip.code] : [];
  });
}

/** The outcomes of a set; `declined` says why cases that were not tried could not have been. */
export function tally(
  { set, cases }: Pick<EdgeCaseSet<never>, 'set'> & { readonly cases: readonly unknown[] },
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
