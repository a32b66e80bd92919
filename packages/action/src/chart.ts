// Charts of the job summary, in the Mermaid that GitHub draws itself: no service, no picture.
import type { Confirmed, Result, Run } from '@kernel-ladder/schema';

const mostBars = 16;
const mostCharts = 8;

/** The ids that moved most, as a bar each: the change of the median time in per cent, above 0 slower. Empty without any. */
export function effectChart(compared: Confirmed['compared']): string {
  const moved = compared.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect)).slice(0, mostBars);
  if (moved.length === 0) return '';
  const bars = moved
    .toSorted((a, b) => b.effect - a.effect)
    .map(({ id, effect }) => ({ label: id, value: 100 * effect }));
  return chart('Change of the median time in %, above 0 slower', bars);
}

/** The rungs of each family on the case that most of them ran: how many times as fast as the first. Empty where nothing was timed. */
export function ladderCharts({ results }: Pick<Run, 'results'>): string {
  const timed = results.filter(({ kind, timing }) => kind === 'gpu' && timing !== undefined);
  const families = [...Map.groupBy(timed, ({ family }) => family)].slice(0, mostCharts);
  return families.map(([family, own]) => ladderChart(family, own)).join('\n');
}

function ladderChart(family: string, results: readonly Result[]): string {
  const cases = [...Map.groupBy(results, (result) => result.case).values()];
  const rungs = cases.reduce((best, own) => (own.length > best.length ? own : best), []);
  const [first] = rungs;
  if (!first || rungs.length < 2) return '';
  const bars = rungs
    .slice(0, mostBars)
    .map((rung) => ({ label: rung.variant, value: medianOf(first) / medianOf(rung) }));
  return chart(`${family}, ${first.case}: times as fast as ${first.variant}`, bars);
}

function medianOf({ timing }: Result): number {
  return timing?.medianNs ?? Number.NaN;
}

interface Bar {
  readonly label: string;
  readonly value: number;
}

function chart(title: string, bars: readonly Bar[]): string {
  const labels = bars.map(({ label }) => quoted(label)).join(', ');
  const values = bars.map(({ value }) => value.toPrecision(4)).join(', ');
  return [
    '```mermaid',
    '---',
    'config: { xyChart: { width: 900, height: 320 } }',
    '---',
    'xychart-beta horizontal',
    `  title ${quoted(title)}`,
    `  x-axis [${labels}]`,
    `  bar [${values}]`,
    '```',
    '',
  ].join('\n');
}

// Ids are text of whoever wrote a family: nothing in a label ends the label, the line or the block.
function quoted(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N} _.,:=*/()%+-]+/gu, '?');
  return `"${plain.length > 60 ? `${plain.slice(0, 59)}…` : plain}"`;
}
