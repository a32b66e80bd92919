// The code behind the ladder: lines against speed-up as a chart, and as a table for who cannot see it.
import type { VNode } from 'preact';
import { linesConfig } from '../charts/lines.ts';
import { formatSpeedup } from '../format.ts';
import type { CodePoint } from '../model/lines.ts';
import { codePointsOf, countsNote } from '../model/lines.ts';
import { commitAddress } from '../state.ts';
import { cited } from '../ui/cited.tsx';
import { TwinTable } from '../ui/plain-table.tsx';
import { Plot } from '../ui/plot.tsx';
import { Hint } from '../ui/section.tsx';
import type { Shown } from './shown.ts';

/** Draws the chart of one run; nothing where fewer than two variants tell their lines. */
export function CodeLines({ shown, run }: { readonly shown: Shown; readonly run: number }): VNode | null {
  const { family, selection, theme } = shown;
  const points = codePointsOf(family, selection.case, run);
  if (points.length < 2) return null;
  const note = countsNote(family);
  return (
    <>
      <h3>Speed-up against lines of code</h3>
      <Plot
        id="lines-chart"
        label={summaryOf(points)}
        config={linesConfig(points, theme)}
        data={{ variants: points.map(({ variant }) => variant).join(',') }}
        isLow
      />
      {note === '' ? null : (
        <Hint>
          {cited(
            note,
            family.runs.map(({ commit }) => commit.sha),
            (sha) => commitAddress(family.machineKey, sha),
          )}
        </Hint>
      )}
      <LinesTable points={points} />
    </>
  );
}

/** The chart in one sentence, for a reader who cannot see it. */
export function summaryOf(points: readonly CodePoint[]): string {
  const variants = points.map(
    ({ variant, speedup, lines }) => `${variant} ${formatSpeedup(speedup)} with ${lines} lines`,
  );
  return `Speed-up over the first rung against lines of code: ${variants.join(', ')}. The table below has every point.`;
}

const columns = ['Variant', 'WGSL', 'Generator', 'Speed-up', 'Per 100'];

function LinesTable({ points }: { readonly points: readonly CodePoint[] }): VNode {
  const rows = points.map(({ variant, wgsl, host, speedup, perLine }) => [
    variant,
    String(wgsl),
    String(host),
    formatSpeedup(speedup),
    formatSpeedup(100 * perLine),
  ]);
  return <TwinTable class="lines" label="Lines of code as a table" columns={columns} rows={rows} />;
}
