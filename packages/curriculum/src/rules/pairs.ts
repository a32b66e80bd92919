// Rules about results two by two: a variant against another of the same machine and run.
import { doubtsBeside } from '@kernel-ladder/schema';
import { boundsText, isWithin } from '../bounds.ts';
import { shortNumber } from '../numbers.ts';
import { placesOf } from '../places.ts';
import { quantityTable } from '../quantities.ts';
import { describeSelector, globOf, selects } from '../select.ts';
import type { MachineRows, Row } from '../snapshot.ts';
import type { EvidenceRow, Missing, RatioRule, Selector } from '../types.generated.ts';
import { judge } from './judge.ts';
import { selectRows } from './rows.ts';
import { leastOf, origin, refuted } from './verdict.ts';
import type { Context, Verdict } from './verdict.ts';

interface Pair {
  readonly of: Row;
  readonly over: Row;
  readonly value: number;
}

/** What `over` selects: the family and the cases of `of` unless said otherwise. */
export function overSelector({ of, over }: RatioRule): Selector {
  return {
    ...(of.family === undefined ? {} : { family: of.family }),
    ...(of.where === undefined ? {} : { where: of.where }),
    ...over,
  };
}

/** A ratio keeps to its threshold: of every variant and every rival at every place, or in so many pairs. None may have failed. */
export function evaluateRatio(rule: RatioRule, { machine }: Context): Verdict {
  const over = overSelector(rule);
  const [own, other] = [selectRows(machine, rule.of), selectRows(machine, over)];
  const failed = [...own.failed, ...other.failed];
  if (failed.length > 0) return refuted(failed);
  const pairs = machine ? pairsOf(rule, machine, own.passed, other.passed) : [];
  return judge(rule, pairs, {
    places: rule.at ? matchesOf(rule) : [],
    isAt: isMatch,
    faultsAt: (match, best) => faultsAt(rule, match, best),
    tooFew: (good) => tooFewPairs(rule, over, good),
    evidenceOf: (pair) => evidenceOf(rule, pair),
  });
}

/** One pair that must be there: a variant at a place, and a rival. */
interface Match {
  readonly of: Selector;
  readonly rival: string;
}

function matchesOf({ of, over, at }: RatioRule): readonly Match[] {
  return placesOf(of, at).flatMap((place) => over.variants.map((rival) => ({ of: place, rival })));
}

function isMatch({ of, rival }: Match, pair: Pair): boolean {
  return pair.over.result.variant === rival && selects(of, pair.of.result);
}

function faultsAt(rule: RatioRule, { of, rival }: Match, best: Pair | undefined): readonly Missing[] {
  const over = overSelector({ ...rule, of, over: { ...rule.over, variants: [rival] } });
  if (!best)
    return [
      {
        what: `no pair of one run of ${describeSelector(of)} over ${describeSelector(over)}`,
        select: globOf(of),
      },
      { what: 'measured in the same run', select: globOf(over) },
    ];
  if (isWithin(rule, best.value)) return [];
  const ratio = Number.isNaN(best.value) ? 'is not known' : `is ${shortNumber(best.value)}`;
  const { label } = quantityTable[rule.quantity];
  return [
    {
      what: `${label} of ${best.of.result.id} over that of ${best.over.result.id} ${ratio}, asked is ${boundsText(rule, '')}`,
      select: globOf(of),
    },
  ];
}

function tooFewPairs(rule: RatioRule, over: Selector, good: number): readonly Missing[] {
  const names = `${describeSelector(rule.of)} over ${describeSelector(over)}`;
  return [
    {
      what: `${good} of ${leastOf(rule)} pairs of one run of ${names} have a ratio ${boundsText(rule, '')}`,
      select: globOf(rule.of),
    },
    { what: 'measured in the same run', select: globOf(over) },
  ];
}

function evidenceOf(rule: RatioRule, { of, over, value }: Pair): EvidenceRow {
  const { label } = quantityTable[rule.quantity];
  return {
    ...origin(of),
    metric: `${label} over that of ${over.result.id}`,
    value: Number.isNaN(value) ? 'none' : value,
    threshold: boundsText(rule, '×'),
    met: isWithin(rule, value),
  };
}

function pairsOf(
  rule: RatioRule,
  machine: MachineRows,
  own: readonly Row[],
  other: readonly Row[],
): readonly Pair[] {
  return own.flatMap((of) =>
    other
      .filter((over) => of.result.id !== over.result.id && isSameCase(rule.pair, of, over))
      .flatMap((over) => sameRun(rule, machine, [of, over])),
  );
}

function isSameCase(keys: readonly string[] | undefined, a: Row, b: Row): boolean {
  if (!keys) return a.result.case === b.result.case;
  return keys.every((key) => String(a.result.params[key]) === String(b.result.params[key]));
}

// The newest run that has both, fit to be judged; one in which either did not pass speaks against the pair.
function sameRun(rule: RatioRule, machine: MachineRows, [of, over]: readonly [Row, Row]): readonly Pair[] {
  const others = new Map((machine.past.get(over.result.id) ?? []).map((row) => [row.run.id, row]));
  for (const row of machine.past.get(of.result.id) ?? []) {
    const partner = others.get(row.run.id);
    if (!partner) continue;
    if (![row, partner].every(hasPassed)) return [{ of: row, over: partner, value: Number.NaN }];
    const [top, bottom] = [row, partner].map((one) => numberOf(rule, one));
    if (typeof top !== 'number' || typeof bottom !== 'number') continue;
    return [{ of: row, over: partner, value: quotient(top, bottom) }];
  }
  return [];
}

const hasPassed = ({ result }: Row): boolean => result.status === 'passed';

// Both are of one run, whose host is the same: a time of its clock may be compared there.
function numberOf(rule: RatioRule, { result, machine }: Row): number | null {
  const quantity = quantityTable[rule.quantity];
  const isFit = !quantity.isTimed || doubtsBeside(result) === null;
  return isFit ? quantity.of(result, machine) : null;
}

// Nothing over nothing is as much.
function quotient(top: number, bottom: number): number {
  return top === bottom ? 1 : top / bottom;
}
