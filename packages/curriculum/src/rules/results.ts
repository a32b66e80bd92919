// Rules about results one by one: they passed, keep to a threshold, are so many.
import { boundsText, isWithin } from '../bounds.ts';
import { shortNumber } from '../numbers.ts';
import { headOf, quantityTable, unitAsked, unitOf } from '../quantities.ts';
import { describeSelector, globOf, selects } from '../select.ts';
import { placesOf } from '../places.ts';
import type { Row } from '../snapshot.ts';
import type {
  DeclinedRule,
  DistinctRule,
  Missing,
  PassedRule,
  QuantityRule,
  Selector,
} from '../types.generated.ts';
import { judge } from './judge.ts';
import { rowsFor, selectRows } from './rows.ts';
import { leastOf, mostRows, origin, refuted } from './verdict.ts';
import type { Context, Verdict } from './verdict.ts';

/** The selected results passed, of every variant named at every place; none failed. */
export function evaluatePassed(rule: PassedRule, { machine }: Context): Verdict {
  const { passed, failed } = rowsFor(rule.timed, machine, rule.of);
  if (failed.length > 0) return refuted(failed);
  const counted = rule.timed ? passed.filter(({ result }) => result.timing) : passed;
  const places = placesOf(rule.of, rule.at).map((of) => ({ of, rows: rowsAt(of, counted) }));
  const rows = places.flatMap((place) => place.rows);
  const missing = [
    ...places.filter((place) => place.rows.length === 0).map(({ of }) => absent(of)),
    ...tooFew(rule, rows.length),
  ];
  return { met: missing.length === 0, evidence: rows.slice(0, mostRows).map(passedRow), missing };
}

function rowsAt(of: Selector, rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ result }) => selects(of, result));
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

/** What no device here offers is on record, skipped with its reason; what passed is on offer. */
export function evaluateDeclined(rule: DeclinedRule, { machine }: Context): Verdict {
  const { passed, failed, skipped } = selectRows(machine, rule.of);
  if (failed.length > 0) return refuted(failed);
  const places = placesOf(rule.of, rule.at).map((of) => ({ of, rows: rowsAt(of, skipped) }));
  const missing = [
    ...passed.map(({ result: { id } }) => ({
      what: `${id} passed, and is asked to be declined`,
      select: id,
    })),
    ...places
      .filter((place) => place.rows.length === 0)
      .map(({ of }) => ({
        what: `no result of ${describeSelector(of)} that was skipped with its reason`,
        select: globOf(of),
      })),
  ];
  const met = missing.length === 0;
  const evidence = places
    .flatMap(({ rows }) => rows)
    .map((row) => ({
      ...origin(row),
      metric: 'reason of the skip',
      value: row.result.reason?.message ?? 'none given',
      threshold: 'declined',
      met,
    }));
  return { met, evidence: evidence.slice(0, mostRows), missing };
}

interface Judged {
  readonly row: Row;
  readonly value: number;
}

/** A number keeps to its threshold: of every variant named at every place, or of so many results. None may have failed. */
export function evaluateQuantity(rule: QuantityRule, { machine }: Context): Verdict {
  const quantity = quantityTable[rule.quantity];
  const { passed, failed } = rowsFor(quantity.isTimed, machine, rule.of);
  if (failed.length > 0) return refuted(failed);
  const judged = passed
    .filter(({ result }) => isJudged(result, quantity.isTimed, rule.minSamples))
    .map((row): Judged => ({ row, value: quantity.of(row.result, row.machine) ?? Number.NaN }));
  return judge(rule, judged, {
    places: rule.at ? placesOf(rule.of, rule.at) : [],
    isAt: (of, { row }) => selects(of, row.result),
    faultsAt: (of, best) => faultsAt(rule, of, best),
    tooFew: (good) => [tooFewGood(rule, good)],
    evidenceOf: (one) => quantityRow(rule, one),
  });
}

// A place without a result speaks against the rule as one that breaks the threshold does.
function faultsAt(rule: QuantityRule, of: Selector, best: Judged | undefined): readonly Missing[] {
  const { label, ...quantity } = quantityTable[rule.quantity];
  if (!best) {
    const what = `no result of ${describeSelector(of)} with ${label} that may be judged`;
    return [{ what, select: globOf(of) }];
  }
  if (isWithin(rule, best.value)) return [];
  const asked = boundsText(rule, unitAsked({ label, ...quantity }, rule.of));
  const what = `${best.row.result.id} has ${label} ${shortNumber(best.value)}, asked is ${asked}`;
  return [{ what, select: globOf(of) }];
}

function tooFewGood(rule: QuantityRule, found: number): Missing {
  const quantity = quantityTable[rule.quantity];
  const asked = boundsText(rule, unitAsked(quantity, rule.of));
  return {
    what: `${found} of ${leastOf(rule)} results of ${describeSelector(rule.of)} have ${quantity.label} ${asked}`,
    select: globOf(rule.of),
  };
}

function quantityRow(rule: QuantityRule, { row, value }: Judged): Verdict['evidence'][number] {
  const quantity = quantityTable[rule.quantity];
  return {
    ...origin(row),
    metric: headOf(quantity, row.result),
    value: Number.isNaN(value) ? 'none' : value,
    threshold: boundsText(rule, unitOf(quantity, row.result)),
    met: isWithin(rule, value),
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
    .flatMap((one) => rowsFor(rule.timed, one, rule.of).passed)
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
