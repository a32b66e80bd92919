// The α-β model of a collective held against what was measured: two parameters fitted to every time, and the winners that they predict.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, mainMachine, timeUs, timedOf } from './data.ts';
import { bandwidthUnit } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

// Reads the vectors of all ranks at once, which ranks on devices of their own cannot: no algorithm to choose.
const shortcut = 'fused';

/** T = passes · α + bytes / B: the model's two parameters. */
export interface Model {
  /** What a pass costs, however little it moves, in ns. */
  readonly passNs: number;
  /** Bytes per ns, which are GB/s. */
  readonly gbps: number;
}

/** The page: parameters, the rate of combining, and at every size the predicted winner beside the measured one. */
export function allreduceModel(input: ReportInput): Report {
  const rows = plainRows(mainMachine(input));
  const model = fit(rows);
  const races = model ? racesOf(rows, model) : [];
  return writeReport({
    name: 'allreduce-model',
    title: 'Cost model of allreduce on one device',
    intro:
      'A time is modelled as T = passes · α + requested bytes / B: the α-β model with passes for messages, as the ranks share one device. α and B are fitted to all times of plain f32 sums, by least squares of relative errors. γ is the rate of combining, in bytes received and added: of the fastest kernel the vectors of all ranks but one over its time.',
    sections: model ? [parameters(model, rows, races), gammaSection(rows), winnerSection(races)] : [],
    missing: [
      ...(model ? [] : ['`allreduce/*/n=*,ranks=*,f32`: times of two algorithms or more']),
      ...(races.length < 5 ? [`winners at five sizes: ${races.length} on record`] : []),
    ],
  });
}

function plainRows(machine: MachineRows | null): readonly Row[] {
  return timedOf(machine, 'allreduce').filter(({ result: { case: name, params, dispatch } }) => {
    const isPlain = name === `n=${params['n']},ranks=${params['ranks']},f32`;
    return isPlain && dispatch !== undefined;
  });
}

