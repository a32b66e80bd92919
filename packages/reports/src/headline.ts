// One table of everything: each rung at its family's headline sizes, and what holds it back.
import type { FamilyLadder } from '@kernel-ladder/schema';
import type { Row } from '@kernel-ladder/curriculum';
import { casesOf, largestLadders, mainMachine, speedUp, timeText } from './data.ts';
import type { Ladder } from './data.ts';
import { heldBackBy } from './limits.ts';
import { metricColumn, metricText, timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';
import { takenApart } from './taken-apart.ts';

const share = metricColumn('pctOfRoof', []);

const columns = [
  'rung',
  timeHead,
  'rate',
  share.head,
  'speed-up',
  'held back by',
  'as its time says',
  ...sourceColumns,
];

/** The headline page: a row a rung and headline case, all rungs of a case of one run. */
export function headline(input: ReportInput): Report {
  const machine = mainMachine(input);
  const ladders = input.families.flatMap((family) => {
    const order = family.rungs.map(({ name }) => name);
    return headlineLadders(family, casesOf(machine, family.name, order)).map((ladder) => ({
      family,
      first: firstRung(ladder, order),
      ...ladder,
    }));
  });
  const measured = new Set(ladders.map(({ family }) => family.name));
  return writeReport({
    name: 'headline',
    title: 'Every rung at its headline size',
    intro:
      'The share of the roof is the shortest time that the machine’s measured roofs allow, over the median; the speed-up is over the first rung of the case in the same run. A rung whose timing must not be compared, because the device throttled, is left out, and where it is the first there is no speed-up. What holds a rung back is what its traffic and its launch suggest; beside it what its own time says, by the shares of launches, memory and arithmetic in it.',
    sections: [
      {
        title: machine?.machine.adapter.name ?? 'No hardware',
        text: '',
        columns,
        rows: ladders.flatMap(({ family, rungs, first }) => rungs.map((row) => line(family, row, first))),
        sources: ladders.flatMap(({ rungs }) => rungs),
      },
      ...takenApart(machine),
    ],
    missing: [
      ...ladders.flatMap(({ leftOut }) =>
        leftOut.map(({ result }) => `\`${result.id}\`: ${result.comparableReasons.join(', ')}`),
      ),
      ...input.families
        .filter(({ name }) => !measured.has(name))
        .map(({ name }) => `\`${name}\`: no passed result at a headline size on hardware`),
    ],
  });
}

// What a speed-up is over; none where the first rung's timing must not be compared.
function firstRung({ rungs, leftOut }: Ladder, order: readonly string[]): Row | undefined {
  const [first] = rungs;
  const place = (row: Row | undefined) => order.indexOf(row?.result.variant ?? '');
  return leftOut.some((row) => place(row) < place(first)) ? undefined : first;
}

// Variants that solve no headline case, such as those that reduce axes, stand at the largest of each kind that they solve; so
// do all of them where no run says which cases are the headline's.
function headlineLadders({ headline: { cases } }: FamilyLadder, all: readonly Ladder[]): readonly Ladder[] {
  const own = all.filter(({ caseName }) => cases.includes(caseName));
  if (cases.length > 0 && own.length === 0) return [];
  const shown = new Set(own.flatMap(({ rungs }) => rungs.map(({ result }) => result.variant)));
  const others = all.filter(({ rungs }) => rungs.every(({ result }) => !shown.has(result.variant)));
  return [...own, ...[...Map.groupBy(others, kindOf).values()].flatMap(largestLadders)];
}

// What is solved, whatever its size: the parameters that are names.
function kindOf({ rungs }: Ladder): string {
  const values = Object.values(rungs[0]?.result.params ?? {});
  return values.filter((value) => typeof value === 'string').join(' ');
}

function line(family: FamilyLadder, row: Row, first: Row | undefined): readonly string[] {
  const { result } = row;
  return [
    `${family.name}/${result.variant}`,
    timeText(row),
    metricText(family.headline.metric, row),
    share.cell(row),
    speedUp(row, first),
    family.rungs.find(({ name }) => name === result.variant)?.boundBy ?? '',
    heldBackBy(row),
    ...sourceCells(row),
  ];
}
