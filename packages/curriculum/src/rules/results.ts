// Rules about results one by one: they passed, covered the awkward cases, keep to a threshold, are so many.
import { boundsText, isWithin, worstFirst } from '../bounds.ts';
import { headOf, quantityTable, unitAsked, unitOf } from '../quantities.ts';
import { describeSelector, globOf, selects } from '../select.ts';
import type { MachineRows, Row } from '../snapshot.ts';
import type {
  DistinctRule,
  EdgeCasesRule,
  Missing,
  PassedRule,
  QuantityRule,
  Selector,
} from '../types.generated.ts';
import { pastRows, selectRows } from './rows.ts';
import { mostRows, noResults, origin, refuted, unmet } from './verdict.ts';
import type { Context, Verdict } from './verdict.ts';

/** The selected results passed, at every value that is asked for; none failed. */
export function evaluatePassed(rule: PassedRule, { machine }: Context): Verdict {
  const { passed, failed } = selectRows(machine, rule.of);
  if (failed.length > 0) return refuted(failed);
  const counted = rule.timed ? passed.filter(({ result }) => result.timing) : passed;
  const places = placesOf(rule).map((of) => ({
    of,
    rows: counted.filter(({ result }) => selects(of, result)),
  }));
  const rows = places.flatMap((place) => place.rows);
  const missing = [
    ...places.filter((place) => place.rows.length === 0).map(({ of }) => absent(of)),
    ...tooFew(rule, rows.length),
  ];
  return { met: missing.length === 0, evidence: rows.slice(0, mostRows).map(passedRow), missing };
}

// One selector for each value that must be there.
function placesOf({ of, at }: PassedRule): readonly Selector[] {
  const [entry] = Object.entries(at ?? {});
  if (!entry) return [of];
  const [param, values] = entry;
  return values.map((value) => ({ ...of, where: { ...of.where, [param]: value } }));
}

function absent(selector: Selector): Missing {
  return { what: `no result of ${describeSelector(selector)} that passed`, select: globOf(selector) };
}

function tooFew({ of, count = 1 }: PassedRule, found: number): readonly Missing[] {
  if (found === 0 || found >= count) return [];
  return [{ what: `${found} of ${count} results of ${describeSelector(of)}`, select: globOf(of) }];
}

function passedRow(row: Row): Verdict['evidence'][number] {
  const { timing } = row.result;
  return timing
    ? {
        ...origin(row),
        metric: headOf(quantityTable.medianUs, row.result),
        value: timing.medianNs / 1e3,
        threshold: 'passed, timed',
        met: true,
      }
    : { ...origin(row), metric: 'status', value: 'passed', threshold: 'passed', met: true };
}

/** Every variant passed the sets in the newest run that checked them. */
export function evaluateEdgeCases(rule: EdgeCasesRule, { machine }: Context): Verdict {
  const { failed } = selectRows(machine, rule.of);
  if (failed.length > 0) return refuted(failed);
  const one = rule.of.variants?.map((name) => ({ ...rule.of, variants: [name] })) ?? [rule.of];
  const verdicts = one.flatMap((of) => rule.sets.map((set) => coversSet(rule, of, machine, set)));
  return joinAll(verdicts);
}

function coversSet(rule: EdgeCasesRule, of: Selector, machine: MachineRows | null, set: string): Verdict {
  const rows = newestCheck(of, machine, set);
  const failures = rows.filter(({ result }) => result.status === 'failed');
  if (failures.length > 0) return refuted(failures);
  // In a run all results of a variant carry one check; should they differ, the worst speaks.
  const [found] = rows
    .flatMap((row) => coverageOf(row, set).map((coverage) => ({ row, coverage })))
    .toSorted((a, b) => b.coverage.failed.length - a.coverage.failed.length);
  if (!found) return unmet(`${set} was not checked for ${describeSelector(of)}`, globOf(of));
  const { row, coverage } = found;
  const lacking = lackingOf(rule, coverage);
  const met = lacking.length === 0;
  return {
    met,
    evidence: [{ ...origin(row), metric: set, value: coverageText(coverage), threshold: 'none failed', met }],
    missing: lacking.map((what) => ({ what: `${row.result.family}/${row.result.variant}: ${what}` })),
  };
}

// The newest run that checked the set, or in which something failed: an older check says nothing beside a failure.
function newestCheck(of: Selector, machine: MachineRows | null, set: string): readonly Row[] {
  const rows = pastRows(machine, of).filter(
    (row) => row.result.status === 'failed' || coverageOf(row, set).length > 0,
  );
  const [newest] = rows.toSorted((a, b) => b.run.startedAt.localeCompare(a.run.startedAt));
  return rows.filter(({ run }) => run.id === newest?.run.id);
}

function coverageOf({ result }: Row, set: string): readonly Coverage[] {
  return result.coverage.filter((entry) => entry.set === set && hasRun(entry));
}

type Coverage = Row['result']['coverage'][number];

