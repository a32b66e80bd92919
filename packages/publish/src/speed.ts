// How long the suites themselves take: the time of each whole run is a series like any other, judged by the same detector.
import { detect, gate } from '@kernel-ladder/stats';
import type {
  Run,
  SiteSpeed,
  SpeedNewest,
  SpeedQuantity,
  SpeedRun,
  SpeedSeries,
  SuiteSpeed,
} from '@kernel-ladder/schema';
import { toSiteRun } from './order.ts';
import type { SourcedRun } from './order.ts';

/** What the history says about the suites' own speed on one machine; runs are in commit order. Local runs and dirty trees are left out. */
export function speedOf(machineKey: string, runs: readonly SourcedRun[]): SiteSpeed {
  const own = runs.filter(
    ({ run, local }) => run.machine.key === machineKey && !local && !run.run.commit.dirty,
  );
  return { schemaVersion: 1, machineKey, suites: suiteSpeeds(own.map(({ run }) => run)) };
}

/**
 * The suites among the runs of one machine, in the order of their first whole runs. A run is whole that had all ids of a named suite at the
 * suite's own effort, without an interruption, and that kept an account of its time. Times of a software adapter count here: they are the
 * host's, and so is what is judged.
 */
export function suiteSpeeds(runs: readonly Run[]): readonly SuiteSpeed[] {
  const whole = runs.flatMap((run) => wholeRun(run) ?? []);
  const groups = Map.groupBy(whole, ({ suite, peers, processors }) => `${suite} ${peers} ${processors}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { suite, peers, processors } = first;
    const members = own.map(({ speed }) => speed);
    return [{ suite, peers, processors, runs: members, series: seriesOf(members) }];
  });
}

type WholeRun = Pick<SuiteSpeed, 'suite' | 'peers' | 'processors'> & { readonly speed: SpeedRun };

// Words of a command line that leave the suite whole; the machine tells of the adapter.
const harmless = /^--(?:peers|hardware|software|adapter=.*|seed=.*)$/s;

function wholeRun(run: Run): WholeRun | null {
  const { suite, argv, interrupted } = run.run;
  const [session, ...others] = run.sessions;
  if (!session?.spent || others.length > 0 || interrupted) return null;
  if (!argv.every((word) => harmless.test(word) || word === `--suite=${suite}`)) return null;
  const ids = run.results.filter(({ status }) => status !== 'skipped').length;
  const { processors = null, wallMs, deviceMs, judgingMs, phasesMs } = session.spent;
  if (ids === 0) return null;
  const site = toSiteRun({ run, local: false });
  return {
    suite,
    peers: argv.includes('--peers'),
    processors,
    speed: { run: site, ids, wallMs, deviceMs, judgingMs, phasesMs },
  };
}

const quantities: { readonly [Quantity in SpeedQuantity]: (run: SpeedRun) => number } = {
  wallMs: ({ wallMs }) => wallMs,
  wallMsPerId: ({ wallMs, ids }) => wallMs / ids,
  hostShare: ({ wallMs, deviceMs }) => 1 - deviceMs / wallMs,
};

interface Point {
  readonly place: number;
  readonly value: number;
}

interface Points {
  readonly quantity: SpeedQuantity;
  readonly points: readonly Point[];
}

function seriesOf(runs: readonly SpeedRun[]): readonly SpeedSeries[] {
  const all = Object.entries(quantities)
    .map(([quantity, of]) => ({
      // The keys of the table above.
      quantity: quantity as SpeedQuantity,
      points: runs.map((run, place) => ({ place, value: of(run) })).filter(({ value }) => value > 0),
    }))
    .filter(({ points }) => points.length > 0);
  const newest = newestOf(all.filter(({ points }) => points.at(-1)?.place === runs.length - 1));
  return all.map((each) => judged(each, newest.get(each.quantity) ?? null));
}

function judged({ quantity, points }: Points, newest: SpeedNewest | null): SpeedSeries {
  const { sigma, segments, changes } = detectIn({ quantity, points });
  const placeOf = (index: number) => points[index]?.place ?? 0;
  return {
    quantity,
    sigma,
    levels: segments.map(({ start, end, level }) => ({
      first: placeOf(start),
      last: placeOf(end - 1),
      level,
    })),
    changes: changes.map(({ index, direction, effect, ciLow, ciHigh, p }) => ({
      direction,
      before: placeOf(index - 1),
      after: placeOf(index),
      effect,
      ciLow,
      ciHigh,
      p,
    })),
    newest,
  };
}

function detectIn({ quantity, points }: Points) {
  return detect({ id: quantity, values: points.map(({ value }) => value), direction: 'lower' });
}

// The newest run of a suite against the level before it.
function newestOf(all: readonly Points[]): ReadonlyMap<string, SpeedNewest> {
  const series = all
    .filter(({ points }) => points.length > 1)
    .map(({ quantity, points }) => {
      const past = points.slice(0, -1);
      const level = past.slice(detectIn({ quantity, points: past }).segments.at(-1)?.start ?? 0);
      const [segment, newest] = [level, points.slice(-1)].map((part) => part.map(({ value }) => value));
      return { id: quantity, direction: 'lower' as const, segment: segment ?? [], newest: newest ?? [] };
    });
  return series.length === 0 ? new Map() : new Map(gate(series).map(({ id, ...row }) => [id, row]));
}
