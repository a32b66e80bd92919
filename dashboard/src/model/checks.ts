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
  readonly total: number;
  readonly passed: number;
  readonly skipped: number;
  /** `set: case`, unexpected ones only. */
  readonly failed: readonly string[];
  readonly breaks: readonly ExpectedBreak[];
  readonly observed: readonly Observed[];
}

/** Adds up the sets of one variant. */
export function summariseChecks({ coverage }: Pick<VariantChecks, 'coverage'>): CheckSummary {
  const sum = (of: (set: Coverage) => number) => coverage.reduce((total, set) => total + of(set), 0);
  return {
    total: sum(({ total }) => total),
    passed: sum(({ passed }) => passed),
    skipped: sum(({ skipped }) => skipped),
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
