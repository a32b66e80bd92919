// The table of predicted and measured times, as Markdown that is written by the fit and kept fresh by a test.
import type { Comparison, ComparedRow } from './calibrate.ts';
import { heldOutErrors } from './calibrate.ts';
import type { CrossFit } from './cross-fit.ts';
import type { FittedValue } from './fitted.ts';

const heads = {
  ring: 'Ring',
  tree: 'Tree',
  default: "NCCL's own choice",
  unknown: 'Unknown algorithm',
} as const;

/** The whole document. */
export function calibrationTable(
  values: readonly FittedValue[],
  comparisons: readonly Comparison[],
  others: readonly CrossFit[],
): string {
  return (
    [
      '# Predicted and measured allreduce times',
      'Written by `pnpm --filter @kernel-ladder/collectives fit --write`; do not edit. Measured: NCCL 2.28.9 on one host of 8 H200, NVLS off ([reference](../reference)); `min` is the fastest call and what is fitted and scored, `med` the median call. Predicted: topology `h200-nvswitch-8`. **Bold** sizes are held out: the fit has not seen them. `any`: the host hides the rest, so that the model tells no algorithm, or no protocol, from another.',
      '## Fitted parameters',
      markdown(
        ['parameter', 'value'],
        values.map(({ name, value }) => [`\`${name}\``, String(value)]),
      ),
      '## Error on held-out sizes',
      'Mean of |predicted/measured − 1|.',
      markdown(['algorithm', 'GPUs', 'below 1 MiB', 'from 1 MiB'], comparisons.map(errorRow)),
      ...crossSection(values, others),
      ...comparisons.flatMap(section),
    ].join('\n\n') + '\n'
  );
}

function errorRow(comparison: Comparison): readonly string[] {
  const { small, large } = heldOutErrors(comparison);
  return [comparison.algorithm, String(comparison.ranks), percent(small), percent(large)];
}

function crossSection(values: readonly FittedValue[], others: readonly CrossFit[]): readonly string[] {
  return [
    '## Fits to other rows',
    'The same model fitted to the sizes that are held out above, and to all sizes of one rank count: what moves is not fixed by the rows. A single rank count does not separate `launch.hostUs` from `launch.hostPerDoublingUs`, which only enter as a sum: how they share it is where the search began.',
    markdown(
      ['parameter', 'kept', ...others.map(({ fittedTo }) => fittedTo)],
      values.map(({ name, value }, index) => [
        `\`${name}\``,
        String(value),
        ...others.map((other) => rateOf(other.values[index]?.value)),
      ]),
    ),
    'Errors on the rows that each of these fits has not seen.',
    markdown(
      ['fitted to', 'algorithm', 'GPUs', 'below 1 MiB', 'from 1 MiB'],
      others.flatMap(({ fittedTo, comparisons }) =>
        comparisons.map((comparison) => [fittedTo, ...errorRow(comparison)]),
      ),
    ),
  ];
}

// A search that finds a rate to matter not at all pushes it up without end.
function rateOf(value = NaN): string {
  return value >= 1e9 ? 'no limit' : String(value);
}

function section({ algorithm, ranks, rows }: Comparison): readonly string[] {
  const head = [
    'bytes',
    'predicted µs',
    'min µs',
    'med µs',
    'error',
    'predicted busbw',
    'measured busbw',
    'as',
  ];
  return [
    `## ${heads[algorithm]}, ${ranks} GPUs`,
    markdown(
      head,
      rows.map((row) => cells(row, ranks)),
    ),
  ];
}

function cells({ measured, predicted, error, isFitted }: ComparedRow, ranks: number): readonly string[] {
  const busbw = (measured.bytes / measured.timeUs / 1e3) * ((2 * (ranks - 1)) / ranks);
  const size = formatBytes(measured.bytes);
  return [
    isFitted ? size : `**${size}**`,
    predicted.timeUs.toFixed(1),
    measured.timeUs.toFixed(1),
    measured.medianUs?.toFixed(1) ?? '',
    `${error < 0 ? '−' : '+'}${percent(Math.abs(error))}`,
    predicted.busbwGBps.toFixed(1),
    busbw.toFixed(1),
    `${predicted.algorithm}, ${predicted.protocol}`,
  ];
}

/** Bytes in the largest binary unit that divides them. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
  const unit = bytes === 0 ? 0 : units.findLastIndex((_, power) => bytes % 1024 ** power === 0);
  return `${bytes / 1024 ** unit} ${units[unit] ?? 'B'}`;
}

/** A Markdown table, padded as the formatter leaves it. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(4, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => cell.padStart(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => `${'-'.repeat(width - 1)}:`).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
