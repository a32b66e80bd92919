// Rules about the awkward cases of a family: every variant named passed all of them that it takes.
import { describeSelector, globOf } from '../select.ts';
import type { Row } from '../snapshot.ts';
import type { EdgeCasesRule, EvidenceRow, Selector } from '../types.generated.ts';
import { placesOf } from '../places.ts';
import { pastRows, selectRows } from './rows.ts';
import { joinAll, mostRows, origin, refuted, unmet } from './verdict.ts';
import type { Context, Verdict } from './verdict.ts';

/** Every variant passed the sets, completely, and nothing of it failed since. */
export function evaluateEdgeCases(rule: EdgeCasesRule, { machine }: Context): Verdict {
  const { failed } = selectRows(machine, rule.of);
  if (failed.length > 0) return refuted(failed);
  const verdicts = placesOf(rule.of).flatMap((of) => {
    const runs = byRun(pastRows(machine, of));
    return rule.sets.map((set) => coversSet(rule, { of, set, runs }));
  });
  const { met, evidence, missing } = joinAll(verdicts.toSorted((a, b) => Number(a.met) - Number(b.met)));
  return { met, evidence: evidence.slice(0, mostRows), missing: missing.slice(0, mostRows) };
}

interface Asked {
  readonly of: Selector;
  readonly set: string;
  /** What each run said, the newest first. */
  readonly runs: readonly (readonly Row[])[];
}

// A check that left cases out says nothing of them: the newest that is as it should be, whole or failed counts.
function coversSet(rule: EdgeCasesRule, { of, set, runs }: Asked): Verdict {
  let newest: Check | undefined;
  for (const rows of runs) {
    const failures = rows.filter(({ result }) => result.status === 'failed');
    if (failures.length > 0) return newest ? verdictOf(newest) : refuted(failures);
    const found = rows.flatMap((row) => coverageOf(row, set).map((coverage) => check(rule, row, coverage)));
    const decisive =
      found.find(({ hasFailed }) => hasFailed) ??
      found.find(({ faults }) => faults.length === 0) ??
      found.find(({ isWhole }) => isWhole);
    if (decisive) return verdictOf(decisive);
    newest ??= found[0];
  }
  return newest ? verdictOf(newest) : unmet(`${set} was not checked for ${describeSelector(of)}`, globOf(of));
}

function byRun(rows: readonly Row[]): readonly (readonly Row[])[] {
  return [...Map.groupBy(rows, ({ run }) => run.id).values()].toSorted((a, b) =>
    startOf(b).localeCompare(startOf(a)),
  );
}

function startOf([row]: readonly Row[]): string {
  return row?.run.startedAt ?? '';
}

interface Check {
  readonly row: Row;
  readonly evidence: EvidenceRow;
  readonly faults: readonly string[];
  readonly hasFailed: boolean;
  readonly isWhole: boolean;
}

function check(rule: EdgeCasesRule, row: Row, coverage: Coverage): Check {
  const counts = tally(row, coverage);
  const faults = faultsOf(rule, coverage.set, counts);
  const value = coverageText(counts);
  const met = faults.length === 0;
  return {
    row,
    faults,
    hasFailed: counts.failed > 0,
    isWhole: counts.leftOut === 0,
    evidence: { ...origin(row), metric: coverage.set, value, threshold: 'none failed, none left out', met },
  };
}

function verdictOf({ row, evidence, faults }: Check): Verdict {
  const { family, variant } = row.result;
  return {
    met: faults.length === 0,
    evidence: [evidence],
    missing: faults.map((what) => ({ what: `${family}/${variant}: ${what}` })),
  };
}

type Coverage = Row['result']['coverage'][number];

/** How many cases of a set ran, how they ended, and why the others did not. */
interface Tally {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly wrong: number;
  readonly observed: number;
  /** Cases that the variant or the device cannot take. */
  readonly declined: number;
  /** Cases that could have been checked and were not. */
  readonly leftOut: number;
}

function coverageOf({ result }: Row, set: string): readonly Coverage[] {
  return result.coverage.filter((entry) => entry.set === set);
}

// On hardware no set is thinned: where a check does not say why it skipped, there it was because the variant declined.
function tally({ machine }: Row, { total, passed, skipped, failed, ...more }: Coverage): Tally {
  const declined =
    more.notApplicable?.reduce((sum, { cases }) => sum + cases, 0) ?? (machine.software ? 0 : skipped);
  return {
    total,
    passed,
    failed: failed.length,
    wrong: more.expectedFailures?.length ?? 0,
    observed: more.observed?.length ?? 0,
    declined,
    leftOut: skipped - declined,
  };
}

function faultsOf(rule: EdgeCasesRule, set: string, counts: Tally): readonly string[] {
  const { total, passed, failed, wrong, observed, leftOut } = counts;
  const ran = passed + failed + wrong + observed;
  const least = rule.atLeast ?? 1;
  const faults: readonly (readonly [isFault: boolean, what: string])[] = [
    [ran < least, `it takes ${ran} of the ${total} cases of ${set}, ${least} or more are asked for`],
    [failed > 0, `${failed} of ${set} failed`],
    [leftOut > 0, `${leftOut} of ${set} were left out`],
    [wrong < (rule.expectedFailures ?? 0), `${set} shows no case that the variant gets wrong`],
    [observed < (rule.observed ?? 0), `no outcome was recorded in ${set}`],
  ];
  return faults.filter(([isFault]) => isFault).map(([, what]) => what);
}

function coverageText({ total, passed, wrong, observed, declined, leftOut }: Tally): string {
  const parts: readonly (readonly [count: number, text: string])[] = [
    [wrong, `${wrong} wrong as expected`],
    [observed, `${observed} observed`],
    [declined, `${declined} not applicable`],
    [leftOut, `${leftOut} left out`],
  ];
  const more = parts.filter(([count]) => count > 0).map(([, text]) => text);
  return [`${passed} of ${total} passed`, ...more].join(', ');
}
