// Items and tracks joined from several files, and checked as a whole: unknown ids and cycles are errors.
import { InvalidDocument } from '@kernel-ladder/schema';
import { itemsOf } from './rules/subjects.ts';
import type { Item, ItemsFile, Rule, Threshold, Track } from './types.generated.ts';

/** All items, in the order of their files, and the tracks that they belong to. */
export interface Curriculum {
  readonly tracks: readonly Track[];
  readonly items: ReadonlyMap<string, Item>;
}

/** A file of items with the name that errors give it. */
export interface NamedFile {
  readonly file: string;
  readonly content: ItemsFile;
}

interface Placed {
  readonly file: string;
  readonly pointer: string;
  readonly item: Item;
}

/**
 * Joins files of items, the project's own first, then a user's. Throws InvalidDocument with `file: /pointer: what` for
 * an id that is there twice, an id or a place that does not exist, a threshold that points to no number, and a cycle.
 */
export function createCurriculum(files: readonly NamedFile[]): Curriculum {
  const tracks = joinTracks(files);
  const placed = files.flatMap(({ file, content }) =>
    (content.items ?? []).map((item, index): Placed => ({ file, pointer: `/items/${index}`, item })),
  );
  const items = new Map<string, Item>();
  for (const { file, pointer, item } of placed) {
    if (items.has(item.id)) fault(file, `${pointer}/id`, `there is an item "${item.id}" already`);
    items.set(item.id, item);
  }
  for (const one of placed) checkReferences(one, items, tracks);
  for (const { file, content } of files) applyThresholds(file, content.thresholds ?? [], items);
  for (const one of placed) refuseCycle(one, items);
  return { tracks, items };
}

/** The items that must be proven before this one: those that its rule names, and those that it comes after. */
export function dependenciesOf(item: Item): readonly string[] {
  return [...new Set([...(item.rule ? itemsOf(item.rule) : []), ...(item.after ?? [])])];
}

function joinTracks(files: readonly NamedFile[]): readonly Track[] {
  const tracks = new Map<string, Track>();
  for (const { file, content } of files) {
    for (const [index, track] of (content.tracks ?? []).entries()) {
      if (tracks.has(track.id)) fault(file, `/tracks/${index}/id`, `there is a track "${track.id}" already`);
      tracks.set(track.id, track);
    }
  }
  return [...tracks.values()];
}

function checkReferences(
  { file, pointer, item }: Placed,
  items: ReadonlyMap<string, Item>,
  tracks: readonly Track[],
): void {
  for (const [index, place] of item.places.entries()) {
    const [track, phase] = place.split('/');
    const found = tracks.find(({ id }) => id === track)?.phases.some(({ id }) => id === phase);
    if (!found) fault(file, `${pointer}/places/${index}`, `there is no track and phase "${place}"`);
  }
  const named = [
    ...dependenciesOf(item),
    ...(item.nearest ?? []),
    ...(item.checklist ?? []).flatMap(({ offeredBy, requires }) =>
      [offeredBy, requires].flatMap((rule) => (rule ? itemsOf(rule) : [])),
    ),
  ];
  const unknown = named.find((id) => !items.has(id));
  if (unknown !== undefined)
    fault(file, pointer, `"${item.id}" names an item "${unknown}" that does not exist`);
}

function refuseCycle({ file, pointer, item }: Placed, items: ReadonlyMap<string, Item>): void {
  const path = findCycle(item.id, items);
  if (path) fault(file, pointer, `"${item.id}" depends on itself: ${path.join(' → ')}`);
}

function findCycle(start: string, items: ReadonlyMap<string, Item>): readonly string[] | null {
  const seen = new Set<string>();
  const open: (readonly string[])[] = [[start]];
  for (let path = open.pop(); path; path = open.pop()) {
    const item = items.get(path.at(-1) ?? '');
    for (const next of item ? dependenciesOf(item) : []) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      open.push([...path, next]);
    }
  }
  return null;
}

function applyThresholds(file: string, thresholds: readonly Threshold[], items: Map<string, Item>): void {
  for (const [index, { item: id, at, value }] of thresholds.entries()) {
    const pointer = `/thresholds/${index}`;
    const item = items.get(id);
    if (!item) fault(file, `${pointer}/item`, `there is no item "${id}"`);
    if (!item.rule) fault(file, `${pointer}/item`, `"${id}" has no rule`);
    const rule: Rule = structuredClone(item.rule);
    if (!setNumber(rule, at.slice(1).split('/'), value)) {
      const numbers = thresholdsOf(item.rule).join(', ') || 'it has none';
      fault(file, `${pointer}/at`, `"${at}" points to no threshold of "${id}": ${numbers}`);
    }
    items.set(id, { ...item, rule });
  }
}

const bounds = new Set(['above', 'atLeast', 'atMost', 'below', 'count', 'minSamples']);

/** JSON pointers to all numbers of a rule that a user may set otherwise. */
export function thresholdsOf(rule: Rule, pointer = ''): readonly string[] {
  const own = Object.entries(rule)
    .filter(([key, value]) => bounds.has(key) && typeof value === 'number')
    .map(([key]) => `${pointer}/${key}`);
  const inner =
    'rules' in rule ? rule.rules.flatMap((one, index) => thresholdsOf(one, `${pointer}/rules/${index}`)) : [];
  return [...own, ...inner];
}

// Edits a copy that nobody else holds.
function setNumber(rule: Rule, path: readonly string[], value: number): boolean {
  if (!thresholdsOf(rule).includes(`/${path.join('/')}`)) return false;
  let target: unknown = rule;
  for (const key of path.slice(0, -1)) target = Reflect.get(target as object, key);
  return Reflect.set(target as object, path.at(-1) ?? '', value);
}

function fault(file: string, pointer: string, what: string): never {
  throw new InvalidDocument(`${file}: ${pointer}: ${what}`);
}
