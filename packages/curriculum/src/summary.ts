// The recorded history as a small file that is committed: what is proven, and how it came about.
import { markdownTable } from './markdown.ts';
import { share } from './tables.ts';
import type { Completion, ItemState } from './types.generated.ts';

/** Completion without the evidence behind it. */
export interface Summary {
  readonly commit: string | null;
  /** Proven items of those that are provable, by track. */
  readonly tracks: { readonly [track: string]: string };
  readonly items: { readonly [State in ItemState['state']]?: readonly string[] };
  /** Share proven at each commit. */
  readonly commits: { readonly [sha: string]: string };
}

/** Reduces a completion to what changes when an item changes its state. */
export function summarise({ commit, total, tracks, items, commits }: Completion): Summary {
  const states = Map.groupBy(items, ({ state }) => state);
  return {
    commit,
    tracks: {
      ...Object.fromEntries(tracks.map(({ id, counts }) => [id, count(counts)])),
      all: count(total),
    },
    items: Object.fromEntries([...states].map(([state, own]) => [state, own.map(({ id }) => id)])),
    commits: Object.fromEntries(commits.map((one) => [one.sha, count(one.total)])),
  };
}

const marks = { begin: '<!-- history: written by pnpm snapshot -->', end: '<!-- /history -->' } as const;

/** Puts the table of tracks between the marks of a README; throws where it has none. */
export function withHistory(readme: string, { commit, tracks }: Summary): string {
  const [before, rest] = readme.split(marks.begin);
  const after = rest?.split(marks.end)[1];
  if (before === undefined || after === undefined) throw new Error(`the README lacks ${marks.begin}`);
  const table = markdownTable(['track', 'proven'], Object.entries(tracks));
  const text = `At commit ${commit?.slice(0, 8) ?? 'none'}:`;
  return [before, marks.begin, `\n\n${text}\n\n${table}\n\n`, marks.end, after].join('');
}

function count(counts: Completion['total']): string {
  return `${counts.proven} of ${counts.provable} (${share(counts)})`;
}
