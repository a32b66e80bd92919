// Completion as tables, for whoever prints or draws them.
import type { Curriculum } from './curriculum.ts';
import type { NextItem } from './next.ts';
import { shortNumber } from './numbers.ts';
import { describeRule } from './rules/describe.ts';
import type {
  CommitCompletion,
  Completion,
  Counts,
  EvidenceRow,
  ItemState,
  Missing,
} from './types.generated.ts';

/** A table of texts. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const countColumns = ['proven', 'share', 'implemented', 'regressed', 'not applicable', 'ticked'];

/** A row a track, and one for all. */
export function trackTable({ tracks, total }: Completion): Table {
  return {
    columns: ['track', ...countColumns],
    rows: [
      ...tracks.map(({ title, counts }) => [title, ...countCells(counts)]),
      ['all items, each once', ...countCells(total)],
    ],
  };
}

/** A row a phase of one track; throws with the tracks that there are. */
export function phaseTable({ tracks }: Completion, id: string): Table {
  const track = tracks.find((one) => one.id === id);
  if (!track)
    throw new Error(`there is no track "${id}"; there are ${tracks.map((one) => one.id).join(', ')}`);
  return {
    columns: ['phase', ...countColumns],
    rows: track.phases
      .filter(({ counts }) => counts.items > 0)
      .map(({ title, counts }) => [title, ...countCells(counts)]),
  };
}

/** A row an item: of one track, or all. */
export function itemTable({ items, tracks }: Completion, track?: string): Table {
  const ids = tracks.find(({ id }) => id === track)?.phases.flatMap((phase) => phase.items);
  const shown = ids ? items.filter(({ id }) => ids.includes(id)) : items;
  return {
    columns: ['item', 'kind', 'state', 'title', 'missing'],
    rows: shown.map((item) => [item.id, item.kind, stateCell(item), item.title, firstMissing(item)]),
  };
}

/** Provable items that are not proven, each with the first reason. */
export function unprovenTable({ items }: Completion, kind: 'bench' | 'doc'): Table {
  const open = items.filter((item) => item.kind === kind && item.state !== 'proven');
  return {
    columns: ['item', 'state', 'missing'],
    rows: open.map((item) => [item.id, stateCell(item), firstMissing(item)]),
  };
}

function stateCell({ state, heldBackBy }: ItemState): string {
  return heldBackBy ? `${state}, held back` : state;
}

function firstMissing({ missing, missingFeatures, heldBackBy }: ItemState): string {
  if (missingFeatures) return `no machine offers ${missingFeatures.join(', ')}`;
  if (heldBackBy) return `held back by ${heldBackBy.join(', ')}`;
  const [first, ...rest] = missing;
  if (!first) return '';
  return rest.length > 0 ? `${first.what}; and ${rest.length} more` : first.what;
}

/** Everything about one item: what it asks, its rule as evidence and what is missing. */
export interface ItemPage {
  readonly state: ItemState;
  readonly about: readonly (readonly [label: string, text: string])[];
  /** The rule in words, a line each; none for items that are ticked. */
  readonly rule: readonly string[];
  readonly evidence: Table;
  readonly missing: readonly Missing[];
}

/** One item with its evidence; throws for an id that does not exist. */
export function itemPage({ items }: Curriculum, completion: Completion, id: string): ItemPage {
  const item = items.get(id);
  const state = completion.items.find((one) => one.id === id);
  if (!item || !state) throw new Error(`there is no item "${id}"${similar(id, items.keys())}`);
  return {
    state,
    about: [
      ['asks for', item.ask],
      ['here', item.webgpu],
      ['proof', item.evidence],
      ['asked for in', item.places.join(', ')],
      ['needs', (item.needs ?? []).join(', ') || 'nothing'],
      ...(state.heldBackBy ? [['held back by', state.heldBackBy.join(', ')] as const] : []),
    ],
    rule: item.rule ? describeRule(item.rule) : [],
    evidence: evidenceTable(state.evidence),
    missing: state.missing,
  };
}

function similar(id: string, ids: Iterable<string>): string {
  const family = id.split('.')[0] ?? id;
  const others = [...ids].filter((other) => other.startsWith(`${family}.`));
  return others.length > 0 ? `; in ${family} there are ${others.join(', ')}` : '';
}

/** Evidence as rows of where it comes from, what it is and what was asked. */
export function evidenceTable(evidence: readonly EvidenceRow[]): Table {
  return {
    columns: ['id', 'what', 'value', 'asked', '', 'commit', 'machine'],
    rows: evidence.map((row) => [
      row.id,
      row.metric,
      typeof row.value === 'number' ? shortNumber(row.value) : row.value,
      row.threshold,
      row.met ? 'yes' : 'no',
      row.commit?.slice(0, 8) ?? '',
      row.machine ?? '',
    ]),
  };
}

/** What to build next, in order. */
export function nextTable(items: readonly NextItem[]): Table {
  return {
    columns: ['item', 'state', 'effort', 'unlocks', 'waits for', 'missing'],
    rows: items.map((item) => [
      item.id,
      item.state,
      String(item.effort),
      String(item.unlocks),
      item.waitsFor.join(', '),
      item.missing[0]?.what ?? '',
    ]),
  };
}

/** Completion over commits: a row a commit, a column a track, shares in percent. */
export function commitTable(commits: readonly CommitCompletion[]): Table {
  const tracks = Object.keys(commits.at(-1)?.tracks ?? {});
  return {
    columns: ['commit', 'date', 'all', ...tracks],
    rows: commits.map(({ sha, date, total, tracks: counts }) => [
      sha.slice(0, 8),
      date.slice(0, 10),
      share(total),
      ...tracks.map((track) => (counts[track] ? share(counts[track]) : '')),
    ]),
  };
}

function countCells(counts: Counts): readonly string[] {
  return [
    `${counts.proven} of ${counts.provable}`,
    share(counts),
    String(counts.implemented),
    String(counts.regressed),
    String(counts.notApplicable),
    `${counts.ticked} of ${counts.tickable}`,
  ];
}

/** Proven items of those that are provable, in percent. */
export function share({ proven, provable }: Counts): string {
  return provable === 0 ? '' : `${((100 * proven) / provable).toFixed(0)} %`;
}
