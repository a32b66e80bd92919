// What fusing saves: a fused kernel beside the same work in separate dispatches.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, mainMachine, timeUs, timedOf } from './data.ts';
import { heldBackBy } from './limits.ts';
import { timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

const forms = [
  { family: 'gemm', fused: 'register', separate: 'unfused' },
  { family: 'gemm', fused: 'tensor', separate: 'tensor-unfused' },
  { family: 'softmax', fused: 'resident', separate: 'separate' },
  { family: 'fusion', fused: 'fused', separate: 'separate' },
  { family: 'fusion', fused: 'chain-fused', separate: 'chain-separate' },
  { family: 'fusion', fused: 'compiled', separate: 'separate' },
] as const;

/** A gap beyond this has a reason, in percent. */
const widestGap = 25;

// What a fused kernel replaces, at its most telling: each step on its own.
const mostPasses = 3;

const columns = [
  'case',
  'fused',
  'passes',
  'bytes, separate',
  'bytes, fused',
  `separate: ${timeHead}`,
  `fused: ${timeHead}`,
  'speed-up',
  'predicted',
  'gap',
  'reason',
  ...sourceColumns,
];

/** Bytes and time of every fused kernel beside its separate form, of the same run, and why a prediction misses. */
export function fusion(input: ReportInput): Report {
  const machine = mainMachine(input);
  const found = forms.flatMap((form) => pairsOf(machine, form).map((pair) => ({ ...pair, form })));
  const known = new Set(input.families.map(({ name }) => name));
  const absent = forms.filter((form) => known.has(form.family) && !found.some((pair) => pair.form === form));
  const passes = Math.max(0, ...found.map(({ separate }) => passesOf(separate)));
  return writeReport({
    name: 'fusion-bandwidth',
    title: 'What fusion saves',
    intro: `Predicted: the bytes that fusing saves, at the measured copy bandwidth, on top of the fused time. A gap of more than ${widestGap} % between that and the measurement, and a fused form that is slower, have a reason, computed from the same results: passes that are saved as well, at the measured time of a dispatch; bytes that fit into the last-level cache; else what holds either form back.`,
    sections: [
      {
        title: 'Fused against separate',
        text: '',
        columns,
        rows: found.map(({ fused, separate }) => rowOf(fused, separate)),
        sources: found.map(({ fused }) => fused),
      },
    ],
    missing: [
      ...absent.map(
        ({ family, fused, separate }) => `\`${family}/${fused}\` beside \`${family}/${separate}\` in one run`,
      ),
      ...(passes < mostPasses
        ? [`a separate form of ${mostPasses} passes or more: the longest on record has ${passes}`]
        : []),
    ],
  });
}

function rowOf(fused: Row, separate: Row): readonly string[] {
  const predicted = predictedRatio(fused, separate);
  const measured = timeUs(separate) / timeUs(fused);
  return [
    `\`${fused.result.case}\``,
    `${fused.result.family} ${fused.result.variant}`,
    `${cell(passesOf(separate))} → ${cell(passesOf(fused))}`,
    cell(separate.result.work.implBytes),
    cell(fused.result.work.implBytes),
    cell(timeUs(separate)),
    cell(timeUs(fused)),
    cell(measured, '×'),
    cell(predicted, '×'),
    cell(gapOf(measured, predicted), '%'),
    reasonFor(fused, separate),
    ...sourceCells(fused),
  ];
}

const passesOf = ({ result }: Row): number => result.dispatch?.passes ?? 0;
const savedBytes = (fused: Row, separate: Row): number =>
  separate.result.work.implBytes - fused.result.work.implBytes;
const gapOf = (measured: number, predicted: number): number => 100 * (measured / predicted - 1);

function predictedRatio(fused: Row, separate: Row, launchNs = 0): number {
  const savedNs = savedBytes(fused, separate) / fused.machine.roofs.copyGBps + launchNs;
  return 1 + savedNs / (timeUs(fused) * 1e3);
}

/** Why the prediction misses by as much as it does; nothing where it does not miss and fusing helps. */
export function reasonFor(fused: Row, separate: Row): string {
  const measured = timeUs(separate) / timeUs(fused);
  const gap = gapOf(measured, predictedRatio(fused, separate));
  if (Math.abs(gap) <= widestGap && measured >= 1) return '';
  return launchReason(fused, separate) ?? cacheReason(fused, separate, gap) ?? boundReason(fused, separate);
}

// Launches explain a gap where they leave less of it than is worth a word.
function launchReason(fused: Row, separate: Row): string | null {
  const more = passesOf(separate) - passesOf(fused);
  const { dispatchNs } = fused.machine.timer;
  const measured = timeUs(separate) / timeUs(fused);
  const predicted = predictedRatio(fused, separate, more * dispatchNs);
  const before = Math.abs(gapOf(measured, predictedRatio(fused, separate)));
  const left = Math.abs(gapOf(measured, predicted));
  if (more <= 0 || before <= widestGap || left > widestGap) return null;
  return `launches: ${more} fewer at ${cell(dispatchNs / 1e3)} µs make it ${cell(predicted, '×')}`;
}

function cacheReason(fused: Row, separate: Row, gap: number): string | null {
  const llc = fused.machine.llc?.bytes ?? 0;
  const saved = savedBytes(fused, separate);
  if (gap >= -widestGap || saved > llc) return null;
  return `cache: the ${cell(saved)} bytes saved fit into its ${cell(llc)}, memory never saw them`;
}

function boundReason(fused: Row, separate: Row): string {
  return `separate held back by ${heldBackBy(separate)}; fused by ${heldBackBy(fused)}`;
}

function pairsOf(
  machine: MachineRows | null,
  form: (typeof forms)[number],
): readonly { readonly fused: Row; readonly separate: Row }[] {
  const rows = timedOf(machine, form.family);
  const separates = rows.filter(({ result }) => result.variant === form.separate);
  return rows
    .filter(({ result }) => result.variant === form.fused)
    .flatMap((fused) => {
      const separate = separates.find(
        (row) => row.result.case === fused.result.case && row.run.id === fused.run.id,
      );
      return separate ? [{ fused, separate }] : [];
    });
}
