// The table's section: the chosen case or every case of the family, with a link to the numbers themselves.
import type { VNode } from 'preact';
import { familyFile } from '../data.ts';
import { breakingOf } from '../model/checks.ts';
import { latestOf, sortRows } from '../model/latest.ts';
import type { LatestRow } from '../model/latest.ts';
import { formatHash } from '../state.ts';
import { seriesStyle } from '../theme.ts';
import { Explained } from '../ui/explained.tsx';
import { Hint } from '../ui/section.tsx';
import { LatestTable } from './latest-table.tsx';
import type { TableLook } from './latest-table.tsx';
import type { Shown } from './shown.ts';

/** Draws the section. */
export function LatestSection({ shown }: { readonly shown: Shown }): VNode {
  const { family, machine, software, simulated, selection, checks, state, theme, go } = shown;
  const all = latestOf(family, { software, machine, breaking: breakingOf(checks) });
  const rows = state.allCases ? all : all.filter((row) => row.case === selection.case);
  const ordered = sortRows(rows, state.sort);
  const look: TableLook = {
    sort: state.sort,
    case: selection.case,
    casesAs: state.allCases ? (ordered === rows ? 'headings' : 'lines') : null,
    style: (row) => (row.case === selection.case ? seriesStyle(theme, row.place) : null),
    addressOf: (name) => formatHash({ ...state, case: name }),
    kernels: family.kernels,
    onSort: (sort) => go({ sort }),
  };
  const title = `Latest results of ${family.family}`;
  return (
    <section id="latest" aria-labelledby="latest-title">
      <header>
        <h2 id="latest-title">
          <Explained>{title}</Explained>
        </h2>
        <div class="scales">
          <CasesButton shown={shown} />
          <a href={familyFile(family.machineKey, family.family)} download="">
            Download JSON
          </a>
        </div>
      </header>
      <Hint>{summary(rows) + (simulated ? ranksNote : '')}</Hint>
      <div class="scroll" tabIndex={0} role="region" aria-label={`${title}: table`}>
        <LatestTable rows={ordered} look={look} />
      </div>
    </section>
  );
}

function CasesButton({ shown: { selection, state, go } }: { readonly shown: Shown }): VNode | null {
  if (selection.cases.length === 1) return null;
  return (
    <button
      id="all-cases"
      type="button"
      aria-pressed={state.allCases}
      onClick={() => go({ allCases: !state.allCases })}
    >
      All {selection.cases.length} cases
    </button>
  );
}

const ranksNote = ' Ranks share one device: algbw and busbw are no network’s.';

function summary(rows: readonly LatestRow[]): string {
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const parts = ['passed', 'failed', 'skipped'].flatMap((status) =>
    count(status) > 0 ? [`${count(status)} ${status}`] : [],
  );
  const cases = new Set(rows.map((row) => row.case));
  const which = cases.size === 1 ? `${[...cases].join('')} in its latest run` : 'Each case in its latest run';
  const doubt = rows.some((row) => row.isBaselineDoubtful)
    ? '; ≈ where the time of that rung is not comparable'
    : '';
  return `${which}: ${parts.join(', ')}. Speed-up is over the first rung of the same case${doubt}.`;
}
