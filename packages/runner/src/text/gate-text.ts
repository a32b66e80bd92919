// What the gate says after a run, or after runs have joined the history.
import type { Gate } from '@kernel-ladder/publish';
import { cardRemedy, otherCardsText } from './card-text.ts';
import { formatEffect, formatP } from './format.ts';

/** The suspects of a gate, each with the command that settles it, and the peers that are others than before; empty where there is none. */
export function gateText(gate: Gate | null): string {
  if (gate === null) return '';
  const { suspects, acknowledged, withheld, before, judged } = gate;
  const peers = peersText(gate);
  if (judged === 0) return peers;
  const unsteady = withheld.length > 0 ? `timings not judged: ${withheld.join(', ')}\n` : '';
  const known = acknowledged.map(acknowledgedLine).join('');
  if (suspects.length === 0) return known + unsteady + peers;
  const lines = suspects.map(({ id, effect, q, cards }) => {
    const other = cards ? `, ${otherCardsText(cards)}` : '';
    return `SUSPECT  ${id}: ${formatEffect(effect)} (q ${formatP(q)})${other}\n`;
  });
  const onCards = suspects.some(({ cards }) => cards !== undefined) ? `another card: ${cardRemedy}\n` : '';
  const globs = suspects.slice(0, 5).map(({ id }) => `--select '${id}'`);
  const settle = `settle it with: pnpm bench ab ${(before ?? '').slice(0, 8)} ${globs.join(' ')}\n`;
  return `\n${lines.join('')}${known}${suspects.length} of ${judged} ids suspected of being slower than their history; ${settle}${onCards}${unsteady}${peers}`;
}

function acknowledgedLine({ id, effect, by }: Gate['acknowledged'][number]): string {
  return `acknowledged  ${id}: ${formatEffect(effect)}: ${by.reason} (${by.by})\n`;
}

// One line for all rows of a peer that has changed.
function peersText({ peers }: Gate): string {
  const groups = Map.groupBy(peers, ({ changed }) => changed.join(', '));
  return [...groups]
    .map(
      ([changed, own]) =>
        `peer changed: ${own.map(({ row }) => row).join(', ')}: ${changed}; its times are a new series\n`,
    )
    .join('');
}
