// Which configuration suits which product: what searches of parameters chose on the machine that write-ups show, and how many they tried.
import type { Row } from '@kernel-ladder/curriculum';
import { choiceText } from '@kernel-ladder/schema';
import type { TuningEntry, TuningTable } from '@kernel-ladder/schema';
import { mainMachine, timedOf, timeText } from './data.ts';
import { timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

// A sweep tries so many configurations of a shape, and a guide speaks of so many shapes.
const fewestPairs = 20;
const [sweptShapes, guidedShapes] = [6, 8];

/** The page of a family's tuning table; null where the machine has none. */
export function configGuide(input: ReportInput, tables: readonly TuningTable[]): Report | null {
  const machine = mainMachine(input);
  const own = tables.find(({ family, machine: key }) => family === 'gemm' && key === machine?.machine.key);
  if (!own) return null;
  const rows = timedOf(machine, 'gemm');
  const guided = own.entries.map((entry) => ({ entry, row: rows.find((row) => ranWith(row, entry)) }));
  const swept = [...Map.groupBy(own.entries, (entry) => entry.case)].filter(
    ([, entries]) => rightPairs(entries) >= fewestPairs,
  );
  const unmeasured = guided.flatMap(({ entry, row }) =>
    row ? [] : [`\`gemm/${entry.rung}/${entry.case}\` with the choice of the table: \`bench run\``],
  );
  return writeReport({
    name: 'gemm-config-guide',
    title: 'Which configuration suits which product',
    intro: `What \`bench tune gemm\` chose on \`${own.machine}\`, for each rung and class of products ([how](../../packages/autotune/README.md#the-search)). Plans read the same table; a choice stands in it only where it was clearly faster than the usual one.`,
    sections: [guideSection(guided), sweepSection(swept)],
    missing: [
      ...unmeasured,
      ...tooFew('shapes with a choice', guided.length - unmeasured.length, guidedShapes),
      ...tooFew(`shapes with ${fewestPairs} right configurations`, swept.length, sweptShapes),
    ],
  });
}

function tooFew(what: string, count: number, least: number): readonly string[] {
  return count < least ? [`${what}: ${count} of ${least}: \`bench tune gemm --case …\``] : [];
}

// A result that says itself that it ran with this entry's choice.
function ranWith(
  { result: { variant, tuned } }: Row,
  { rung, class: shapeClass, choice }: TuningEntry,
): boolean {
  return variant === rung && tuned?.class === shapeClass && choiceText(tuned.choice) === choiceText(choice);
}

function rightPairs(entries: readonly TuningEntry[]): number {
  return entries.flatMap(({ landscape: { rows } }) => rows.filter(({ ns }) => ns !== null)).length;
}

interface Guided {
  readonly entry: TuningEntry;
  readonly row: Row | undefined;
}

function guideSection(guided: readonly Guided[]): Section {
  const measured = guided.flatMap(({ entry, row }) => (row ? [{ entry, row }] : []));
  return {
    title: 'The guide',
    text: 'Over default is the time of the usual choice over that of this one, both timed in turns, with its 95 % interval; 1 where the usual choice stays. The result is the newest that ran with this choice.',
    columns: ['shape', 'rung', 'config', 'over default', timeHead, ...sourceColumns],
    rows: measured.map(({ entry, row }) => [
      entry.class,
      entry.rung,
      choiceText(entry.choice),
      speedText(entry),
      timeText(row),
      ...sourceCells(row),
    ]),
    sources: measured.map(({ row }) => row),
  };
}

function speedText({ speed: { ratio, low, high, turns } }: TuningEntry): string {
  return turns === 0 ? '1 ×' : `${ratio} × (${low} to ${high})`;
}

function sweepSection(swept: readonly (readonly [string, readonly TuningEntry[]])[]): Section {
  return {
    title: 'The sweep',
    text: `Every pair of a rung and a configuration that the model left was checked by the oracle, then timed. Shapes of which ${fewestPairs} pairs or more were right.`,
    columns: ['shape', 'pairs', 'wrong or failed', 'winner', 'time, µs'],
    rows: swept.map(([shape, entries]) => {
      const [winner] = entries.toSorted((one, other) => one.tunedNs - other.tunedNs);
      const wrong = entries.reduce((sum, { search }) => sum + search.wrong + search.failed, 0);
      return [
        shape,
        String(rightPairs(entries)),
        String(wrong),
        winner ? `${winner.rung} ${choiceText(winner.choice)}` : '',
        winner ? (winner.tunedNs / 1000).toPrecision(4) : '',
      ];
    }),
    sources: [],
  };
}
