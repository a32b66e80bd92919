// What the gate says after a run, or after runs have joined the history.
import type { Gate } from '@kernel-ladder/publish';
import { cardRemedy, otherCardsText } from './card-text.ts';
import { formatEffect, formatP } from './format.ts';

/** The suspects of a gate, each with the command that settles it, and the peers that are others than before; empty where there is none. */
export function gateText(gate: Gate | null): string {
  if (gate === null) return '';
  const { suspects, acknowledged, withheld, before, judged } = gate;
  const peers = peersText(gate);
  const unsteady = withheld.length > 0 ? `${withheldText(withheld)}\n` : '';
  if (judged === 0) return unsteady + peers;
  const known = acknowledged.map(acknowledgedLine).join('');
  if (suspects.length === 0) return known + unsteady + peers;
  const lines = suspects.map(({ id, effect, q, cards }) => {
    const other = cards ? `, ${otherCardsText(cards)}` : '';
    return `SUSPECT  ${id}: ${formatEffect(effect)} (q ${formatP(q)})${other}\n`;
  });
  const onCards = suspects.some(({ cards }) => cards !== undefined) ? `another card: ${cardRemedy}\n` : '';
  const globs = suspects.slice(0, 5).map(({ id }) => `--select '${id}'`);
  const settle = `settle it with: pnpm bench ab ${(before ?? '').slice(0, 8)} ${globs.join(' ')}\n`;
  return `\n${lines.join('')}${known}${suspects.length} of ${judged} ids suspected of being slower than their history; ${settle}${unlaunchedText(gate)}${onCards}${unsteady}${peers}`;
}

/** What the rulers of the newest commit's sessions found, in a sentence: it is about the machine, and nothing is called slower for it. */
export function withheldText(withheld: Gate['withheld']): string {
  const happened = causes.filter(({ kind }) => withheld.some((reason) => reason.startsWith(`${kind}:`)));
  const said = happened.map(({ said: words }) => words).join('; ');
  const remedies = happened.map(({ remedy }) => remedy).join(', ');
  return `the machine did not hold still, timings not judged: ${said} (${withheld.join(', ')}): ${remedies}, and run again`;
}

const causes = [
  {
    kind: 'contended',
    said: 'something else used its GPU',
    remedy: 'leave the GPU to one run (nvidia-smi names other processes)',
  },
  { kind: 'throttle', said: 'its clock fell for a while', remedy: 'see to cooling and power limit' },
  { kind: 'drift', said: 'its speed changed for good', remedy: 'let it come to its working temperature' },
] as const;

// A machine that nobody has launched one commit on again and again.
function unlaunchedText({ unlaunched }: Gate): string {
  if (unlaunched === 0) return '';
  const these = unlaunched === 1 ? '1 of them has' : `${unlaunched} of them have`;
  return `${these} no A/A launches on this machine, so that its noise is guessed: pnpm bench aa --if-new tells it\n`;
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
