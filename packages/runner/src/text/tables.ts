// A run as tables: one a family, the ladder's rungs under each other.
import { besideIn, tunedText } from '@kernel-ladder/schema';
import type { Beside, FamilyLadder, Result, Run } from '@kernel-ladder/schema';
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
  /** Of each peer's row, by its id. */
  readonly beside: ReadonlyMap<string, Beside>;
  readonly metric: TableLook['metric'];
}

const median: Column = { title: 'median', cell: ({ timing }) => (timing ? formatNs(timing.medianNs) : '') };

// Of peers that a caller asks through an API: what the host does and copies is in it, and in no sample.
const wall: Column = {
  title: 'caller',
  cell: ({ wallNs }) => (wallNs === undefined ? '' : formatNs(wallNs)),
};

// Of rungs whose kernels a compiler writes.
const compiling: Column = {
  title: 'compile',
  cell: (result) => (result.metrics?.compileNs === undefined ? '' : metricText('compileNs', result)),
};

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

const besideColumn: Column = {
  title: 'best over it',
  cell: ({ id }, { beside }) => besideText(beside.get(id)),
};

/** One row a result; where there are peers, how the best rung of the case does beside each of them; speed-ups are over the first rung that passed on the same case. */
export function resultTable(results: readonly Result[], look: TableLook): ResultTable {
  const cases = [...Map.groupBy(results, (result) => result.case).values()];
  const beside = new Map(cases.flatMap(besideIn).map((each) => [each.peer.result.id, each]));
  const timed = withWall(look.software ? software : hardware, results);
  const isCompiled = results.some(({ metrics }) => metrics?.compileNs !== undefined);
  const own = isCompiled ? [...timed, compiling] : timed;
  const columns = beside.size > 0 ? [...own, besideColumn] : own;
  const among = { results, beside, metric: look.metric };
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

// Beside the time of the samples.
function withWall(columns: readonly Column[], results: readonly Result[]): readonly Column[] {
  if (results.every(({ wallNs }) => wallNs === undefined)) return columns;
  return columns.flatMap((column) => (column.cell === median.cell ? [column, wall] : [column]));
}

/** The table of one family. */
export function familyTable(ladder: FamilyLadder, { machine, results: all }: Run): string {
  const results = all.filter((result) => result.family === ladder.name);
  const cases = [...new Set(results.map((result) => result.case))];
  const rungs = ladder.rungs.map(({ name }) => name);
  // Peers are lines to read the rungs by: they stand below them, whatever the ladder says.
  const place = ({ kind, variant }: Result) =>
    rungs.indexOf(variant) + (kind === 'gpu' ? 0 : rungs.length + 1);
  const ordered = cases.flatMap((name) =>
    results.filter((result) => result.case === name).toSorted((a, b) => place(a) - place(b)),
  );
  const { metric } = ladder.headline;
  const { titles, rows } = resultTable(ordered, { software: machine.software, metric });
  const verdict = machine.software ? `${correctness(results)}\n` : '';
  return `\n${ladder.title} (${ladder.name})\n${verdict}${table(titles, rows)}${machine.software ? emulatorNote : ''}${tunedNotes(ordered)}${peerNotes(ordered)}${wallNote(titles)}${besideNote(titles)}`;
}

const emulatorNote = '(times and rates: a CPU that imitates a GPU)\n';

// What is no kernel of this suite is marked, and what runs with parameters of a tuning table, and explained below.
function nameOf({ variant, kind, tuned }: Result): string {
  if (tuned) return `${variant} +`;
  return kind === 'gpu' ? variant : `${variant} *`;
}

function tunedNotes(results: readonly Result[]): string {
  const notes = results.flatMap(({ variant, tuned }) =>
    tuned ? [`+ ${variant}: tuned: ${tunedText(tuned)}\n`] : [],
  );
  return [...new Set(notes)].join('');
}

function peerNotes(results: readonly Result[]): string {
  const ran = results.filter(({ status }) => status !== 'skipped');
  const notes = ran.flatMap(({ variant, peer }) => (peer ? [`* ${variant}: ${peerText(peer)}\n`] : []));
  return [...new Set(notes)].join('');
}

function wallNote(titles: readonly string[]): string {
  return titles.includes(wall.title)
    ? `${wall.title}: what who calls it waits for, by the host's clock\n`
    : '';
}

// What a ratio is of, said once a table.
function besideNote(titles: readonly string[]): string {
  if (!titles.includes(besideColumn.title)) return '';
  return `${besideColumn.title}: how many times as fast the fastest rung of the case is (2× is half the time; 95 % interval of both medians)\n`;
}

function besideText(beside: Beside | undefined): string {
  if (!beside) return '';
  const { own, peer, ratio } = beside;
  const interval = ratio.interval?.map((bound) => digits(bound, 3)).join(' … ');
  const caches =
    own.timing.cache === peer.timing.cache ? '' : `, ${own.timing.cache} over ${peer.timing.cache}`;
  return `${digits(ratio.value, 3)}×${interval === undefined ? '' : ` (${interval})`}${caches}`;
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
  const first = results.find(
    (other) => other.case === result.case && other.kind === 'gpu' && other.timing !== undefined,
  );
  if (!first?.timing || !result.timing) return '–';
  return `${digits(first.timing.medianNs / result.timing.medianNs, 3)}×`;
}
