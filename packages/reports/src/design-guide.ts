// The guide for whoever writes an operator: from the memory hierarchy to fusion, and the decisions on the way. It is written by the
// results that it names: no number in it is typed.
import { shortNumber } from '@kernel-ladder/curriculum';
import type { MachineRows } from '@kernel-ladder/curriculum';
import { cell, mainMachine, timeText, timeUs } from './data.ts';
import { whenToFuse, whoseToTake } from './design-guide/beside.ts';
import type { Decision } from './design-guide/beside.ts';
import { branchesOf, operators } from './design-guide/choices.ts';
import type { Branch, Operator } from './design-guide/choices.ts';
import type { Chapter, Table } from './design-guide/chapter.ts';
import { chapters } from './design-guide/chapters/index.ts';
import { curveOf } from './design-guide/curves.ts';
import { honestySection } from './design-guide/honesty.ts';
import { stepsOf } from './design-guide/steps.ts';
import { figureLink } from './figure.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

/** Operators that a guide has a tree for, at least. */
const leastOperators = 8;

/** The page. */
export function designGuide(input: ReportInput): Report {
  const machine = mainMachine(input);
  const trees = operators.flatMap((operator) => {
    const branches = branchesOf(operator, machine);
    return branches.length > 0 ? [{ operator, branches }] : [];
  });
  const known = new Set(input.families.map(({ name }) => name));
  const tables = chapters.flatMap((chapter) => chapter.tables);
  const decided = [...whenToFuse(machine), ...whoseToTake(machine)];
  return writeReport({
    name: 'design-guide',
    title: 'Design guide',
    intro:
      'For whoever writes an operator: what the memory of a device costs, what each step away from it gains, and from which threshold on one way is better than another. Every number is taken from the newest run that has it; the result and the commit stand beside it. Where another device decides otherwise, its own runs write another guide.',
    sections: [
      ...machineSection(machine),
      ...chapters.flatMap((chapter) => chapterSections(chapter, machine, input.families)),
      ...honestySection(machine),
      ...trees.map(({ operator, branches }) => treeSection(operator, branches)),
      decisionSection('When to fuse, and whose kernel to take', decided),
    ],
    missing: [
      ...(trees.length < leastOperators
        ? [`a decision for ${leastOperators} operators: ${trees.length} have two rungs timed in one run`]
        : []),
      ...tables
        .filter((table) => known.has(table.family) && tableOf(table, machine, input.families) === null)
        .map(shownBy),
    ],
  });
}

// The balance of a device: what is below it waits for memory (Williams et al., Roofline, 2009).
function machineSection(machine: MachineRows | null): readonly Section[] {
  if (!machine) return [];
  const { adapter, roofs, timer, llc } = machine.machine;
  const gbps = Math.max(roofs.copyGBps, roofs.readGBps);
  const { f32 = 0 } = roofs.gflops;
  const units = Object.entries(roofs.gflops).filter(([kind]) => kind.startsWith('tensor:'));
  const sentences = [
    `One ${adapter.name} copies ${cell(roofs.copyGBps)} GB/s and reads ${cell(roofs.readGBps)} GB/s, and does ${cell(f32 / 1e3)} TFLOP/s in f32: all measured. An operator with fewer than ${cell(f32 / gbps)} operations a byte waits for memory, whatever its arithmetic; one with more has to keep its operands near to get there.`,
    ...units.map(
      ([kind, rate]) =>
        `Its matrix unit (\`${kind}\`) does ${cell(rate / 1e3)} T operations a second: there the balance is ${cell(rate / gbps)} operations a byte.`,
    ),
    ...(llc
      ? [
          `Its last cache holds ${cell(llc.bytes / 2 ** 20)} MiB: what two kernels hand on within that never has to reach memory, and fusing them gains less than the bytes say.`,
        ]
      : []),
    `A pass with nothing in it takes ${cell(timer.passOverheadNs / 1e3)} µs, another dispatch in a pass ${cell(timer.dispatchNs / 1e3)} µs. In the time of an empty pass memory moves ${cell((timer.passOverheadNs * gbps) / 2 ** 20)} MiB: below that a kernel is as fast as its launch, and the fewest dispatches win.`,
  ];
  return [{ title: 'The device', text: sentences.join('\n\n'), columns: [], rows: [], sources: [] }];
}

// A chapter, then its tables; a table without results says so.
function chapterSections(
  { title, text, rules, tables, figure }: Chapter,
  machine: MachineRows | null,
  families: ReportInput['families'],
): readonly Section[] {
  const known = new Set(families.map(({ name }) => name));
  const own = tables.filter(({ family }) => known.has(family));
  const written = text.join('\n\n');
  const advice = rules.map((rule) => `- ${rule}`).join('\n');
  return [
    {
      ...noTable,
      title,
      text: [written, ...(figure && known.has(figure.family) ? [figureLink(figure)] : []), advice].join(
        '\n\n',
      ),
    },
    ...own.map((table): Section => {
      const none = { ...noTable, title: table.title, text: `No results of ${shownBy(table)}.` };
      return { ...(tableOf(table, machine, families) ?? none), depth: 3 };
    }),
  ];
}

const noTable = { columns: [], rows: [], sources: [] } as const;

function tableOf(
  table: Table,
  machine: MachineRows | null,
  families: ReportInput['families'],
): Section | null {
  return table.kind === 'ladder' ? stepsOf(table, machine, families) : curveOf(table, machine);
}

/** The results that a table is made of, as a glob. */
function shownBy(table: Table): string {
  return table.kind === 'ladder'
    ? `two rungs of \`${table.family}/*/${table.case}\` in one run`
    : `three of \`${table.family}/${table.variants.join(',')}/${table.pattern}\` in one run`;
}

const columns = ['operator', 'if', 'threshold', 'take', ...sourceColumns] as const;

function treeSection(operator: Operator, branches: readonly Branch[]): Section {
  const { name, along } = operator;
  return {
    title: `Which rung: ${name}`,
    text: branches.map((branch, at) => `${'  '.repeat(at)}- ${branchText(operator, branch, at)}`).join('\n'),
    columns,
    rows: branches.map((branch, at) => [
      name,
      at === 0 ? `${along} from the smallest` : `${along} from here on`,
      shortNumber(branch.from),
      `\`${branch.best.result.variant}\`, ${cell(timeUs(branch.next) / timeUs(branch.best), '×')} as fast as \`${branch.next.result.variant}\``,
      ...sourceCells(branch.best),
    ]),
    sources: branches.map(({ best }) => best),
  };
}

function branchText({ along }: Operator, { from, to, best }: Branch, at: number): string {
  const sizes = from === to ? `${along} = ${cell(from)}` : `${along} of ${cell(from)} to ${cell(to)}`;
  return `${at === 0 ? '' : 'else, '}${sizes}: \`${best.result.variant}\`, ${timeText(best)} µs at the smallest of them`;
}

function decisionSection(title: string, decisions: readonly Decision[]): Section {
  return {
    title,
    text: 'A ratio above 1 × is in favour of the first that is named; it is how many times as fast that one is.',
    columns,
    rows: decisions.map(({ cells }) => cells),
    sources: decisions.map(({ source }) => source),
  };
}
