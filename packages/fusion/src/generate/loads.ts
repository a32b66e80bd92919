// How a kernel reads what lies in memory: as a function for each leaf, of the place in the kernel's own order.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { typeOf } from '../graph/types.ts';
import type { ValueId } from '../graph/types.ts';
import { splitWalk } from '../fuse/walk.ts';
import type { Walk } from '../fuse/walk.ts';
import { bufferOf, lanes, nameOf, scalarType } from './naming.ts';
import { inFours, placeText, stillInFours } from './places.ts';
import type { Leaf, Scope, Source } from './sources.ts';

/** The order in which a kernel visits elements: one after another, or row by row. */
export interface Order {
  /** Elements of a row; null where there is but one. */
  readonly columns: number | null;
  /** Elements that a thread takes side by side. */
  readonly width: 1 | 4;
  /** Where not all items are there: an expression of `item` that holds for those that are. */
  readonly guard: string | null;
}

/** A function that reads a leaf. */
export interface Load {
  readonly leaf: Leaf;
  readonly name: string;
  /** Whether it gives four elements, or one that holds for all four. */
  readonly isWide: boolean;
  /** Whether it gives the same for every item of a row. */
  readonly isStill: boolean;
  readonly text: string;
}

/** What is read: leaves in an order, those in `isFours` as vec4s; functions have a name that begins with `prefix`. */
export interface Loading {
  readonly leaves: readonly Leaf[];
  readonly order: Order;
  readonly isFours: (id: ValueId) => boolean;
  readonly prefix?: string;
}

/** Functions that read leaves. A value that is read in several ways, one of which cannot take fours, is read by elements. */
export function loadsOf(scope: Scope, { leaves, order, isFours, prefix = 'load' }: Loading): readonly Load[] {
  const counts = new Map<ValueId, number>();
  return leaves.map((leaf) => {
    const others = counts.get(leaf.id) ?? 0;
    counts.set(leaf.id, others + 1);
    const base = `${prefix}_${nameOf(scope, leaf.id)}`;
    const name = others === 0 ? base : `${base}_${'bcdefgh'[others - 1] ?? others}`;
    return loadOf(scope, { leaf, name, order, isFours: isFours(leaf.id) });
  });
}

/** Whether every leaf of a value that moves can be read as vec4s. */
export function takesFours(leaves: readonly Leaf[], order: Order): boolean {
  return leaves.every(({ walk, expression }) => {
    if (expression !== null || order.width === 1) return false;
    return quadWalks(walk, order) !== null;
  });
}

interface Walks {
  readonly rows: Walk | null;
  readonly items: Walk;
}

// Rows and items of four as walks of their own; where rows come, both parts go in fours.
function quadWalks(walk: Walk, { columns }: Order): Walks | null {
  if (columns === null) {
    const items = inFours(walk);
    return items ? { rows: null, items } : null;
  }
  const split = splitWalk(walk, columns);
  const items = split ? inFours(split.within) : null;
  if (!split || !items) return null;
  const { rows } = split;
  if (rows.offset % 4 !== 0 || rows.strides.some((stride) => stride % 4 !== 0)) return null;
  const strides = rows.strides.map((stride) => stride / 4);
  return { rows: { ...rows, strides, offset: rows.offset / 4 }, items };
}

function stillWalks(walk: Walk, { columns, width }: Order): Walks | null {
  if (columns === null) {
    const items = width === 4 ? stillInFours(walk) : null;
    return items ? { rows: null, items } : null;
  }
  const split = splitWalk(walk, columns);
  if (!split || split.within.strides.some((stride) => stride !== 0)) return null;
  return { rows: split.rows, items: { dims: [], strides: [], offset: 0 } };
}

function sumOf({ rows, items }: Walks): string {
  const parts = [rows ? placeText(rows, 'row') : '0u', placeText(items, 'item')].filter(
    (text) => text !== '0u',
  );
  return parts.length > 0 ? parts.join(' + ') : '0u';
}

interface LoadSpec {
  readonly leaf: Leaf;
  readonly name: string;
  readonly order: Order;
  readonly isFours: boolean;
}

