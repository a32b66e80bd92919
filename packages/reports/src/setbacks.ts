// What went wrong on a family's way: rungs that are slower, kernels that a change made slower, times that cannot be used, failures.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { breaksOnPurpose } from '@kernel-ladder/schema';
import { isFaster, stepsOf } from './climb.ts';
import type { Step } from './climb.ts';
import { cell, isTimed, timeUs } from './data.ts';
import type { Ladder } from './data.ts';
import { sourceCells, sourceColumns } from './report.ts';
import type { Section } from './report.ts';

interface Setback {
  readonly what: string;
  readonly row: Row;
  readonly where: string;
  readonly how: string;
}

/** The section: one row a rung and kind of setback, the worst of each. */
export function setbackSection(
  machine: MachineRows | null,
  family: string,
  ladders: readonly Ladder[],
): Section {
  const past = [...(machine?.past.values() ?? [])].filter(([newest]) => newest?.result.family === family);
  const found = [...slowerRungs(ladders), ...slowerKernels(past), ...unusable(ladders), ...without(past)];
  return {
    title: 'What went wrong',
    text:
      found.length === 0
        ? 'No rung is slower than one before it, no change of a kernel cost time, every time compares, and nothing failed.'
        : 'Of each rung and kind the worst.',
    columns: found.length === 0 ? [] : ['what', 'rung', 'where', 'how much', ...sourceColumns],
    rows: found.map(({ what, row, where, how }) => [
      what,
      `\`${row.result.variant}\``,
      where,
      how,
      ...sourceCells(row),
    ]),
    sources: found.map(({ row }) => row),
  };
}

function slowerRungs(ladders: readonly Ladder[]): readonly Setback[] {
  const steps = ladders.flatMap(({ rungs }) => stepsOf(rungs)).filter(({ before }) => before !== null);
  return byVariant(steps, ({ row }) => row).flatMap((own) => {
    const slower = own.filter(({ verdict }) => verdict === 'slower');
    const worst = slower.toSorted((a, b) => (a.gain ?? 1) - (b.gain ?? 1))[0];
    if (!worst?.before) return [];
    const { row, before, gain } = worst;
    return [
      {
        what: 'slower than an earlier rung',
        row,
        where: `${slower.length} of ${own.length} cases, most at \`${row.result.case}\``,
        how: `${cell(gain, '×')} as fast as \`${before.result.variant}\``,
      },
    ];
  });
}

// Neighbours in time whose kernels differ: only then can the change be why.
function slowerKernels(past: readonly (readonly Row[])[]): readonly Setback[] {
  const changes = past.flatMap((rows) => {
    const timed = rows.filter(isTimed);
    return timed.flatMap((row, at) => {
      const before = timed[at + 1];
      const isChanged = before && before.result.kernelHash !== row.result.kernelHash;
      return isChanged && isFaster(before, row) ? [{ row, before, gain: timeUs(before) / timeUs(row) }] : [];
    });
  });
  return byVariant(changes, ({ row }) => row).flatMap((own) => {
    const worst = own.toSorted((a, b) => a.gain - b.gain)[0];
    if (!worst) return [];
    const { row, before, gain } = worst;
    return [
      {
        what: 'a change of the kernel made it slower',
        row,
        where: `\`${row.result.case}\`, between ${before.run.commit.sha.slice(0, 8)} and ${row.run.commit.sha.slice(0, 8)}`,
        how: `${cell(gain, '×')} as fast as before`,
      },
    ];
  });
}

function unusable(ladders: readonly Ladder[]): readonly Setback[] {
  const rows = ladders.flatMap(({ leftOut }) => leftOut);
  return byVariant(rows, (row) => row).flatMap((own) => {
    const [row] = own;
    if (!row) return [];
    const reasons = new Set(own.flatMap(({ result }) => result.comparableReasons));
    return [
      {
        what: 'a time that must not be compared',
        row,
        where: own.map(({ result }) => `\`${result.case}\``).join(', '),
        how: [...reasons].join(', '),
      },
    ];
  });
}

function without(past: readonly (readonly Row[])[]): readonly Setback[] {
  const rows = past.flat().filter(({ result }) => result.status !== 'passed' && result.kind === 'gpu');
  return byVariant(rows, (row) => row).flatMap((own) => {
    const row = own.find(({ result }) => result.status === 'failed') ?? own[0];
    const { status = 'failed', reason } = row?.result ?? {};
    if (!row) return [];
    return [
      { what: status, row, where: `\`${row.result.case}\``, how: reason?.message ?? 'no reason recorded' },
    ];
  });
}

function byVariant<T>(all: readonly T[], rowOf: (one: T) => Row): readonly (readonly T[])[] {
  return [...Map.groupBy(all, (one) => rowOf(one).result.variant).values()];
}

/** How a step reads in a table; a rung that is there to fail somewhere says so. */
export function stepText(step: Step): string {
  const text = verdictText(step);
  return breaksOnPurpose(step.row.result) ? `${text}; breaks as expected` : text;
}

function verdictText({ verdict, gain, before }: Step): string {
  if (verdict === 'first' || !before) return 'first';
  const name = `\`${before.result.variant}\``;
  const times = cell(gain, '×');
  switch (verdict) {
    case 'same kernel':
      return 'the kernel of an earlier rung';
    case 'climbs':
      return `${times} as fast as ${name}`;
    case 'slower':
      return `slower: ${times} as fast as ${name}`;
    case 'level':
      return `nothing beyond noise: ${times} as fast as ${name}`;
    default:
      throw new Error(`no such verdict: ${String(verdict satisfies never)}`);
  }
}
