// Every series beside the fastest of somebody else's rows: in the newest run that timed both, as a ratio between two runs is of two machines' moods.
import type { FamilyLadder, GridPeer, GridRow } from '@kernel-ladder/schema';
import type { PlacedRow } from '../page.ts';
import type { WholeSeries } from './points.ts';
import type { Told } from './rows.ts';

/** Of every id of ours the fastest peer beside it, where a run has both. */
export function bestPeers(
  told: readonly Told[],
  newest: readonly PlacedRow[],
): ReadonlyMap<string, GridPeer> {
  const names = new Map(
    newest.flatMap(({ id, peer }) => (peer ? [[id, `${peer.name} ${peer.version}`] as const] : [])),
  );
  const cases = Map.groupBy(told, ({ row }) => `${row.family}/${row.case}`);
  return new Map(
    [...cases.values()].flatMap((own) => {
      const peers = own
        .filter(({ row }) => row.kind === 'peer')
        .map((one) => ({ ...one, times: fitTimes(one.series) }));
      if (peers.length === 0) return [];
      return own.flatMap(({ row, series }) => {
        const best = row.kind === 'gpu' ? bestOf(series, peers, names) : null;
        return best ? [[row.id, best] as const] : [];
      });
    }),
  );
}

interface TimedPeer extends Told {
  readonly times: ReadonlyMap<number, number>;
}

function bestOf(
  series: WholeSeries,
  peers: readonly TimedPeer[],
  names: ReadonlyMap<string, string>,
): GridPeer | null {
  const times = fitTimes(series);
  const runs = [...times.keys()];
  // A run may have had some of the peers alone: each is held against ours in the newest one that has both.
  const beside = peers.flatMap(({ row, times: theirs }) => {
    const run = runs.findLast((place) => theirs.has(place)) ?? -1;
    const [own, ns] = [times.get(run), theirs.get(run)];
    return own === undefined || ns === undefined ? [] : [{ row, over: ns / own }];
  });
  const [best] = beside.toSorted((a, b) => a.over - b.over);
  if (!best) return null;
  const { row, over } = best;
  // Rounded once more where it is shown: with few digits 0.98449 would be 0.985.
  return { rung: row.rung, name: names.get(row.id) ?? row.rung, over: Number(over.toPrecision(8)) };
}

// Run by run, in commit order.
function fitTimes({ runs, ns, marks }: WholeSeries): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const [at, run] of runs.entries()) {
    const [mark = '', time = 0] = [marks[at], ns[at]];
    if ('th'.includes(mark) && time > 0) times.set(run, time);
  }
  return times;
}

type Row = Told['row'];

/**
 * The ids of the fastest rungs: of every family and type one, at the first case of headline size that has a time, else at the case that
 * takes longest. `breaking` are rungs, `family/rung`, that get cases wrong on purpose.
 */
export function headlinesOf(
  told: readonly Told[],
  ladders: readonly FamilyLadder[],
  breaking: ReadonlySet<string>,
): ReadonlySet<string> {
  const fit = told
    .map(({ row }) => row)
    .filter(
      ({ kind, ns, state, family, rung }) =>
        kind === 'gpu' && ns !== undefined && !unfit.includes(state) && !breaking.has(`${family}/${rung}`),
    );
  const groups = Map.groupBy(fit, ({ family, dtype }) => `${family} ${dtype}`);
  return new Set(
    [...groups.values()].flatMap((own) => {
      const ladder = ladders.find(({ name }) => name === own[0]?.family);
      const name = ladder?.headline.cases.find((one) => own.some((row) => row.case === one));
      const chosen = name ?? own.toSorted(longest)[0]?.case;
      const [best] = own.filter((row) => row.case === chosen).toSorted((a, b) => -longest(a, b));
      return best ? [best.id] : [];
    }),
  );
}

const unfit: readonly GridRow['state'][] = ['failing', 'gone', 'unstable', 'skipped'];

function longest(a: Row, b: Row): number {
  return (b.ns ?? 0) - (a.ns ?? 0);
}
