// Peers beside our rungs: which recorded rows make a pair, and why others make none.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { besideIn, doubtsBeside, isFitRung } from '@kernel-ladder/schema';
import type { Beside } from '@kernel-ladder/schema';

/** A peer's row and our best rung of its case, both of one run. */
export interface Pair extends Beside {
  readonly ownRow: Row;
  readonly peerRow: Row;
}

/** A peer's row that nothing can be said over. */
export interface Unpaired {
  readonly row: Row;
  readonly why: string;
}

/** The rows of a machine that are no kernel of ours. */
export interface PeerRows {
  readonly pairs: readonly Pair[];
  readonly unpaired: readonly Unpaired[];
}

/** Every peer's id once: of the run with most rungs of its case, of several the newest; unpaired where it failed last or no run will do. */
export function peerRowsOf(machine: MachineRows | null): PeerRows {
  if (!machine) return { pairs: [], unpaired: [] };
  const cases = Map.groupBy([...machine.past.values()].flat(), caseKey);
  const peers = machine.current.filter(({ result }) => result.kind !== 'gpu');
  const found = peers.map((row) => ({ row, pair: pairOf(row, machine, cases) }));
  return {
    pairs: found.flatMap(({ pair }) => pair ?? []),
    unpaired: found.flatMap(({ row, pair }) => (pair ? [] : [{ row, why: whyUnpaired(row) }])),
  };
}

/** The pairs of a row's case, each of a run that has the peer and our best rung, the fastest peer first. */
export function pairsBeside(machine: MachineRows, { result }: Row): readonly Pair[] {
  const isBeside = ({ own }: Pair) => own.result.family === result.family && own.result.case === result.case;
  const beside = peerRowsOf(machine).pairs.filter(isBeside);
  return beside.toSorted((a, b) => a.peer.timing.medianNs - b.peer.timing.medianNs);
}

function pairsIn(rows: readonly Row[]): readonly Pair[] {
  const rowOf = new Map(rows.map((row) => [row.result, row]));
  return besideIn(rows.map(({ result }) => result)).flatMap((beside) => {
    const [ownRow, peerRow] = [rowOf.get(beside.own.result), rowOf.get(beside.peer.result)];
    return ownRow && peerRow ? [{ ...beside, ownRow, peerRow }] : [];
  });
}

// One case of one family in one run.
function caseKey({ result, run }: Row): string {
  return `${run.id} ${result.family}/${result.case}`;
}

// What was wrong when it last ran is no rival, however fast it was when it was right.
function pairOf(row: Row, machine: MachineRows, cases: ReadonlyMap<string, readonly Row[]>): Pair | null {
  if (row.result.status === 'failed') return null;
  const { id } = row.result;
  const candidates = (machine.past.get(id) ?? []).flatMap((past) => {
    const among = cases.get(caseKey(past)) ?? [];
    const pair = pairsIn(among).find(({ peer }) => peer.result.id === id);
    return pair ? [{ pair, rungs: among.filter(({ result }) => isFitRung(result)).length }] : [];
  });
  // The newest stands first, and the sort keeps it there among equals.
  return candidates.toSorted((a, b) => b.rungs - a.rungs)[0]?.pair ?? null;
}

function whyUnpaired({ result }: Row): string {
  return doubtsBeside(result) ?? 'no rung of its case in the same run that may be compared';
}
