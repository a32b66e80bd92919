// What fusing saves: a fused kernel beside the same work in separate dispatches.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, isTimed, mainMachine, passedOf, timeUs } from './data.ts';
import { timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

const forms = [
  { family: 'gemm', fused: 'register', separate: 'unfused' },
  { family: 'gemm', fused: 'tensor', separate: 'tensor-unfused' },
  { family: 'softmax', fused: 'resident', separate: 'separate' },
  { family: 'fusion', fused: 'fused', separate: 'separate' },
] as const;

/** Bytes and time of every fused kernel beside its separate form, of the same run. */
export function fusion(input: ReportInput): Report {
  const machine = mainMachine(input);
  const found = forms.flatMap((form) => pairsOf(machine, form).map((pair) => ({ ...pair, form })));
  const known = new Set(input.families.map(({ name }) => name));
  const absent = forms.filter((form) => known.has(form.family) && !found.some((pair) => pair.form === form));
  return writeReport({
    name: 'fusion-bandwidth',
    title: 'What fusion saves',
    intro:
      'Predicted: the bytes that fusing saves, at the measured copy bandwidth, on top of the fused time. What the measurement gains beyond that is the dispatch between and what it leaves idle; what it falls short of, the cache had saved already.',
    sections: [
      {
        title: 'Fused against separate',
        text: '',
        columns: [
          'case',
          'fused',
          'dispatches',
          'bytes, separate',
          'bytes, fused',
          `separate: ${timeHead}`,
          `fused: ${timeHead}`,
          'speed-up',
          'predicted',
          'gap',
          ...sourceColumns,
        ],
        rows: found.map(({ fused, separate }) => rowOf(fused, separate)),
        sources: found.map(({ fused }) => fused),
      },
    ],
    missing: absent.map(
      ({ family, fused, separate }) => `\`${family}/${fused}\` beside \`${family}/${separate}\` in one run`,
    ),
  });
}

function rowOf(fused: Row, separate: Row): readonly string[] {
  const saved = separate.result.work.implBytes - fused.result.work.implBytes;
  const predicted = 1 + saved / (fused.machine.roofs.copyGBps * timeUs(fused) * 1e3);
  const measured = timeUs(separate) / timeUs(fused);
  return [
    `\`${fused.result.case}\``,
    `${fused.result.family} ${fused.result.variant}`,
    `${cell(separate.result.dispatch?.passes)} → ${cell(fused.result.dispatch?.passes)}`,
    cell(separate.result.work.implBytes),
    cell(fused.result.work.implBytes),
    cell(timeUs(separate)),
    cell(timeUs(fused)),
    cell(measured, '×'),
    cell(predicted, '×'),
    cell(100 * (measured / predicted - 1), '%'),
    ...sourceCells(fused),
  ];
}

function pairsOf(
  machine: MachineRows | null,
  form: (typeof forms)[number],
): readonly { readonly fused: Row; readonly separate: Row }[] {
  const rows = passedOf(machine, form.family).filter(isTimed);
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
