// What a stride costs: the bandwidth of every stride and width, read and written, and how each family reaches memory.
import type { FamilyLadder } from '@kernel-ladder/schema';
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, mainMachine, ofOneRun, timeUs, timedOf } from './data.ts';
import { figureLink, writeFigure } from './figure.ts';
import { bandwidthUnit, timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

const figure = { name: 'access-patterns', title: 'Bandwidth over the stride, by the width of an access' };

// Eight strides by three widths, read and written.
const fewestCells = 48;

/** The cells of the heat map, and the pattern of each family's rungs that are traced. */
export function accessPatterns(input: ReportInput): Report {
  const rows = cellsOf(mainMachine(input));
  const untraced = input.families.filter((family) => !tracedRung(family));
  return writeReport({
    name: 'access-patterns',
    title: 'Access patterns',
    intro:
      'Every word of an array is read or written once, by items of one, two or four words; neighbouring threads take items a stride apart. Bandwidth is of the words asked for: memory moves sectors of 32 bytes, so that items that lie apart bring others along, until each has a sector to itself.',
    sections: [
      { title: 'Plot', text: figureLink(figure), columns: [], rows: [], sources: [] },
      {
        title: 'Stride by width',
        text: '',
        columns: [
          'stride',
          'width',
          'access',
          timeHead,
          `bandwidth, ${bandwidthUnit}`,
          'of stride 1',
          ...sourceColumns,
        ],
        rows: rows.map((row) => cellRow(row, rows)),
        sources: rows,
      },
      familySection(input.families),
    ],
    missing: [
      ...(rows.length < fewestCells
        ? [`\`memory/pattern/stride=*,width=*,access=*,f32\`: ${rows.length} of ${fewestCells} cells`]
        : []),
      ...untraced.map(({ name }) => `\`${name}\`: no rung says how it reaches memory`),
    ],
  });
}

/** The same as lines over the stride. */
export function accessPatternsFigure(input: ReportInput): Report {
  const rows = cellsOf(mainMachine(input));
  const panels = ['read', 'write'].map((access) => ({
    title: access === 'read' ? 'Read' : 'Written',
    x: 'stride, items',
    y: `bandwidth, ${bandwidthUnit}`,
    lines: linesOf(rows.filter(({ result }) => result.params['access'] === access)),
  }));
  return writeFigure({ ...figure, panels, sources: rows });
}

function linesOf(rows: readonly Row[]) {
  return [...Map.groupBy(rows, widthOf)].map(([width, own]) => ({
    name: `${4 * width} bytes`,
    points: own.map((row) => [strideOf(row), gbpsOf(row)] as const),
  }));
}

// Of one run: cells are set beside each other.
function cellsOf(machine: MachineRows | null): readonly Row[] {
  const own = timedOf(machine, 'memory').filter(
    ({ result: { variant, case: name } }) => variant === 'pattern' && !name.startsWith('n='),
  );
  return ofOneRun(machine, own).toSorted(
    (a, b) =>
      String(a.result.params['access']).localeCompare(String(b.result.params['access'])) ||
      widthOf(a) - widthOf(b) ||
      strideOf(a) - strideOf(b),
  );
}

const strideOf = ({ result }: Row): number => Number(result.params['stride']);
const widthOf = ({ result }: Row): number => Number(result.params['width']);
const gbpsOf = ({ result }: Row): number => result.metrics?.gbps ?? Number.NaN;

function cellRow(row: Row, all: readonly Row[]): readonly string[] {
  const { width, access } = row.result.params;
  const first = all.find(
    (other) =>
      strideOf(other) === 1 &&
      other.result.params['width'] === width &&
      other.result.params['access'] === access,
  );
  return [
    cell(strideOf(row)),
    cell(widthOf(row)),
    String(access),
    cell(timeUs(row)),
    cell(gbpsOf(row)),
    first ? cell(gbpsOf(row) / gbpsOf(first), '×') : '',
    ...sourceCells(row),
  ];
}

function familySection(families: readonly FamilyLadder[]): Section {
  const traced = families.flatMap(({ name, rungs }) => {
    const rung = tracedRung({ rungs });
    return rung ? [[name, patternOf(rung.access), rung.name, rung.access]] : [];
  });
  return {
    title: 'Pattern of each family',
    text: 'The last rung of each ladder that is traced, as an emulated device with subgroups of 32 lanes has it: whole sectors of 32 bytes (coalesced), parts of them (strided) or the same words for all lanes (broadcast), and the lines of 128 bytes that an access touches. A family is as strided as its worst operand.',
    columns: ['family', 'pattern', 'rung', 'access of 32 lanes'],
    rows: traced,
    sources: [],
  };
}

function tracedRung({ rungs }: Pick<FamilyLadder, 'rungs'>) {
  return rungs.flatMap(({ name, access }) => (access === undefined ? [] : [{ name, access }])).at(-1);
}

function patternOf(access: string): string {
  return ['strided', 'coalesced', 'broadcast'].find((kind) => access.includes(` ${kind},`)) ?? 'unknown';
}