/** The parameters of the smallest squared relative errors; null where the times do not tell passes from bytes. */
export function fit(rows: readonly Row[]): Model | null {
  // In p = passes / T and b = bytes / T the model is p·α + b/B = 1: two normal equations.
  const points = rows.map((row) => ({ p: passesOf(row) / nsOf(row), b: bytesOf(row) / nsOf(row) }));
  const sum = (of: (point: { readonly p: number; readonly b: number }) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  const [pp, pb, bb, p, b] = [
    sum((one) => one.p * one.p),
    sum((one) => one.p * one.b),
    sum((one) => one.b * one.b),
    sum((one) => one.p),
    sum((one) => one.b),
  ];
  const determinant = pp * bb - pb * pb;
  const passNs = (p * bb - b * pb) / determinant;
  const perByte = (b * pp - p * pb) / determinant;
  return passNs > 0 && perByte > 0 && Number.isFinite(passNs) ? { passNs, gbps: 1 / perByte } : null;
}

/** The modelled time of a result, in ns. */
export function predictedNs(row: Row, { passNs, gbps }: Model): number {
  return passesOf(row) * passNs + bytesOf(row) / gbps;
}

interface Race {
  readonly ranks: number;
  readonly n: number;
  readonly rows: readonly Row[];
  readonly predicted: Row;
  readonly measured: Row;
  readonly model: Model;
}

function racesOf(rows: readonly Row[], model: Model): readonly Race[] {
  const algorithms = rows.filter(({ result }) => result.variant !== shortcut);
  return [...Map.groupBy(algorithms, ({ result }) => result.case).values()]
    .flatMap((own) => {
      const [predicted] = own.toSorted((a, b) => predictedNs(a, model) - predictedNs(b, model));
      const [measured] = own.toSorted((a, b) => nsOf(a) - nsOf(b));
      if (!predicted || !measured || own.length < 2) return [];
      const { n, ranks } = measured.result.params;
      return [{ n: Number(n), ranks: Number(ranks), rows: own, predicted, measured, model }];
    })
    .toSorted((a, b) => a.ranks - b.ranks || a.n - b.n);
}

function parameters(model: Model, rows: readonly Row[], races: readonly Race[]): Section {
  const errors = rows.map((row) => Math.abs(predictedNs(row, model) / nsOf(row) - 1));
  const sorted = errors.toSorted((a, b) => a - b);
  const right = races.filter(isRight).length;
  const worst = Math.max(...races.map(lossOf));
  return {
    title: 'Parameters',
    text: '',
    columns: ['quantity', 'value', 'from'],
    rows: [
      ['α', `${cell(model.passNs / 1e3)} µs a pass`, `${rows.length} times`],
      ['B', `${cell(model.gbps)} ${bandwidthUnit}`, `${rows.length} times`],
      ['median error of a time', percent(sorted[Math.floor(sorted.length / 2)]), `${rows.length} times`],
      ['largest error of a time', percent(sorted.at(-1)), `${rows.length} times`],
      ['winner predicted', `${right} of ${races.length}`, `${races.length} sizes and rank counts`],
      ['lost at worst by the prediction', cell(worst, '×'), `${races.length} sizes and rank counts`],
    ],
    sources: [],
  };
}

const percent = (share: number | undefined): string => cell(100 * (share ?? Number.NaN), '%');

/** Bytes that ranks receive and add, per ns of a kernel: γ in GB/s. */
export function gammaOf({ result }: Row): number {
  const { n, ranks } = result.params;
  return ((Number(ranks) - 1) * 4 * Number(n)) / (result.timing?.medianNs ?? Number.NaN);
}

function gammaSection(rows: readonly Row[]): Section {
  const groups = [...Map.groupBy(rows, ({ result }) => Number(result.params['ranks']))];
  const largest = groups
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, own]) => {
      const most = Math.max(...own.map(({ result }) => Number(result.params['n'])));
      const atMost = own.filter(({ result }) => Number(result.params['n']) === most);
      return atMost.toSorted((a, b) => gammaOf(b) - gammaOf(a)).slice(0, 1);
    });
  return {
    title: 'Rate of combining',
    text: 'At the largest size of each rank count, by its fastest kernel.',
    columns: ['ranks', 'n', 'by', `γ, ${bandwidthUnit}`, ...sourceColumns],
    rows: largest.map((row) => [
      cell(Number(row.result.params['ranks'])),
      cell(Number(row.result.params['n'])),
      row.result.variant,
      cell(gammaOf(row)),
      ...sourceCells(row),
    ]),
    sources: largest,
  };
}

function winnerSection(races: readonly Race[]): Section {
  return {
    title: 'Winners, predicted and measured',
    text: `Without \`${shortcut}\`, which reads all vectors at once and leaves nothing to choose. Lost: time of the predicted winner over that of the measured one.`,
    columns: [
      'ranks',
      'n',
      'algorithms',
      'predicted winner',
      'its time as modelled, µs',
      'as measured, µs',
      'measured winner',
      'its time, µs',
      'lost',
      ...sourceColumns,
    ],
    rows: races.map((race) => [
      cell(race.ranks),
      cell(race.n),
      cell(race.rows.length),
      race.predicted.result.variant,
      cell(predictedNs(race.predicted, race.model) / 1e3),
      cell(timeUs(race.predicted)),
      race.measured.result.variant,
      cell(timeUs(race.measured)),
      isRight(race) ? 'nothing' : cell(lossOf(race), '×'),
      ...sourceCells(race.measured),
    ]),
    sources: races.map(({ measured }) => measured),
  };
}

const lossOf = ({ predicted, measured }: Race): number => nsOf(predicted) / nsOf(measured);
const isRight = ({ predicted, measured }: Race): boolean => predicted === measured;
const passesOf = ({ result }: Row): number => result.dispatch?.passes ?? Number.NaN;
const bytesOf = ({ result }: Row): number => result.work.implBytes;
const nsOf = ({ result }: Row): number => result.timing?.medianNs ?? Number.NaN;
