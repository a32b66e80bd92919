// A comparison in words: the same columns and lists on a terminal, in a pull request, and in what a page exports.
import type { Confirmed } from '@kernel-ladder/schema';
import { escapeMarkdown, formatEffect, formatNs, otherCardsText } from './format.ts';
import type { ComparedId, FailingId, RunComparison } from './compare.ts';
import type { ComparedPeer } from './peers.ts';

/** Column titles of verdicts. */
export const verdictHeader = [
  'id',
  'verdict',
  'base',
  'head',
  'effect',
  '95 % interval',
  'kernel',
  'why',
] as const;

/** One row of words a verdict. */
export function verdictCells(row: ComparedId): readonly string[] {
  const { id, verdict, baseNs, headNs, effect, ciLow, ciHigh, sameKernelHash } = row;
  return [
    id,
    verdict,
    formatNs(baseNs),
    formatNs(headNs),
    formatEffect(effect),
    `${formatEffect(ciLow)} … ${formatEffect(ciHigh)}`,
    sameKernelHash === null ? '' : sameKernelHash ? 'same' : 'changed',
    whyCell(row),
  ];
}

function whyCell({ reasons, cards, otherChoice }: ComparedId): string {
  const behind = [cards && otherCardsText(cards), otherChoice && `tuned: ${otherChoice}`];
  return [...behind.filter((each) => each !== undefined), ...reasons].join(', ');
}

/** `2 REGRESSED, 1 SAME`; only verdicts that there are. */
export function verdictCounts(rows: readonly Pick<ComparedId, 'verdict'>[]): string {
  const counted = (['REGRESSED', 'IMPROVED', 'SAME', 'UNDECIDED'] as const).flatMap((verdict) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count > 0 ? [`${count} ${verdict}`] : [];
  });
  return counted.length > 0 ? counted.join(', ') : 'nothing to compare';
}

const mostLines = 20;

/** The table of verdicts as Markdown. */
function verdictMarkdown(rows: readonly ComparedId[]): string {
  if (rows.length === 0) return '';
  const rule = verdictHeader.map((_, column) => (column < 2 ? '---' : '--:'));
  return [verdictHeader, rule, ...rows.map(verdictCells)].map(markdownLine).join('');
}

function markdownLine(cells: readonly string[]): string {
  return `| ${cells.map(escapeMarkdown).join(' | ')} |\n`;
}

/** `geometric mean of head/base over 12 ids: 0.981 (0.970 … 0.992)`. */
export function geomeanLine({ geomean }: Pick<Confirmed, 'geomean'>): string {
  if (geomean === null) return '';
  const { ratio, ciLow, ciHigh, count } = geomean;
  const isBounded = count > 1 && ciLow !== null && ciHigh !== null;
  const interval = isBounded ? ` (${ciLow.toFixed(3)} … ${ciHigh.toFixed(3)})` : '';
  return `geometric mean of head/base over ${count} ${count === 1 ? 'id' : 'ids'}: ${ratio.toFixed(3)}${interval}\n`;
}

/** The ids that are not in the table, a list a kind. */
export function otherLists(
  comparison: RunComparison,
): readonly { readonly title: string; readonly lines: readonly string[] }[] {
  const { added, gone, fixed, newlyFailing, stillFailing, peers } = comparison;
  const lists = [
    { title: 'newly failing', lines: newlyFailing.map(failingLine) },
    { title: 'still failing', lines: stillFailing.map(failingLine) },
    { title: 'fixed', lines: fixed },
    { title: 'new', lines: added },
    { title: 'gone', lines: gone },
    { title: 'peers, not judged', lines: peers.map(peerLine) },
  ];
  return lists.filter(({ lines }) => lines.length > 0);
}

/** A whole comparison as Markdown. */
export function comparisonMarkdown(comparison: RunComparison): string {
  const lists = otherLists(comparison).map(
    ({ title, lines }) => `\n**${title}** (${lines.length})\n\n${shorten(lines.map(escapeMarkdown), '- ')}`,
  );
  const mean = geomeanLine(comparison);
  return `**${verdictCounts(comparison.compared)}**\n\n${verdictMarkdown(comparison.compared)}${mean && `\n${mean}`}${lists.join('')}`;
}

/** The first lines under a bullet, and how many more there are. */
export function shorten(lines: readonly string[], bullet: string): string {
  const rest = lines.length - mostLines;
  const shown = rest > 1 ? [...lines.slice(0, mostLines), `… and ${rest} more`] : lines;
  return shown.map((line) => `${bullet}${line}\n`).join('');
}

function failingLine({ id, reason }: FailingId): string {
  return `${id}: ${reason.code}: ${reason.message}`;
}

function peerLine({ id, baseNs, headNs, changed, reason }: ComparedPeer): string {
  const head = reason ? `${reason.code}: ${reason.message}` : timeText(headNs);
  return [`${id}: ${timeText(baseNs)} → ${head}`, ...changed].join('; ');
}

function timeText(ns: number | null): string {
  return ns === null ? 'no time' : formatNs(ns);
}
