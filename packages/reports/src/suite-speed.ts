// How long the suites themselves take: every whole run of a suite, its goals, and when that changed.
import { shortNumber } from '@kernel-ladder/curriculum';
import type { Row, TestsSpeed } from '@kernel-ladder/curriculum';
import type { Run, SiteSpeed, SpeedQuantity, SpeedRun, SpeedSeries, SuiteSpeed } from '@kernel-ladder/schema';
import { figureLink, writeFigure } from './figure.ts';
import { writeReport } from './report.ts';
import type { Report, Section } from './report.ts';
import { goalSection, hostShare, unmeasuredGoals } from './suite-goals.ts';
import type { MachineSuite } from './suite-goals.ts';

/** What the page is made from: the judged speed of the suites by machine, the runs that it names, and the judged time of all tests. */
export interface SpeedInput {
  readonly runs: readonly Run[];
  readonly speed: readonly SiteSpeed[];
  readonly tests: readonly TestsSpeed[];
}

const figure = { name: 'suite-speed', title: 'Wall time of the suites, run by run' };

/** The page, and its figure where there is a whole run. */
export function suiteSpeed(input: SpeedInput): readonly [page: Report, ...figures: Report[]] {
  const suites = suitesOf(input);
  const { tests } = input;
  const page = writeReport({
    name: figure.name,
    title: 'Speed of the suites',
    intro:
      'A run counts here that had all ids of a suite at its own effort, on a clean commit, without an interruption. Its wall time begins with the command, about half a second after `pnpm`. The host share is the part of it in which the device had no passes to work on. Suites grow, so that the time of one id stands beside that of the whole. Each is a series, judged by the [detector](../../packages/stats/README.md#the-detector) that judges kernels.',
    sections: [
      goalSection(suites, tests),
      ...(suites.length > 0 ? [plotSection] : []),
      ...suites.map(suiteSection),
      ...tests.map(testSection),
    ],
    missing: unmeasuredGoals(suites, tests),
  });
  return suites.length > 0 ? [page, figureOf(suites)] : [page];
}

function suitesOf({ runs, speed }: SpeedInput): readonly MachineSuite[] {
  const byId = new Map(runs.map((run) => [run.run.id, run]));
  return speed.flatMap(({ suites }) =>
    suites.flatMap((each) => {
      const own = each.runs.flatMap(({ run }) => byId.get(run.runId) ?? []);
      const sources = own.flatMap(({ run, machine, results: [result] }): readonly Row[] =>
        result ? [{ run, machine, result }] : [],
      );
      const machine = own.at(-1)?.machine;
      return machine ? [{ machine, speed: each, sources }] : [];
    }),
  );
}

const plotSection: Section = { title: 'Plot', text: figureLink(figure), columns: [], rows: [], sources: [] };

function figureOf(suites: readonly MachineSuite[]): Report {
  const lines = (of: (run: SpeedRun) => number) =>
    suites.map(({ machine, speed }) => ({
      name: `${nameOf(speed)}, ${machine.adapter.name}`,
      points: speed.runs.map((run, at) => [at + 1, of(run)] as const),
    }));
  const x = 'run, the oldest is 1';
  return writeFigure({
    ...figure,
    panels: [
      { title: 'Whole suite', x, y: 'wall time, s', lines: lines(({ wallMs }) => wallMs / 1000) },
      { title: 'One id', x, y: 'wall time, s', lines: lines(({ wallMs, ids }) => wallMs / ids / 1000) },
    ],
    sources: suites.flatMap(({ sources }) => sources),
  });
}

// Older ones are in the plot.
const shownRuns = 20;

