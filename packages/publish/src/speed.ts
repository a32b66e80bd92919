// How long the suites themselves take: the time of each whole run is a series like any other, judged by the same detector.
import type { TestEvidence, TestsSpeed, TimedTests } from '@kernel-ladder/curriculum';
import { speedQuantities } from '@kernel-ladder/schema';
import type { Run, SiteSpeed, SpeedRun, SuiteSpeed } from '@kernel-ladder/schema';
import { toSiteRun } from './order.ts';
import type { SourcedRun } from './order.ts';
import { speedSeries } from './speed-series.ts';

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
  return suitesOf(runs.flatMap((run) => wholeRun(run) ?? []));
}

/** The same of what whole runs say. */
export function suitesOf(whole: readonly WholeRun[]): readonly SuiteSpeed[] {
  const groups = Map.groupBy(whole, ({ suite, peers, processors }) => `${suite} ${peers} ${processors}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { suite, peers, processors } = first;
    const members = own.map(({ speed }) => speed);
    return [{ suite, peers, processors, runs: members, series: speedSeries(members, speedQuantities) }];
  });
}

/** The same about the newest whole runs alone, so many: all of them are judged. */
export function newestSpeed(suite: SuiteSpeed, most: number): SuiteSpeed {
  const cut = suite.runs.length - most;
  if (cut <= 0) return suite;
  return {
    ...suite,
    runs: suite.runs.slice(cut),
    series: suite.series.map((one) => ({
      ...one,
      levels: one.levels
        .filter(({ last }) => last >= cut)
        .map(({ first, last, level }) => ({ first: Math.max(first - cut, 0), last: last - cut, level })),
      changes: one.changes
        .filter(({ before }) => before >= cut)
        .map((change) => ({ ...change, before: change.before - cut, after: change.after - cut })),
    })),
  };
}

/** A whole run of a suite and its times. */
export type WholeRun = Pick<SuiteSpeed, 'suite' | 'peers' | 'processors'> & { readonly speed: SpeedRun };

// Words of a command line that leave the suite whole; the machine tells of the adapter.
const harmless = /^--(?:peers|hardware|software|adapter=.*|seed=.*)$/s;

/** What a run says of its suite's speed; null where it is not a whole one. */
export function wholeRun(run: Run): WholeRun | null {
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

/** The times of all tests as series, by environment and number of processors; evidence is in commit order. */
export function testSpeeds(evidence: readonly TestEvidence[]): readonly TestsSpeed[] {
  const timed = evidence.filter((one): one is TimedTests => one.spent !== undefined && one.tests.length > 0);
  const groups = Map.groupBy(timed, ({ environment, spent }) => `${environment} ${spent.processors}`);
  return [...groups.values()].flatMap((tests) => {
    const [first] = tests;
    if (!first) return [];
    const series = speedSeries(tests, {
      wallMs: ({ spent }) => spent.wallMs,
      wallMsPerId: ({ spent, tests: outcomes }) => spent.wallMs / outcomes.length,
    });
    return [{ environment: first.environment, processors: first.spent.processors, tests, series }];
  });
}