function tally({ total, passed, skipped, failed, ...more }: Coverage) {
  const wrong = more.expectedFailures?.length ?? 0;
  const observed = more.observed?.length ?? 0;
  return { total, passed, skipped, wrong, observed, failed: failed.length };
}

function hasRun(coverage: Coverage): boolean {
  const { passed, failed, wrong, observed } = tally(coverage);
  return passed + failed + wrong + observed > 0;
}

function lackingOf(rule: EdgeCasesRule, coverage: Coverage): readonly string[] {
  const { set } = coverage;
  const { failed, skipped, wrong, observed } = tally(coverage);
  const faults: readonly (readonly [isFault: boolean, what: string])[] = [
    [failed > 0, `${failed} of ${set} failed`],
    [rule.complete === true && skipped > 0, `${skipped} of ${set} were skipped`],
    [wrong < (rule.expectedFailures ?? 0), `${set} shows no case that the variant gets wrong`],
    [observed < (rule.observed ?? 0), `no outcome was recorded in ${set}`],
  ];
  return faults.filter(([isFault]) => isFault).map(([, what]) => what);
}

function coverageText(coverage: Coverage): string {
  const { passed, total, skipped, wrong, observed } = tally(coverage);
  const more = [wrong > 0 ? `${wrong} wrong as expected` : '', observed > 0 ? `${observed} observed` : ''];
  return [`${passed} of ${total} passed`, `${skipped} skipped`, ...more]
    .filter((part) => part !== '')
    .join(', ');
}

/** A number of the selected results keeps to its threshold: on all of them, or on so many. */
export function evaluateQuantity(rule: QuantityRule, { machine }: Context): Verdict {
  const { passed, failed } = selectRows(machine, rule.of);
  if (rule.count === undefined && failed.length > 0) return refuted(failed);
  const quantity = quantityTable[rule.quantity];
  const judged = passed.filter(({ result }) => isJudged(result, quantity.isTimed, rule.minSamples));
  if (judged.length === 0) return noResults(rule.of, `with ${quantity.label} that may be judged`);
  const rows = worstFirst(
    rule,
    judged.map((row) => ({ row, value: quantity.of(row.result, row.machine) ?? Number.NaN })),
  );
  const good = rows.filter(({ value }) => isWithin(rule, value));
  const met = good.length >= (rule.count ?? rows.length);
  const shown = met && rule.count !== undefined ? good.toReversed() : rows;
  return {
    met,
    evidence: shown.slice(0, mostRows).map(({ row, value }) => ({
      ...origin(row),
      metric: headOf(quantity, row.result),
      value: Number.isNaN(value) ? 'none' : value,
      threshold: boundsText(rule, unitOf(quantity, row.result)),
      met: isWithin(rule, value),
    })),
    missing: met
      ? []
      : [
          {
            what: `${good.length} of ${rule.count ?? rows.length} results of ${describeSelector(rule.of)} have ${quantity.label} ${boundsText(rule, unitAsked(quantity, rule.of))}`,
            select: globOf(rule.of),
          },
        ],
  };
}

function isJudged({ timing, comparable }: Row['result'], isTimed: boolean, minSamples = 0): boolean {
  return (!isTimed || comparable) && (timing?.n ?? 0) >= minSamples;
}

/** The passed results have so many different values. */
export function evaluateDistinct(rule: DistinctRule, { machine, snapshot }: Context): Verdict {
  const acrossMachines = rule.by.includes('machine');
  const machines = acrossMachines ? snapshot.machines : [machine];
  const passed = machines
    .flatMap((one) => selectRows(one, rule.of).passed)
    .filter(({ result }) => !rule.timed || result.timing);
  const groups = Map.groupBy(passed, (row) => rule.by.map((key) => keyOf(row, key)).join(', '));
  const met = groups.size >= rule.atLeast;
  const evidence = [...groups].slice(0, mostRows).flatMap(([value, rows]) => {
    const [row] = rows;
    return row
      ? [
          {
            ...origin(row),
            metric: rule.by.join(', '),
            value,
            threshold: `≥ ${rule.atLeast} different`,
            met,
          },
        ]
      : [];
  });
  if (met) return { met, evidence, missing: [] };
  const what = `${groups.size} of ${rule.atLeast} different ${rule.by.join(', ')} among ${describeSelector(rule.of)}`;
  return { met, evidence, missing: [{ what, select: globOf(rule.of) }] };
}

function keyOf({ result, machine }: Row, key: string): string {
  if (key === 'machine') return machine.key;
  if (key === 'family' || key === 'variant' || key === 'case') return result[key];
  if (key === 'kernelHash') return result.kernelHash ?? 'none';
  return `${key}=${result.params[key] ?? 'none'}`;
}

/** All verdicts must be met. */
export function joinAll(verdicts: readonly Verdict[]): Verdict {
  return {
    met: verdicts.every((verdict) => verdict.met),
    evidence: verdicts.flatMap((verdict) => verdict.evidence),
    missing: verdicts.flatMap((verdict) => verdict.missing),
  };
}
