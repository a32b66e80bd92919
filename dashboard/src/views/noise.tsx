// How noisy each history is: what the judge has to see through.
import type { VNode } from 'preact';
import type { JudgedSeries, SiteJudgement } from '@kernel-ladder/schema';
import { formatNumber } from '../format.ts';
import { idColumn, numberColumn, textColumn } from '../ui/columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Hint, Section } from '../ui/section.tsx';

/** Draws the section, its table closed: it lies behind the others. */
export function NoiseSection({ judgement }: { readonly judgement: SiteJudgement }): VNode {
  const { machineKey, series } = judgement;
  const noisiest = series.toSorted((a, b) => (noiseOf(b) ?? -1) - (noiseOf(a) ?? -1));
  const changed = series.filter((one) => noiseOf(one) === null).length;
  return (
    <Section id="noise" title="Noise between runs">
      {changed > 0 ? <Hint>{whyUnknown(changed)}</Hint> : null}
      <details>
        <summary>{series.length} histories, the noisiest first</summary>
        <DataTable
          id="noise-table"
          label="Noise between runs"
          columns={columnsOf(machineKey)}
          rows={noisiest}
          keyOf={({ id }) => id}
        />
      </details>
    </Section>
  );
}

function columnsOf(machine: string): readonly Column<JudgedSeries>[] {
  return [
    idColumn<JudgedSeries>({ machine, of: ({ id }) => id }),
    { key: 'sigma', title: 'Sigma between runs', value: noiseOf, cell: sigmaText },
    numberColumn<JudgedSeries>('points', 'Runs', ({ points }) => points),
    numberColumn<JudgedSeries>('levels', 'Levels', ({ segments }) => segments.length),
    textColumn<JudgedSeries>(
      'launches',
      'Known from',
      ({ launches }) => launches,
      ({ launches }) => (launches > 0 ? `${launches} A/A launches` : 'the history'),
    ),
  ];
}

// Sigma between runs; null where one level holds several kernels, so that changes of code would count as noise.
function noiseOf({ sigma, launches, sameKernelHash }: JudgedSeries): number | null {
  return launches === 0 && sameKernelHash === false ? null : sigma;
}

function sigmaText(series: JudgedSeries): string {
  const sigma = noiseOf(series);
  return sigma === null ? 'the kernel changed' : `${formatNumber(100 * sigma, 2)}\u202f%`;
}

function whyUnknown(count: number): string {
  return `The noise of ${count} ids is not known: their kernel changed inside a level, so that the runs differ by their code too. bench aa launches one commit again and again.`;
}
