// What the suites and the tests themselves may take, and whether the newest whole run does.
import { shortNumber } from '@kernel-ladder/curriculum';
import type { Row, TestsSpeed } from '@kernel-ladder/curriculum';
import type { Machine, SpeedRun, SuiteSpeed } from '@kernel-ladder/schema';
import type { Section } from './report.ts';

/** A suite on a machine, with the row behind each of its runs. */
export interface MachineSuite {
  readonly machine: Machine;
  readonly speed: SuiteSpeed;
  /** In the order of the suite's runs. */
  readonly sources: readonly Row[];
}

interface Place {
  readonly text: string;
  readonly fits: (machine: Machine, processors: number) => boolean;
}

const large: Place = {
  text: 'a host of an H200 with 16 processors or more',
  fits: ({ adapter }, processors) => /\bH200\b/.test(adapter.name) && processors >= 16,
};
const small: Place = {
  text: 'the software adapter and 2 processors',
  fits: ({ software }, processors) => software && processors === 2,
};

interface Goal {
  readonly suite: string;
  readonly what: string;
  readonly most: number;
  readonly unit: string;
  readonly place: Place;
  /** In the unit. */
  readonly of: (run: SpeedRun) => number;
}

const seconds = { unit: 's', what: 'wall time', of: ({ wallMs }: SpeedRun) => wallMs / 1000 };
const goals: readonly Goal[] = [
  { suite: 'quick', most: 25, place: large, ...seconds },
  { suite: 'full', most: 300, place: large, ...seconds },
  { suite: 'full', most: 30, place: large, what: 'host share', unit: '%', of: (run) => 100 * hostShare(run) },
  { suite: 'quick', most: 30, place: small, ...seconds },
];
const testsGoal = { most: 240, processors: 2, what: 'tests of `pnpm test`, with coverage: wall time' };

/** The share of a run's wall time in which the device had no passes to work on. */
export function hostShare({ wallMs, deviceMs }: Pick<SpeedRun, 'wallMs' | 'deviceMs'>): number {
  return 1 - deviceMs / wallMs;
}

/** Every goal with what the newest whole run, or the newest run of all tests, says of it. */
export function goalSection(suites: readonly MachineSuite[], tests: readonly TestsSpeed[]): Section {
  const measured = goals.map((goal) => ({ goal, found: newestOf(goal, suites) }));
  return {
    title: 'Goals',
    text: '',
    columns: ['what', 'on', 'at most', 'newest', 'goal', 'commit'],
    rows: [...measured.map(({ goal, found }) => goalRow(goal, found)), testsRow(newestTests(tests))],
    sources: measured.flatMap(({ found }) => (found ? [found.source] : [])),
  };
}

/** The goals that nothing recorded speaks for. */
export function unmeasuredGoals(
  suites: readonly MachineSuite[],
  tests: readonly TestsSpeed[],
): readonly string[] {
  return [
    ...goals
      .filter((goal) => newestOf(goal, suites) === null)
      .map(({ suite, what, place }) => `\`${suite}\`, ${what}: no whole run on ${place.text}`),
    ...(newestTests(tests)
      ? []
      : [`${testsGoal.what}: no \`bench evidence\` on ${testsGoal.processors} processors says it`]),
  ];
}

interface Found {
  readonly run: SpeedRun;
  readonly source: Row;
}

// Rows of peers take their time, and no goal counts them.
function newestOf({ suite, place }: Goal, suites: readonly MachineSuite[]): Found | null {
  const all = suites
    .filter(({ speed }) => speed.suite === suite && !speed.peers)
    .filter(({ machine, speed }) => place.fits(machine, speed.processors ?? 0))
    .flatMap(({ speed, sources }) => {
      const [run, source] = [speed.runs.at(-1), sources.at(-1)];
      return run && source ? [{ run, source }] : [];
    });
  return all.toSorted((a, b) => a.run.run.startedAt.localeCompare(b.run.run.startedAt)).at(-1) ?? null;
}

function goalRow({ suite, what, most, unit, place, of }: Goal, found: Found | null): readonly string[] {
  const about = [`\`${suite}\`: ${what}`, place.text, `${most} ${unit}`];
  if (!found) return [...about, 'not measured', '', ''];
  const value = of(found.run);
  return [...about, `${shortNumber(value)} ${unit}`, met(value, most), found.run.run.commit.sha.slice(0, 8)];
}

interface FoundTests {
  readonly commit: string;
  readonly date: string;
  readonly ms: number;
}

// Older evidence does not tell these tests from whole ones.
function newestTests(tests: readonly TestsSpeed[]): FoundTests | undefined {
  return tests
    .filter(({ processors }) => processors === testsGoal.processors)
    .flatMap((speed) => speed.tests)
    .flatMap(({ commit, date, spent: { beforeWholeMs: ms } }) =>
      ms === undefined ? [] : [{ commit, date, ms }],
    )
    .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))
    .at(-1);
}

function testsRow(found: FoundTests | undefined): readonly string[] {
  const about = [testsGoal.what, `${testsGoal.processors} processors`, `${testsGoal.most} s`];
  if (!found) return [...about, 'not measured', '', ''];
  const value = found.ms / 1000;
  return [...about, `${shortNumber(value)} s`, met(value, testsGoal.most), found.commit.slice(0, 8)];
}

const met = (value: number, most: number): string => (value <= most ? 'met' : 'missed');
