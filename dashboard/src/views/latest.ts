// The table's section: every id of the family, with a link to the numbers themselves.
import { familyFile } from '../data.ts';
import { el } from '../dom.ts';
import { latestOf, sortRows } from '../model/latest.ts';
import { latestTable } from '../table.ts';
import { seriesStyle } from '../theme.ts';
import type { Shown } from './shown.ts';

/** Fills the section. */
export function latestView(section: HTMLElement, shown: Shown): void {
  const { family, software, simulated, selection, state, theme, go } = shown;
  const rows = latestOf(family);
  const table = latestTable(sortRows(rows, state.sort), {
    sort: state.sort,
    case: selection.case,
    software,
    colour: (row) => seriesStyle(theme, row.place).colour,
    onSort: (sort) => go({ ...state, sort }),
  });
  const scroll = { class: 'scroll', tabindex: '0', role: 'region', 'aria-labelledby': 'latest-title' };
  const file = el('a', { href: familyFile(family.machineKey, family.family), download: '' }, 'Download JSON');
  section.replaceChildren(
    el('header', {}, el('h2', { id: 'latest-title' }, `Latest results of ${family.family}`), file),
    el('p', { class: 'hint' }, summary(rows.map((row) => row.status)) + (simulated ? ranksNote : '')),
    el('div', scroll, table),
  );
}

const ranksNote = ' Ranks share one device: algbw and busbw are no network’s.';

function summary(statuses: readonly string[]): string {
  const count = (status: string) => statuses.filter((one) => one === status).length;
  const parts = ['passed', 'failed', 'skipped'].flatMap((status) =>
    count(status) > 0 ? [`${count(status)} ${status}`] : [],
  );
  return `Each case in its latest run: ${parts.join(', ')}. Speed-up is over the first rung of the same case.`;
}
