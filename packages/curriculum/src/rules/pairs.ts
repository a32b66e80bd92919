// Rules about results two by two: a variant against another of the same machine and run, own rows beside a peer's.
import { boundsText, isWithin, worstFirst } from '../bounds.ts';
import { quantityTable } from '../quantities.ts';
import { describeSelector, globOf } from '../select.ts';
import type { MachineRows, Row } from '../snapshot.ts';
import type { EvidenceRow, Missing, PeerRule, RatioRule, Selector } from '../types.generated.ts';
import { selectRows } from './rows.ts';
import { mostRows, origin, refuted, unmet } from './verdict.ts';
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

/** The ratio of a number keeps to its threshold: in all pairs, or in so many. */
export function evaluateRatio(rule: RatioRule, { machine }: Context): Verdict {
  const over = overSelector(rule);
  const [own, other] = [selectRows(machine, rule.of), selectRows(machine, over)];
  const failed = [...own.failed, ...other.failed];
  if (rule.count === undefined && failed.length > 0) return refuted(failed);
  const pairs = machine ? pairsOf(rule, machine, own.passed, other.passed) : [];
  const rows = worstFirst(rule, pairs);
  const good = rows.filter(({ value }) => isWithin(rule, value));
  const counts = { good: good.length, all: rows.length };
  const met = rows.length >= (rule.pairs ?? 1) && good.length >= (rule.count ?? rows.length);
  const shown = met && rule.count !== undefined ? good.toReversed() : rows;
  return {
    met,
    evidence: shown.slice(0, mostRows).map((pair) => evidenceOf(rule, pair)),
    missing: met ? [] : missingPairs(rule, over, counts),
  };
}

function missingPairs(
  rule: RatioRule,
  over: Selector,
  { good, all }: { readonly good: number; readonly all: number },
): readonly Missing[] {
  const names = `${describeSelector(rule.of)} over ${describeSelector(over)}`;
  const pairs = rule.pairs ?? 1;
  const what =
    all < pairs
      ? `${all} of ${pairs} pairs of one run of ${names}`
      : `${good} of ${rule.count ?? all} pairs of ${names} have a ratio ${boundsText(rule, '')}`;
  return [
    { what, select: globOf(rule.of) },
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

// The newest run that has both, fit to be judged; one in which either failed speaks against the pair.
function sameRun(rule: RatioRule, machine: MachineRows, [of, over]: readonly [Row, Row]): readonly Pair[] {
  const others = new Map((machine.past.get(over.result.id) ?? []).map((row) => [row.run.id, row]));
  for (const row of machine.past.get(of.result.id) ?? []) {
    const partner = others.get(row.run.id);
    if (!partner) continue;
    if (hasFailed(row) || hasFailed(partner)) return [{ of: row, over: partner, value: Number.NaN }];
    const [top, bottom] = [row, partner].map((one) => numberOf(rule, one));
    if (typeof top !== 'number' || typeof bottom !== 'number') continue;
    return [{ of: row, over: partner, value: quotient(top, bottom) }];
  }
  return [];
}

const hasFailed = ({ result }: Row): boolean => result.status === 'failed';

function numberOf(rule: RatioRule, { result, machine }: Row): number | null {
  const quantity = quantityTable[rule.quantity];
  const isFit = result.status === 'passed' && (result.comparable || !quantity.isTimed);
  return isFit ? quantity.of(result, machine) : null;
}

// Nothing over nothing is as much.
function quotient(top: number, bottom: number): number {
  return top === bottom ? 1 : top / bottom;
}

/** Rows of a peer stand beside own ones: same case, same device. */
export function evaluatePeer(rule: PeerRule, context: Context): Verdict {
  const own = selectRows(context.machine, rule.of).passed;
  const device = context.machine?.machine.adapter.name;
  const peers = context.snapshot.machines
    .filter(({ machine }) => machine.adapter.name === device)
    .flatMap((machine) => machine.current)
    .filter(({ result }) => result.kind === 'peer' && result.status === 'passed');
  const pairs = own.flatMap((row) =>
    peers.flatMap((peer) => {
      const by = rule.by.find((name) => peer.result.variant.startsWith(name));
      const isPair = by !== undefined && isOfFamily(row, peer) && isSameCase(rule.pair, row, peer);
      return isPair ? [{ row, peer, by }] : [];
    }),
  );
  const cases = new Set(pairs.map(({ row }) => row.result.case)).size;
  const names = new Set(pairs.map(({ by }) => by)).size;
  const met = cases >= (rule.count ?? 1) && names >= (rule.peers ?? 1);
  if (!met) {
    const what = `peer rows of ${rule.by.join(' or ')} beside ${describeSelector(rule.of)}: ${cases} of ${rule.count ?? 1} cases, ${names} of ${rule.peers ?? 1} peers`;
    return unmet(what, `{peers,${rule.of.family ?? '*'}}/{${rule.by.map((name) => `${name}*`).join(',')}}/*`);
  }
  return { met, evidence: pairs.slice(0, mostRows).map(({ row, peer }) => peerRow(row, peer)), missing: [] };
}

// A peer's rows belong to the family that they compare with, or to the one of all peers.
function isOfFamily(own: Row, peer: Row): boolean {
  return peer.result.family === own.result.family || peer.result.family === 'peers';
}

function peerRow(row: Row, peer: Row): EvidenceRow {
  const [own, other] = [row, peer].map(({ result }) => result.timing?.medianNs);
  const value = own && other ? other / own : 'not timed';
  return {
    ...origin(row),
    metric: `speed over that of ${peer.result.id}`,
    value,
    threshold: 'recorded',
    met: true,
  };
}
