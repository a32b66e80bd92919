// The edge cases of a variant in few words: how many passed, where it breaks as it should, what was observed.
import type { Coverage, SiteChecks, VariantChecks } from '@kernel-ladder/schema';

/** Cases that a variant is there to get wrong, and did, for one reason. */
export interface ExpectedBreak {
  readonly set: string;
  readonly because: string;
  readonly count: number;
  /** One of the cases and what came out. */
  readonly example: string;
}

/** Outcomes of cases without a right answer, by set. */
export interface Observed {
  readonly set: string;
  /** As in `2 × propagates`. */
  readonly outcomes: string;
}

/** All sets of a variant together. */
export interface CheckSummary {
  /** Cases with a right answer that the variant takes. */
  readonly judged: number;
  readonly passed: number;
  /** Not for this variant or adapter. */
  readonly skipped: number;
  /** Without a right answer. */
  readonly seen: number;
  /** `set: case`, unexpected ones only. */
  readonly failed: readonly string[];
  readonly breaks: readonly ExpectedBreak[];
  readonly observed: readonly Observed[];
}

/** Adds up the sets of one variant. */
export function summariseChecks({ coverage }: Pick<VariantChecks, 'coverage'>): CheckSummary {
  const sum = (of: (set: Coverage) => number) => coverage.reduce((total, set) => total + of(set), 0);
  const total = sum((set) => set.total);
  const skipped = sum((set) => set.skipped);
  const seen = sum(({ observed = [] }) => observed.length);
  return {
    judged: total - skipped - seen,
    passed: sum(({ passed }) => passed),
    skipped,
    seen,
    failed: coverage.flatMap(({ set, failed }) => failed.map((name) => `${set}: ${name}`)),
    breaks: coverage.flatMap(breaksOf),
    observed: coverage.flatMap(({ set, observed = [] }) =>
      observed.length > 0 ? [{ set, outcomes: counted(observed.map(({ outcome }) => outcome)) }] : [],
    ),
  };
}

/** The checks of one variant; null where there are none. */
export function checksFor(checks: SiteChecks | null, variant: string): VariantChecks | null {
  return checks?.variants.find((one) => one.variant === variant) ?? null;
}

/** The variants that break on purpose somewhere. */
export function breakingOf(checks: SiteChecks | null): ReadonlySet<string> {
  const breaking = checks?.variants.filter((one) => summariseChecks(one).breaks.length > 0) ?? [];
  return new Set(breaking.map(({ variant }) => variant));
}

function breaksOf({ set, expectedFailures = [] }: Coverage): readonly ExpectedBreak[] {
  const reasons = Map.groupBy(expectedFailures, ({ because }) => because);
  return [...reasons].map(([because, cases]) => {
    const [first] = cases;
    return { set, because, count: cases.length, example: first ? `${first.case}: ${first.message}` : '' };
  });
}

function counted(outcomes: readonly string[]): string {
  const groups = Map.groupBy(outcomes, (outcome) => outcome);
  return [...groups].map(([outcome, same]) => `${same.length} × ${outcome}`).join(', ');
}
