// The tables of a comment: verdicts, what peers take beside our rungs, kernels that fail.
import { formatEffect, formatNs, shorten, verdictCells, verdictHeader } from '@kernel-ladder/publish/compare';
import { besideIn } from '@kernel-ladder/schema';
import type { Beside, Confirmed, ConfirmedFailure, ConfirmedId, Ratio, Result } from '@kernel-ladder/schema';
import { code, tableOf } from './text.ts';

const mostRows = 30;

/** A table of verdicts; `addressOf` has the trend of an id, where there is a site. */
export function verdictsTable(
  rows: readonly ConfirmedId[],
  addressOf: (id: string) => string | null,
): string {
  const lines = rows.slice(0, mostRows).map((row) => {
    const [, verdict = '', base = '', head = '', effect = '', interval = '', kernel = '', why = ''] =
      verdictCells(row);
    const address = addressOf(row.id);
    const name = address === null ? code(row.id) : `[${code(row.id)}](${address})`;
    return [name, verdict, base, head, effect, interval, kernel, code(why)];
  });
  return tableOf(verdictHeader, lines) + more(rows.length);
}

/** How our best rung of each case stands beside others of the same run. */
export function besideTable(results: readonly Result[]): string {
  const cases = Map.groupBy(results, (result) => `${result.family} ${result.case}`);
  const pairs = [...cases.values()].flatMap((own) => besideIn(own));
  const rows = pairs.slice(0, mostRows).map(besideCells);
  return tableOf(['case', 'best rung', 'time', 'peer', 'time', 'times as fast'], rows) + more(pairs.length);
}

function besideCells({ own, peer, ratio }: Beside): readonly string[] {
  const { family, variant, case: name } = own.result;
  const { name: who, version } = peer.peer;
  return [
    code(`${family} ${name}`),
    code(variant),
    formatNs(own.timing.medianNs),
    code(`${peer.result.variant} (${who} ${version})`),
    formatNs(peer.timing.medianNs),
    ratioText(ratio),
  ];
}

function ratioText({ value, interval }: Ratio): string {
  const text = `${value.toPrecision(3)} ×`;
  return interval === null ? text : `${text} (${interval.map((end) => end.toPrecision(3)).join(' … ')})`;
}

/** Lists of ids that fail, each under its title. */
export function failureLists({ newlyFailing, failedOnce, stillFailing }: Confirmed): string {
  const lists = [
    ['Newly failing', newlyFailing],
    ['Failed once, and passed when launched again', failedOnce],
    ['Fails in the base as well', stillFailing],
  ] as const;
  return lists.map(([title, failures]) => list(title, failures.map(failureLine))).join('');
}

function failureLine({ id, reason }: ConfirmedFailure): string {
  return `${code(id)}: ${code(reason.code)} ${code(reason.message)}`;
}

/** A list of Markdown lines under a bold title, the first twenty of them; nothing without lines. */
export function list(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n**${title}** (${lines.length})\n\n${shorten(lines, '- ')}`;
}

/** `+50.0 % (+48.1 % … +52.0 %)`. */
export function effectText({ effect, ciLow, ciHigh }: ConfirmedId): string {
  return `${formatEffect(effect)} (${formatEffect(ciLow)} … ${formatEffect(ciHigh)})`;
}

function more(count: number): string {
  return count > mostRows ? `\n… and ${count - mostRows} more\n` : '';
}