function suiteSection({ machine, speed, sources }: MachineSuite): Section {
  const processors = speed.processors === null ? '' : `, ${speed.processors} processors`;
  return {
    title: `\`${nameOf(speed)}\` on ${machine.adapter.name}${processors}`,
    text: judgementOf({
      series: speed.series,
      commits: speed.runs.map(({ run }) => shortSha(run)),
      words: suiteWords,
    }),
    columns: [
      'date',
      'commit',
      'ids',
      'wall time, s',
      'one id, s',
      'host share, %',
      'waiting for judges, %',
      'longest phases',
    ],
    rows: speed.runs.slice(-shownRuns).map(runRow),
    sources,
  };
}

function nameOf({ suite, peers }: SuiteSpeed): string {
  return `${suite}${peers ? ' with peers' : ''}`;
}

function runRow(speed: SpeedRun): readonly string[] {
  const { run, ids, wallMs, judgingMs } = speed;
  const host = hostShare(speed);
  return [
    run.startedAt.slice(0, 10),
    shortSha(run),
    String(ids),
    shortNumber(wallMs / 1000),
    shortNumber(wallMs / ids / 1000),
    host > 0 ? shortNumber(100 * host) : '',
    shortNumber((100 * judgingMs) / wallMs),
    longestPhases(speed),
  ];
}

function shortSha({ commit }: SpeedRun['run']): string {
  return commit.sha.slice(0, 8);
}

function longestPhases({ phasesMs, wallMs }: SpeedRun): string {
  return Object.entries(phasesMs)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([phase, ms]) => `${phase} ${Math.round((100 * ms) / wallMs)} %`)
    .join(', ');
}

const suiteWords: { readonly [Quantity in SpeedQuantity]: string } = {
  wallMs: 'the whole suite',
  wallMsPerId: 'one id',
  hostShare: 'the host share',
};
const testWords = { ...suiteWords, wallMs: 'all tests', wallMsPerId: 'one test' };

// Two levels of four runs: so few points a permutation test takes.
const fewestRuns = 8;

/** What was judged, and how its runs are told from each other. */
interface Judged {
  readonly series: readonly SpeedSeries[];
  readonly commits: readonly string[];
  readonly words: typeof suiteWords;
}

function judgementOf({ series, commits, words }: Judged): string {
  const found = series.flatMap(({ quantity, changes, newest }) => [
    ...changes.map(
      ({ before, after, effect, ciLow, ciHigh }) =>
        `Changed: ${words[quantity]} by ${signed(effect)} (${signed(ciLow)} to ${signed(ciHigh)}) between ${commits[before]} and ${commits[after]}.`,
    ),
    ...(newest?.isSuspect
      ? [`The newest run is suspect: ${words[quantity]} by ${signed(newest.effect)}.`]
      : []),
  ]);
  if (found.length > 0) return found.join(' ');
  const count = commits.length;
  return count < fewestRuns
    ? `A change shows from ${fewestRuns} runs on; ${count === 1 ? 'there is 1' : `there are ${count}`}.`
    : 'No change of level.';
}

function signed(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)} %`;
}

function testSection({ environment, processors, tests, series }: TestsSpeed): Section {
  const commits = tests.map(({ commit }) => commit.slice(0, 8));
  const judgement = judgementOf({ series, commits, words: testWords });
  return {
    title: `All tests, ${environment === 'ci' ? 'in CI' : 'on a developer’s machine'}, ${processors} processors`,
    text: `Of \`bench evidence\`, which runs the tests of all packages, with coverage and nothing from a cache; those of \`pnpm test\`, which come first, also stand alone. ${judgement}`,
    columns: ['commit date', 'commit', 'tests', 'wall time, s', 'of `pnpm test`, s', 'one test, ms'],
    rows: tests
      .slice(-shownRuns)
      .map(({ date, commit, spent, tests: outcomes }) => [
        date.slice(0, 10),
        commit.slice(0, 8),
        String(outcomes.length),
        shortNumber(spent.wallMs / 1000),
        spent.beforeWholeMs === undefined ? '' : shortNumber(spent.beforeWholeMs / 1000),
        shortNumber(spent.wallMs / outcomes.length),
      ]),
    sources: [],
  };
}
