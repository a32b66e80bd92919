// Which runs of a long history the trend has, and the way to older ones.
import type { SiteMachine } from '@kernel-ladder/schema';
import { el } from '../dom.ts';
import { shownPages, shownRuns } from '../history.ts';
import { noteLine } from '../messages.ts';
import { untilNotes } from '../model/until.ts';
import { formatHash } from '../state.ts';
import type { ViewState } from '../state.ts';

/** A line with links; nothing where a page of data holds all runs. */
export function rangeNotices(
  machine: Pick<SiteMachine, 'runs' | 'runPages'>,
  state: ViewState,
): readonly HTMLElement[] {
  const odd = untilNotes(machine, state.until).map(noteLine);
  const shown = shownRuns(machine, shownPages(machine, state.until));
  if (!shown || (shown.older === null && shown.newer === null)) return odd;
  const { first, last, older, newer } = shown;
  const numbers = [first, last, machine.runs].map((run) => run.toLocaleString('en'));
  const link = (id: string, until: string | null, text: string) =>
    until === null ? [] : [' ', el('a', { id, href: formatHash({ ...state, until: until || null }) }, text)];
  return [
    ...odd,
    el(
      'p',
      { class: 'note', id: 'range' },
      `The trend has runs ${numbers[0]} to ${numbers[1]} of ${numbers[2]}.`,
      ...link('range-older', older, 'Older runs'),
      ...link('range-newer', newer, 'Newer runs'),
      ...link('range-newest', newer ? '' : null, 'Newest runs'),
    ),
  ];
}
