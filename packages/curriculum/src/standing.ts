// Where completion stands beside where weaker rules put it, as a page: what holds, what does not any more, and why.
import type { Curriculum } from './curriculum.ts';
import { markdownTable } from './markdown.ts';
import { summarise } from './summary.ts';
import type { Completion, ItemState } from './types.generated.ts';

/** What rules proved before a reader compared each with its promise. */
export interface Audited {
  /** The commit that its counts are of. */
  readonly commit: string;
  /** Proven items of those that were provable, by track. */
  readonly tracks: { readonly [track: string]: string };
  readonly proven: readonly string[];
  /** What an item's rule let pass, and what it asks for instead; or why it is possible after all. */
  readonly asked: { readonly [item: string]: string };
}

/** The page: tracks then and at this commit, items that do not hold any more, and those that do besides. */
export function standingPage({ items }: Curriculum, completion: Completion, audited: Audited): string {
  const { commit, tracks } = summarise(completion);
  const then = new Set(audited.proven);
  const lost = completion.items.filter(({ id, state }) => then.has(id) && state !== 'proven');
  const won = completion.items.filter(({ id, state }) => !then.has(id) && state === 'proven');
  const kept = completion.items.filter(({ id, state }) => then.has(id) && state === 'proven');
  return [
    '# Where completion stands',
    `Written by \`pnpm snapshot\`. Every rule was read beside its promise (\`bench curriculum --audit\` shows both), and asks for what the promise says: complete sets of awkward cases, named rivals at named places, tests on the adapter that an item needs, pages by their content, and the items that come first. Beside it what the rules of ${at(audited.commit)} said of their history.`,
    '## By track',
    markdownTable(
      ['track', `rules of ${at(audited.commit)}`, `these rules, at ${at(commit)}`],
      Object.entries(tracks).map(([track, count]) => [track, audited.tracks[track] ?? '', count]),
    ),
    `## Held by the weaker rules, and not by these: ${lost.length}`,
    table(lost, audited),
    `## Held by both: ${kept.length}`,
    kept.map(({ id }) => `\`${id}\``).join(', '),
    `## Held by these alone: ${won.length}`,
    table(won, audited),
    '## Promises that no item made, or that were thought impossible',
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
    ['item', 'state', 'why'],
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
