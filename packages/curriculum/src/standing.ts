// Two audits of one curriculum as a page: what rules prove at an earlier commit and what they prove at this one, and why they differ.
import type { Curriculum } from './curriculum.ts';
import { markdownTable } from './markdown.ts';
import { summarise } from './summary.ts';
import type { Completion, ItemState } from './types.generated.ts';

/** What the rules of an earlier commit prove of its history. */
export interface Audited {
  /** The commit that its counts are of. */
  readonly commit: string;
  /** Proven items of those that were provable, by track. */
  readonly tracks: { readonly [track: string]: string };
  readonly proven: readonly string[];
  /** What an item's rule lets pass there, and what the rules of this commit ask for; or why it is possible after all. */
  readonly asked: { readonly [item: string]: string };
}

/** The page: tracks at both commits, items that hold at one of them or at both, and promises that have no rule at the earlier. */
export function standingPage({ items }: Curriculum, completion: Completion, audited: Audited): string {
  const { commit, tracks } = summarise(completion);
  const then = new Set(audited.proven);
  const lost = completion.items.filter(({ id, state }) => then.has(id) && state !== 'proven');
  const won = completion.items.filter(({ id, state }) => !then.has(id) && state === 'proven');
  const kept = completion.items.filter(({ id, state }) => then.has(id) && state === 'proven');
  return [
    '# Where completion stands',
    `A record of two audits, written by \`pnpm snapshot\`. At ${at(audited.commit)} a rule takes any part of a set of awkward cases, a skipped test or a page of any content (counts: its \`bench curriculum\` over its history; faults: a reader's comparison of each rule with its promise). At ${at(commit)} it asks for what the promise says, and \`bench curriculum --audit\` shows both: complete sets of awkward cases, named rivals at named places, tests on the adapter that an item needs, pages by their content, and the items that come first.`,
    '## By track',
    markdownTable(
      ['track', `audited at ${at(audited.commit)}`, `at ${at(commit)}`],
      Object.entries(tracks).map(([track, count]) => [track, audited.tracks[track] ?? '', count]),
    ),
    `## Held at ${at(audited.commit)} alone: ${lost.length}`,
    table(lost, audited),
    `## Held at both: ${kept.length}`,
    kept.map(({ id }) => `\`${id}\``).join(', '),
    `## Held at ${at(commit)} alone: ${won.length}`,
    table(won, audited),
    `## Without a rule at ${at(audited.commit)}`,
    table(
      completion.items.filter(({ id }) => !then.has(id) && items.has(id) && audited.asked[id] !== undefined),
      audited,
    ),
    '',
  ].join('\n\n');
}

function at(sha: string | null): string {
  return sha?.slice(0, 8) ?? 'none';
}

function table(items: readonly ItemState[], { asked }: Audited): string {
  if (items.length === 0) return 'None.';
  return markdownTable(
    ['item', 'state', 'at the earlier commit; at this one'],
    items.map((item) => [`\`${item.id}\``, stateText(item), whyText(asked[item.id], item)]),
  );
}

function stateText({ state, heldBackBy }: ItemState): string {
  return heldBackBy ? `held back by ${heldBackBy.map((id) => `\`${id}\``).join(', ')}` : state;
}

// The first thing that is missing, where the item itself is what lacks it. Globs have stars, which Markdown takes for emphasis.
function whyText(asked: string | undefined, { heldBackBy, missing, state }: ItemState): string {
  const lack = heldBackBy || state === 'proven' ? undefined : missing[0]?.what;
  const own = heldBackBy ? 'its own rule holds' : undefined;
  return [asked, own, lack === undefined ? undefined : `lacks: ${lack.replaceAll('*', '\\*')}`]
    .filter((text) => text !== undefined)
    .join('; ');
}
