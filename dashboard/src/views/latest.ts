// The table's section: the chosen case or every case of the family, with a link to the numbers themselves.
import { familyFile } from '../data.ts';
import { el, scrollBox } from '../dom.ts';
import { breakingOf } from '../model/checks.ts';
import { latestOf, sortRows } from '../model/latest.ts';
import type { LatestRow } from '../model/latest.ts';
import { formatHash } from '../state.ts';
import { latestTable } from '../table.ts';
import { seriesStyle } from '../theme.ts';
import { kernelCell } from './kernel.ts';
import type { Shown } from './shown.ts';

/** Fills the section. */
export function latestView(section: HTMLElement, shown: Shown): void {
  const { family, machine, software, simulated, selection, checks, state, theme, go } = shown;
  const all = latestOf(family, { software, machine, breaking: breakingOf(checks) });
  const rows = state.allCases ? all : all.filter((row) => row.case === selection.case);
  const ordered = sortRows(rows, state.sort);
  const table = latestTable(ordered, {
    sort: state.sort,
    case: selection.case,
    casesAs: state.allCases ? (ordered === rows ? 'headings' : 'lines') : null,
    style: (row) => (row.case === selection.case ? seriesStyle(theme, row.place) : null),
    addressOf: (name) => formatHash({ ...state, case: name }),
    kernel: (hash) => kernelCell(hash, family.kernels),
    onSort: (sort) => go({ ...state, sort }),
  });
  const title = `Latest results of ${family.family}`;
  section.replaceChildren(
    el(
      'header',
      {},
      el('h2', { id: 'latest-title' }, title),
      el('div', { class: 'scales' }, ...toggle(shown), download(shown)),
    ),
    el('p', { class: 'hint' }, summary(rows) + (simulated ? ranksNote : '')),
    scrollBox(title, table),
  );
}

function toggle({ selection, state, go }: Shown): readonly HTMLElement[] {
  if (selection.cases.length === 1) return [];
  const label = `All ${selection.cases.length} cases`;
  const attributes = { id: 'all-cases', type: 'button', 'aria-pressed': String(state.allCases) };
  const button = el('button', attributes, label);
  button.addEventListener('click', () => go({ ...state, allCases: !state.allCases }));
  return [button];
}

function download({ family }: Shown): HTMLElement {
  return el('a', { href: familyFile(family.machineKey, family.family), download: '' }, 'Download JSON');
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
