// A run as tables: one a family, the ladder's rungs under each other.
import type { FamilyLadder, Result, Run } from '@kernel-ladder/schema';
import { digits, formatNs, formatRate, table } from './format.ts';

type Metric = FamilyLadder['headline']['metric'];

const columns = ['case', 'variant', 'median', 'spread', 'rate', '% roof', '% peak', 'speed-up'] as const;

/** Column titles of a family's table; what a software adapter takes is no speed-up of anything. */
export function resultHeader({ software }: Pick<Run['machine'], 'software'>): readonly string[] {
  return software ? columns.filter((name) => name !== 'speed-up') : columns;
}

/** One row a result; speed-ups are over the first rung that passed on the same case. */
export function resultRows(results: readonly Result[], metric: Metric): readonly (readonly string[])[] {
  return results.map((result) => {
    if (result.status !== 'passed') return [result.case, result.variant, result.status];
    const { timing, metrics } = result;
    if (!timing || !metrics) return [result.case, result.variant, 'passed', '', 'nothing to time'];
    return [
      result.case,
      result.variant,
      formatNs(timing.medianNs),
      `±${digits((50 * (timing.p75Ns - timing.p25Ns)) / timing.medianNs, 2)} %`,
      formatRate(metric, metrics[metric] ?? 0),
      share(metrics.pctOfRoof, result),
      share(metrics.pctOfPeak, result),
      speedUp(result, results),
    ];
  });
}

/** The table of one family. */
export function familyTable(ladder: FamilyLadder, run: Run): string {
  const results = run.results.filter((result) => result.family === ladder.name);
  const cases = [...new Set(results.map((result) => result.case))];
  const rungs = ladder.rungs.map(({ name }) => name);
  const ordered = cases.flatMap((name) =>
    results
      .filter((result) => result.case === name)
      .toSorted((a, b) => rungs.indexOf(a.variant) - rungs.indexOf(b.variant)),
  );
  const titles = resultHeader(run.machine);
  const rows = resultRows(ordered, ladder.headline.metric).map((row) => row.slice(0, titles.length));
  return `\n${ladder.title} (${ladder.name})\n${table(titles, rows)}`;
}

/** Every failure in a line, timings that must not be compared, and the distinct reasons for skips. */
export function problems(run: Run): string {
  const failed = run.results.filter((result) => result.status === 'failed');
  const skipped = run.results.filter((result) => result.status === 'skipped');
  const reasons = Map.groupBy(skipped, ({ reason }) => `${reason?.code}: ${reason?.message}`);
  // Said once in the headline for a software adapter.
  const doubtful = run.results.filter(
    ({ timing, comparable }) => timing && !comparable && !run.machine.software,
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

function share(value: number | undefined, { comparableReasons }: Result): string {
  // A roof of a software adapter says nothing about anybody's hardware.
  const isSoftware = comparableReasons.includes('software-adapter');
  return value === undefined || isSoftware ? '–' : `${digits(value, 3)} %`;
}

function speedUp(result: Result, results: readonly Result[]): string {
  const first = results.find((other) => other.case === result.case && other.timing !== undefined);
  if (!first?.timing || !result.timing) return '–';
  return `${digits(first.timing.medianNs / result.timing.medianNs, 3)}×`;
}
