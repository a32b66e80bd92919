// A run as tables: one a family, the ladder's rungs under each other.
import type { FamilyLadder, Result, Run } from '@kernel-ladder/schema';
import { checkedCases, coverageOfVariants } from './coverage-notes.ts';
import { digits, formatNs, table } from './format.ts';
import { metricText } from './metric-text.ts';
import { peerText } from './peer-text.ts';

/** A family's results under their heads; a row that is shorter ends with what happened instead of a time. */
export interface ResultTable {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a table is about beside its results. */
export interface TableLook {
  readonly software: boolean;
  readonly metric: FamilyLadder['headline']['metric'];
}

interface Column {
  readonly title: string;
  readonly cell: (result: Result, among: Among) => string;
}

interface Among {
  readonly results: readonly Result[];
  readonly metric: TableLook['metric'];
}

const median: Column = { title: 'median', cell: ({ timing }) => (timing ? formatNs(timing.medianNs) : '') };

const rate: Column = { title: 'rate', cell: (result, { metric }) => metricText(metric, result) };

const hardware: readonly Column[] = [
  median,
  { title: 'spread', cell: spread },
  rate,
  { title: '% roof', cell: (result) => metricText('pctOfRoof', result) },
  { title: '% peak', cell: (result) => metricText('pctOfPeak', result) },
  { title: 'speed-up', cell: (result, { results }) => speedUp(result, results) },
];

// What the emulator can prove comes first, and nothing stands there that only a GPU's time could mean.
const software: readonly Column[] = [
  { title: 'check', cell: ({ coverage }) => rightText(checkedCases(coverage)) },
  { ...median, title: 'emulated' },
  rate,
];

/** One row a result; speed-ups are over the first rung that passed on the same case. */
export function resultTable(results: readonly Result[], look: TableLook): ResultTable {
  const columns = look.software ? software : hardware;
  const among = { results, metric: look.metric };
  return {
    titles: ['case', 'variant', ...columns.map(({ title }) => title)],
    rows: results.map((result) => {
      const name = [result.case, nameOf(result)];
      if (result.status !== 'passed') return [...name, result.status];
      if (!look.software && !result.timing) return [...name, 'passed', '', 'nothing to time'];
      return [...name, ...columns.map(({ cell }) => cell(result, among))];
    }),
  };
}

/** The table of one family. */
export function familyTable(ladder: FamilyLadder, { machine, results: all }: Run): string {
  const results = all.filter((result) => result.family === ladder.name);
  const cases = [...new Set(results.map((result) => result.case))];
  const rungs = ladder.rungs.map(({ name }) => name);
  const ordered = cases.flatMap((name) =>
    results
      .filter((result) => result.case === name)
      .toSorted((a, b) => rungs.indexOf(a.variant) - rungs.indexOf(b.variant)),
  );
  const { metric } = ladder.headline;
  const { titles, rows } = resultTable(ordered, { software: machine.software, metric });
  const verdict = machine.software ? `${correctness(results)}\n` : '';
  return `\n${ladder.title} (${ladder.name})\n${verdict}${table(titles, rows)}${machine.software ? emulatorNote : ''}${peerNotes(ordered)}`;
}

const emulatorNote = '(times and rates: a CPU that imitates a GPU)\n';

// What is no kernel of this suite is marked, and explained below.
function nameOf({ variant, kind }: Result): string {
  return kind === 'gpu' ? variant : `${variant} *`;
}

function peerNotes(results: readonly Result[]): string {
  const notes = results.flatMap(({ variant, peer }) => (peer ? [`* ${variant}: ${peerText(peer)}\n`] : []));
  return [...new Set(notes)].join('');
}

/** How many results are right, and on how many edge cases their variants are. */
export function correctness(results: readonly Result[]): string {
  const ran = results.filter(({ status }) => status !== 'skipped');
  const right = ran.filter(({ status }) => status === 'passed');
  const { passed, checked } = checkedCases(coverageOfVariants(results));
  const edges = checked > 0 ? `, ${passed} of ${checked} edge cases` : '';
  return `right: ${right.length} of ${ran.length} results${edges}`;
}

/** Every failure in a line, timings that must not be compared, and the distinct reasons for skips. */
export function problems(run: Run): string {
  const failed = run.results.filter((result) => result.status === 'failed');
  const skipped = run.results.filter((result) => result.status === 'skipped');
  const reasons = Map.groupBy(skipped, ({ reason }) => `${reason?.code}: ${reason?.message}`);
  // Said once a table for a software adapter.
  const doubtful = run.results.filter(
    ({ timing, comparable, comparableReasons }) =>
      // What the host's clock takes is never compared, and says so under its table.
      timing &&
      !comparable &&
      !run.machine.software &&
      !comparableReasons.every((why) => why === 'host-clock'),
  );
  return [
    ...failed.map(({ id, reason }) => `failed   ${id}: ${reason?.code}: ${reason?.message}\n`),
    ...doubtful.map(({ id, comparableReasons }) => `doubtful ${id}: ${comparableReasons.join(', ')}\n`),
    ...[...reasons].map(([reason, of]) => `skipped  ${of.length} × ${reason}\n`),
  ].join('');
}

/** `12 passed, 1 failed, 2 skipped`. */
export function counts(results: readonly Result[]): string {
  const of = (status: Result['status']) => results.filter((result) => result.status === status).length;
  return `${of('passed')} passed, ${of('failed')} failed, ${of('skipped')} skipped`;
}

function spread({ timing }: Result): string {
  return timing ? `±${digits((50 * (timing.p75Ns - timing.p25Ns)) / timing.medianNs, 2)} %` : '';
}

function rightText({ passed, checked }: ReturnType<typeof checkedCases>): string {
  return checked > 0 ? `right, ${passed} of ${checked}` : 'right';
}

function speedUp(result: Result, results: readonly Result[]): string {
  const first = results.find((other) => other.case === result.case && other.timing !== undefined);
  if (!first?.timing || !result.timing) return '–';
  return `${digits(first.timing.medianNs / result.timing.medianNs, 3)}×`;
}
