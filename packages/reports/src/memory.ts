// Memory: the traffic of every rung of gemm, and how attention's buffers grow.
import type { FamilyLadder } from '@kernel-ladder/schema';
import { growthOrder, timedRow } from '@kernel-ladder/curriculum';
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, isTimed, laddersOf, mainMachine, passedOf, timeUs, timedOf } from './data.ts';
import { bandwidthUnit, timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

/** Modelled traffic, intensity and achieved bandwidth of every rung of gemm. */
export function gemmMemory(family: FamilyLadder, input: ReportInput): Report {
  const machine = mainMachine(input);
  const ladders = laddersOf(
    machine,
    family.name,
    family.rungs.map(({ name }) => name),
  );
  const shown = new Set(ladders.flatMap(({ rungs }) => rungs.map(({ result }) => result.variant)));
  const others = family.rungs.map(({ name }) => name).filter((name) => !shown.has(name));
  const alone = others.flatMap((name) => mostWork(timedOf(machine, family.name), name));
  return writeReport({
    name: 'gemm-memory',
    title: 'Memory traffic of matrix products',
    intro:
      'Requested: what the algorithm of the rung asks of global memory. Compulsory: every operand once. Requested bytes that a cache serves make the rate exceed what memory can do. Access: how 32 lanes reach an operand at once, traced on an emulated device: the same words (broadcast), whole sectors of 32 bytes (coalesced) or parts of them (strided), and the lines of 128 bytes that this touches.',
    sections: [
      ...ladders.map(({ caseName, rungs }) => trafficSection(family, `\`${caseName}\``, rungs)),
      ...(alone.length > 0 ? [trafficSection(family, 'Beside no other rung', alone)] : []),
    ],
    missing: others
      .filter((name) => !alone.some(({ result }) => result.variant === name))
      .map((name) => `\`gemm/${name}\`: no timed result`),
  });
}

// What a rung that shares no ladder was timed on: its largest case.
function mostWork(rows: readonly Row[], name: string): readonly Row[] {
  const own = rows.filter(({ result }) => result.variant === name);
  return own.toSorted((a, b) => b.result.work.flops - a.result.work.flops).slice(0, 1);
}

function trafficSection(family: FamilyLadder, title: string, rows: readonly Row[]): Section {
  return {
    title,
    text: '',
    columns: [...trafficColumns, ...sourceColumns],
    rows: rows.map((row) => trafficRow(family, row)),
    sources: rows,
  };
}

const rates = ['FLOP per requested byte', `requested ${bandwidthUnit}`, 'workgroup bytes'];
const trafficColumns = ['rung', 'access of 32 lanes', 'requested bytes', 'over compulsory', ...rates];

function trafficRow(family: FamilyLadder, row: Row): readonly string[] {
  const { variant, work, dispatch } = row.result;
  return [
    variant,
    family.rungs.find(({ name }) => name === variant)?.access ?? '',
    cell(work.implBytes),
    cell(work.implBytes / work.minBytes, '×'),
    cell(work.flops / work.implBytes),
    cell(requestedGBps(row)),
    cell(dispatch?.sharedBytes),
    ...sourceCells(row),
  ];
}

/** The rate at which a rung's requests to global memory are served, in GB/s; above the memory roof where caches serve them. */
export function requestedGBps(row: Row): number {
  return row.result.work.implBytes / (timeUs(row) * 1e3);
}

/** What an order of growth is called: within a quarter of a whole one. */
export function growthName(order: number): string {
  const whole = Math.round(order);
  if (Math.abs(order - whole) > 0.25) return 'between';
  return ['constant', 'linear', 'quadratic', 'cubic'][whole] ?? 'faster';
}

const tokens = [128, 256, 512, 1024, 2048, 4096];

/** Bytes of buffers that each rung of attention holds, by tokens, and the order in which they grow. */
export function attentionMemory(family: FamilyLadder, input: ReportInput): Report {
  const order = family.rungs.map(({ name }) => name);
  const place = (row: Row): number => order.indexOf(row.result.variant);
  const rows = withoutForeignBytes(squareCases(mainMachine(input))).toSorted(
    (a, b) => place(a) - place(b) || queries(a) - queries(b),
  );
  return writeReport({
    name: 'attention-memory',
    title: 'Memory of attention',
    intro:
      'Bytes of the buffers of a launch, for as many queries as keys in f32. A run that also counted what its check reads back says up to one output more.',
    sections: [growthSection(rows), bytesSection(rows)],
    missing: ['naive', 'flash'].flatMap((name) =>
      tokens
        .filter((size) => !rows.some((row) => row.result.variant === name && queries(row) === size))
        .map((size) => `\`attention/${name}/b=4,h=16,q=${size},k=${size},d=64,f32\``),
    ),
  });
}

function growthSection(rows: readonly Row[]): Section {
  return {
    title: 'Order of growth',
    text: 'Between the two longest of the run that has most lengths: 1 is in proportion to the tokens, 2 to their square.',
    columns: ['rung', 'order', 'grows'],
    rows: [...Map.groupBy(rows, ({ result }) => result.variant)].map(([name, own]) => {
      const order = growthOrder(ofBestRun(own).map((row) => ({ x: queries(row), y: heldBytes(row) })));
      return [name, cell(order), growthName(order)];
    }),
    sources: [],
  };
}

function bytesSection(rows: readonly Row[]): Section {
  return {
    title: 'Bytes by tokens',
    text: '',
    columns: [
      'rung',
      'tokens',
      'bytes of buffers',
      'requested bytes',
      timeHead,
      `requested ${bandwidthUnit}`,
      ...sourceColumns,
    ],
    rows: rows.map((row) => [
      row.result.variant,
      cell(queries(row)),
      cell(row.result.peakBufferBytes),
      cell(row.result.work.implBytes),
      isTimed(row) ? cell(timeUs(row)) : '',
      isTimed(row) ? cell(requestedGBps(row)) : '',
      ...sourceCells(row),
    ]),
    sources: rows,
  };
}

// Runs have counted buffers in different ways: a growth is within one.
function ofBestRun(rows: readonly Row[]): readonly Row[] {
  const runs = [...Map.groupBy(rows, ({ run }) => run.id).values()];
  return runs.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** The rows of which none with more tokens has fewer bytes: one that does counted buffers which were not the kernel's. */
export function withoutForeignBytes(rows: readonly Row[]): readonly Row[] {
  return rows.filter(
    (row) =>
      !rows.some(
        (other) =>
          other.result.variant === row.result.variant &&
          queries(other) > queries(row) &&
          heldBytes(other) < heldBytes(row),
      ),
  );
}

const heldBytes = ({ result }: Row): number => result.peakBufferBytes ?? 0;

const queries = ({ result }: Row): number => Number(result.params['q']);

function squareCases(machine: MachineRows | null): readonly Row[] {
  if (!machine) return [];
  return passedOf(machine, 'attention')
    .map((row) => timedRow(row, machine))
    .filter(
      ({ result: { case: name, params } }) => name === `b=4,h=16,q=${params['q']},k=${params['q']},d=64,f32`,
    );
}
