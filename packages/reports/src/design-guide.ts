// The guide for whoever writes an operator: from the memory hierarchy to fusion, and the decisions on the way. It is written by the
// results that it names: no number in it is typed.
import { shortNumber } from '@kernel-ladder/curriculum';
import type { MachineRows } from '@kernel-ladder/curriculum';
import { cell, mainMachine, timeText, timeUs } from './data.ts';
import { whenToFuse, whoseToTake } from './design-guide/beside.ts';
import type { Decision } from './design-guide/beside.ts';
import { branchesOf, operators } from './design-guide/choices.ts';
import type { Branch, Operator } from './design-guide/choices.ts';
import { chapters, stepsOf } from './design-guide/steps.ts';
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
  const decided = [...whenToFuse(machine), ...whoseToTake(machine)];
  return writeReport({
    name: 'design-guide',
    title: 'Design guide',
    intro:
      'For whoever writes an operator: what the memory of a device costs, what each step away from it gains, and from which threshold on one way is better than another. Every number is taken from the newest run that has it; the result and the commit stand beside it. Where another device decides otherwise, its own runs write another guide.',
    sections: [
      ...machineSection(machine),
      ...chapters.flatMap((chapter) => stepsOf(chapter, machine, input.families) ?? []),
      fusionSection(),
      ...trees.map(({ operator, branches }) => treeSection(operator, branches)),
      decisionSection('When to fuse, and whose kernel to take', decided),
    ],
    missing:
      trees.length < leastOperators
        ? [`a decision for ${leastOperators} operators: ${trees.length} have two rungs timed in one run`]
        : [],
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

function fusionSection(): Section {
  return {
    title: 'Fusion: what lies between two operators need not go to memory',
    text: 'A kernel for each operator reads its operands and writes its result, though the next one wants nothing else. Fused, it is passed on in registers. The gain is the bytes that are saved, at the bandwidth of the device, and the launches: [what fusion saves](fusion-bandwidth.md) holds both against each other, case by case. Fuse what follows a product into its store; fuse maps into whatever reads them; keep a row in registers as long as they hold it. Do not fuse what two kernels read: computing it twice costs more than storing it where it is more than a few operations. The table at the end has the least that it gained.',
    columns: [],
    rows: [],
    sources: [],
  };
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
