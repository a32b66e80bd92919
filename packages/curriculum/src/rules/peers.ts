// Own rows beside somebody else's: one case, one run, both timed.
import { doubtsBeside } from '@kernel-ladder/schema';
import { describeSelector, globOf } from '../select.ts';
import type { MachineRows, Row } from '../snapshot.ts';
import type { EvidenceRow, PeerRule } from '../types.generated.ts';
import { selectRows } from './rows.ts';
import { mostRows, origin, unmet } from './verdict.ts';
import type { Context, Verdict } from './verdict.ts';

interface Pair {
  readonly row: Row;
  readonly peer: Row;
  /** Which of the rule's names the peer goes by. */
  readonly by: string;
}

/** So many cases of ours stand beside so many peers. A peer that was wrong when it last ran is none, and a loop on the CPU is no peer. */
export function evaluatePeer(rule: PeerRule, { machine }: Context): Verdict {
  const pairs = machine ? pairsOf(rule, machine) : [];
  const cases = new Set(pairs.map(({ row }) => row.result.case)).size;
  const names = new Set(pairs.map(({ by }) => by)).size;
  const [leastCases, leastNames] = [rule.count ?? 1, rule.peers ?? 1];
  if (cases >= leastCases && names >= leastNames)
    return { met: true, evidence: pairs.slice(0, mostRows).map(evidenceOf), missing: [] };
  const what = `peer rows of ${rule.by.join(' or ')} in one run with ${describeSelector(rule.of)}: ${cases} of ${leastCases} cases, ${names} of ${leastNames} peers`;
  // Both, as only a run that has both will do.
  const variants = [...(rule.of.variants ?? ['*']), ...rule.by.flatMap((name) => [name, `${name}-*`])];
  return unmet(what, globOf({ ...rule.of, variants }));
}

function pairsOf(rule: PeerRule, machine: MachineRows): readonly Pair[] {
  const peers = machine.current.flatMap((peer) => {
    const by = rule.by.find((name) => isNamed(peer, name));
    return by === undefined || peer.result.status === 'failed' ? [] : [{ peer, by }];
  });
  return selectRows(machine, rule.of).passed.flatMap((row) =>
    peers
      .filter(({ peer }) => isSameProblem(row, peer))
      .flatMap(({ peer, by }) => inOneRun(machine, row, peer).map((pair) => ({ ...pair, by }))),
  );
}

// `cub` is no beginning of `cublas`, and `torch` is one of `torch-compiled`.
function isNamed({ result: { kind, variant } }: Row, name: string): boolean {
  return kind === 'peer' && (variant === name || variant.startsWith(`${name}-`));
}

function isSameProblem(a: Row, b: Row): boolean {
  return a.result.family === b.result.family && a.result.case === b.result.case;
}

// The newest run in which both can be set beside each other.
function inOneRun(machine: MachineRows, own: Row, other: Row): readonly Omit<Pair, 'by'>[] {
  const pastOf = ({ result }: Row) => (machine.past.get(result.id) ?? []).filter(isFit);
  const others = new Map(pastOf(other).map((row) => [row.run.id, row]));
  const row = pastOf(own).find(({ run }) => others.has(run.id));
  const peer = row && others.get(row.run.id);
  return row && peer ? [{ row, peer }] : [];
}

function isFit({ result }: Row): boolean {
  return doubtsBeside(result) === null;
}

function evidenceOf({ row, peer }: Pair): EvidenceRow {
  const [own, other] = [row, peer].map(({ result }) => result.timing?.medianNs);
  return {
    ...origin(row),
    metric: `speed over that of ${peer.result.id}`,
    value: own && other ? other / own : 'not timed',
    threshold: 'recorded',
    met: true,
  };
}
