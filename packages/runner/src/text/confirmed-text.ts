// What was confirmed, for a terminal.
import type { Confirmed, ConfirmedFailure } from '@kernel-ladder/schema';
import { shorten } from '@kernel-ladder/publish/compare';
import { verdictTable } from './verdict-text.ts';

/** The ids that were measured in turns, what fails, and what is still open; a sentence where there is nothing of it. */
export function confirmedText(confirmed: Confirmed): string {
  const { compared, newlyFailing, stillFailing, failedOnce, suspects, unmeasured, recorded } = confirmed;
  const held =
    recorded === null ? 'nothing of this machine is recorded' : `held against ${recorded.slice(0, 8)}`;
  const rows = compared.filter(({ inTurns }) => inTurns);
  const lists = [
    { title: 'newly failing', lines: newlyFailing.map(failureLine) },
    { title: 'still failing', lines: stillFailing.map(failureLine) },
    { title: 'failed once, and passed when launched again', lines: failedOnce.map(failureLine) },
    { title: 'SUSPECT, not confirmed', lines: suspects },
    { title: 'not measured in turns', lines: unmeasured },
  ].filter(({ lines }) => lines.length > 0);
  const told = lists
    .map(({ title, lines }) => `\n${title} (${lines.length})\n${shorten(lines, '  ')}`)
    .join('');
  const quiet = rows.length === 0 && told === '' ? 'nothing differs from its record\n' : '';
  return `${held}\n${verdictTable(rows)}${told}${quiet}`;
}

function failureLine({ id, reason }: ConfirmedFailure): string {
  return `${id}: ${reason.code}: ${reason.message}`;
}
