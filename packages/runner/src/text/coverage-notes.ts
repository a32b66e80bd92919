// What the edge cases of a run tell besides passed and failed: kernels that break where they are meant to, and what
// came out where WGSL promises nothing.
import type { Coverage, Result, Run } from '@kernel-ladder/schema';

/** A line for each variant that broke as expected, and for each set of which something was observed. */
export function coverageNotes(run: Pick<Run, 'results'>): string {
  const variants = Map.groupBy(run.results, ({ family, variant }) => `${family}/${variant}`);
  return [...variants]
    .flatMap(([name, results]) => [...brokenLines(name, results), ...observedLines(name, results)])
    .join('');
}

/** The coverage of one result, a line per edge-case set. */
export function coverageLines(coverage: readonly Coverage[]): string {
  return coverage
    .map(({ set, total, passed, skipped, failed, observed = [], expectedFailures = [] }) => {
      const parts = [
        `${passed} of ${total} passed`,
        ...(skipped > 0 ? [`${skipped} not for this variant or adapter`] : []),
        ...(expectedFailures.length > 0 ? [`${expectedFailures.length} broke as expected`] : []),
        ...(observed.length > 0 ? [outcomes(observed)] : []),
        ...(failed.length > 0 ? [`failed: ${failed.join(', ')}`] : []),
      ];
      return `  ${set}: ${parts.join('; ')}\n`;
    })
    .join('');
}

/** Cases with a right answer that were run, and how many of them passed. */
export function checkedCases(coverage: readonly Coverage[]): {
  readonly passed: number;
  readonly checked: number;
} {
  const passed = coverage.reduce((sum, set) => sum + set.passed, 0);
  const failed = coverage.reduce((sum, set) => sum + set.failed.length, 0);
  return { passed, checked: passed + failed };
}

/** The coverage of every variant, once each. */
export function coverageOfVariants(results: readonly Result[]): readonly Coverage[] {
  const variants = Map.groupBy(results, ({ family, variant }) => `${family}/${variant}`);
  return [...variants.values()].flatMap(coverageOf);
}

// Every result of a variant carries the same coverage, once it is covered.
function coverageOf(results: readonly Result[]): readonly Coverage[] {
  return results.find(({ coverage }) => coverage.length > 0)?.coverage ?? [];
}

function brokenLines(name: string, results: readonly Result[]): readonly string[] {
  const broken = coverageOf(results).flatMap(({ expectedFailures = [] }) => expectedFailures);
  const reasons = Map.groupBy(broken, ({ because }) => because);
  return [...reasons].map(([because, cases]) => {
    const [first] = cases;
    return `breaks   ${name}, as expected, on ${cases.length} edge cases: ${because} (${first?.case}: ${first?.message})\n`;
  });
}

function observedLines(name: string, results: readonly Result[]): readonly string[] {
  return coverageOf(results).flatMap(({ set, observed = [] }) =>
    observed.length > 0 ? [`observed ${name} ${set}: ${outcomes(observed)}\n`] : [],
  );
}

function outcomes(observed: NonNullable<Coverage['observed']>): string {
  const groups = Map.groupBy(observed, ({ outcome }) => outcome);
  return [...groups].map(([outcome, cases]) => `${cases.length} × ${outcome}`).join(', ');
}