function loadOf(scope: Scope, spec: LoadSpec): Load {
  const { leaf, name, order } = spec;
  const type = scalarType(typeOf(scope.graph, leaf.id).dtype);
  const still = leaf.expression === null ? stillWalks(leaf.walk, order) : null;
  const isWide = order.width === 4 && still === null;
  const whole = lanes(type, isWide ? 4 : 1);
  const lines = still ? [`return ${element(scope, leaf, sumOf(still))};`] : movingLines(scope, spec, whole);
  const parameters = order.columns === null ? 'item: u32' : 'row: u32, item: u32';
  const isAnywhere = order.guard === null || (still !== null && !mentions(lines, order.guard));
  const body = isAnywhere
    ? lines
    : [`if (${order.guard}) {`, ...lines.map((line) => `  ${line}`), '}', `return ${whole}();`];
  const text = `fn ${name}(${parameters}) -> ${whole} {\n${indent(body.join('\n'), 2)}\n}`;
  return { leaf, name, isWide, isStill: still !== null, text };
}

// Whether what is read lies at a place that the guard is about.
function mentions(lines: readonly string[], guard: string): boolean {
  return ['item', 'row'].some((name) => {
    const isNamed = new RegExp(String.raw`\b${name}\b`);
    return isNamed.test(guard) && lines.some((line) => isNamed.test(line));
  });
}

function movingLines(scope: Scope, { leaf, order, isFours }: LoadSpec, whole: string): readonly string[] {
  const quads = isFours ? quadWalks(leaf.walk, order) : null;
  if (quads) return [`return ${fromMemory(scope, leaf, sumOf(quads), 4)};`];
  const { columns, width } = order;
  const first = width === 4 ? 'item * 4u' : 'item';
  const split = columns === null ? null : splitWalk(leaf.walk, columns);
  if (split) {
    const row = placeText(split.rows, 'row');
    const ats = Array.from({ length: width }, (_, lane) => placeText(split.within, laneText(first, lane)));
    return [
      `return ${assembled(
        scope,
        leaf,
        ats.map((at) => (row === '0u' ? at : `${row} + ${at}`)),
        whole,
      )};`,
    ];
  }
  const at = columns === null ? first : `row * ${columns}u + ${first}`;
  const ats = Array.from({ length: width }, (_, lane) =>
    placeText(leaf.walk, lane === 0 ? 'at' : `(at + ${lane}u)`),
  );
  return [`let at = ${at};`, `return ${assembled(scope, leaf, ats, whole)};`];
}

function laneText(first: string, lane: number): string {
  if (lane === 0) return first === 'item' ? first : `(${first})`;
  return `(${first} + ${lane}u)`;
}

function assembled(scope: Scope, leaf: Leaf, ats: readonly string[], whole: string): string {
  const [only] = ats;
  if (ats.length === 1 && only !== undefined) return element(scope, leaf, only);
  return `${whole}(${each(ats.length, (lane) => element(scope, leaf, ats[lane] ?? ''), ', ')})`;
}

// One element by its place, whether it lies in memory or is an expression of the place.
function element(scope: Scope, leaf: Leaf, at: string): string {
  return leaf.expression === null ? fromMemory(scope, leaf, at, 1) : leaf.expression(`(${at})`);
}

function fromMemory(scope: Scope, { id }: Leaf, at: string, width: 1 | 4): string {
  const stored = `${bufferOf(scope, id)}[${at}]`;
  if (typeOf(scope.graph, id).dtype !== 'bool') return stored;
  return `(${stored} != ${width === 4 ? 'vec4u()' : '0u'})`;
}

/** The place of an item of a walk, a row of the order at a time: in elements, or in fours, which the walk has to go in. */
export function itemPlace(walk: Walk, order: Order): string {
  const split = order.columns === null ? null : splitWalk(walk, order.columns);
  const walks =
    order.width === 4 ? quadWalks(walk, order) : { rows: split?.rows ?? null, items: split?.within ?? walk };
  if (!walks) throw new RangeError(`a walk over ${walk.dims.join(' × ')} does not go in fours`);
  return sumOf(walks);
}

/** What is written where, as one element or four. */
export interface Store {
  readonly at: string;
  readonly value: string;
  readonly width: 1 | 4;
}

/** A line that stores a value. */
export function storeText(scope: Scope, id: ValueId, { at, value, width }: Store): string {
  const isBool = typeOf(scope.graph, id).dtype === 'bool';
  return `${bufferOf(scope, id)}[${at}] = ${isBool ? `${lanes('u32', width)}(${value})` : value};`;
}

/** The element of an operand at a place in its own row-major order, as an expression; `place` is a name. */
export function elementText(scope: Scope, source: Source, place: string): string {
  if (source.kind === 'literal') return source.text;
  if (source.kind === 'member') throw new Error(`%${source.id} is at no place`);
  return element(scope, source, placeText(source.walk, place));
}
