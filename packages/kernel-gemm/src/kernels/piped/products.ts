// The products of the pipelined tensor kernel: fragments from workgroup memory, and sums in named matrices.
import { each, indent, plus } from '@kernel-ladder/kernel-kit';
import { fragment } from '../tensor/layout.ts';
import type { PipedLayout } from './layout.ts';
import { nextStraight, reloadStraight, straightName } from './straight.ts';

/** Fragments of a slab along K. */
export function groupsOf({ bk, deep }: PipedLayout): number {
  return bk / deep;
}

/** Lines that say where this subgroup's part of a slab begins. */
export function namePart({
  a,
  b,
  partM,
  partN,
  packed,
  subgroupsDown,
  subgroupsAcross,
  startB,
}: PipedLayout): string {
  return `// Where this subgroup's part begins in a slab.
let part_row = subgroup / ${subgroupsAcross}u % ${subgroupsDown}u;
let part_column = subgroup % ${subgroupsAcross}u;
${
  a.way === 'straight'
    ? ''
    : `let at_a = part_row * ${a.way === 'across' ? partM / packed : partM * a.stride}u;
`
}let at_b = part_column * ${b.way === 'across' ? partN / packed : partN * b.stride}u + ${startB}u;`;
}

/** The sums, and the fragments that are held over a barrier. */
export function declareSums(layout: PipedLayout): string {
  const [down, across] = fragmentsOf(layout);
  const sums = each(down, (i) => each(across, (j) => `var c${i}${j} = Result();`, ' '));
  if (!layout.ahead) return sums;
  return `${sums}
// Fragments at hand. The first product is one of zeros: those of the first slab are loaded beside it.
${each(down, (i) => `var a${i} = Left();`, ' ')} ${each(across, (j) => `var b${j} = Right();`, ' ')}`;
}

/** One product of a slab: which slab of the unrolled loop, and which fragments along K. */
export interface Product {
  readonly slab: number;
  readonly group: number;
}

/** Texts that stand between multiplications. */
type Between = readonly string[];

/** A block that multiplies the fragments of one product, with `between` amid the multiplications. */
export function multiply(layout: PipedLayout, product: Product, between: Between = []): string {
  if (layout.a.way === 'straight') return multiplyStraight(layout, product, between);
  return block([
    `// Slab ${product.slab}, fragments ${product.group} along K.`,
    ...loadSide(layout, product, 'a').map((load, i) => `let a${i} = ${load};`),
    ...loadSide(layout, product, 'b').map((load, j) => `let b${j} = ${load};`),
    ...amid(layout, products(layout), between),
  ]);
}

// Fragments of A are at hand: each is loaded for the next slab when it has been multiplied for the last time.
function multiplyStraight(layout: PipedLayout, { slab, group }: Product, between: Between): string {
  const rows = products(layout, (i) => straightName(group, i));
  return block([
    `// Slab ${slab}, fragments ${group} along K.`,
    ...loadSide(layout, { slab, group }, 'b').map((load, j) => `let b${j} = ${load};`),
    nextStraight(layout, slab),
    ...amid(
      layout,
      rows.map((row, i) => `${row}\n${reloadStraight(group, i)}`),
      between,
    ),
  ]);
}

/**
 * A block that multiplies the fragments at hand, and loads those of one product meanwhile: of B beside those at hand, of A each in the
 * place of the one that has just been multiplied for the last time, which saves its registers.
 */
export function multiplyAhead(layout: PipedLayout, product: Product, between: Between = []): string {
  const [, across] = fragmentsOf(layout);
  const reload = (i: number) => `a${i} = ${loadFragment(layout, product, { name: 'a', index: i })};`;
  return block([
    `// The fragments at hand, while those of slab ${product.slab}, ${product.group} along K, are loaded.`,
    ...loadSide(layout, product, 'b').map((load, j) => `let next_b${j} = ${load};`),
    ...amid(
      layout,
      products(layout).map((row, i) => `${row}\n${reload(i)}`),
      between,
    ),
    ...Array.from({ length: across }, (_, j) => `b${j} = next_b${j};`),
  ]);
}

/** Lines that multiply the fragments at hand, those of A by their names. */
export function products(layout: PipedLayout, nameOfA = (i: number) => `a${i}`): readonly string[] {
  const [down, across] = fragmentsOf(layout);
  return Array.from({ length: down }, (_, i) =>
    each(across, (j) => `c${i}${j} = subgroupMatrixMultiplyAccumulate(${nameOfA(i)}, b${j}, c${i}${j});`),
  );
}

/** Fragments of a subgroup's part, down and across. */
export function fragmentsOf({ partM, partN }: PipedLayout): readonly [down: number, across: number] {
  return [partM / fragment, partN / fragment];
}

function loadSide(layout: PipedLayout, product: Product, name: 'a' | 'b'): readonly string[] {
  const [down, across] = fragmentsOf(layout);
  return Array.from({ length: name === 'a' ? down : across }, (_, index) =>
    loadFragment(layout, product, { name, index }),
  );
}

/** One fragment of those of a product. */
interface Fragment {
  readonly name: 'a' | 'b';
  /** Which fragment across K. */
  readonly index: number;
}

/** A load of a fragment from its slab. Rows of A along K are rows of a fragment; rows of B along K are its columns. */
export function loadFragment(
  layout: PipedLayout,
  { slab, group }: Product,
  { name, index }: Fragment,
): string {
  const { packed, deep, stages, stageLength } = layout;
  const { way, stride } = layout[name];
  const isAlongK = way !== 'across';
  const inSlab = isAlongK
    ? index * fragment * stride + (group * deep) / packed
    : group * deep * stride + (index * fragment) / packed;
  const order = isAlongK === (name === 'a') ? 'row_major' : 'col_major';
  const type = name === 'a' ? 'Left' : 'Right';
  const at = plus(`at_${name}`, (slab % stages) * stageLength + inSlab);
  return `subgroupMatrixLoad<${type}, ${order}>(&slices, ${at}, ${stride}u)`;
}

// All at once in the middle, or one at a time, as far apart as they can be.
function amid({ staging }: PipedLayout, rows: readonly string[], between: Between): readonly string[] {
  const lines = staging === 'between' ? rows.flatMap((row) => row.split('\n')) : rows;
  const places = between.map((_, i) => Math.ceil(((i + 1) * lines.length) / (between.length + 1)));
  return lines.flatMap((line, at) => [line, ...between.filter((_, i) => places[i] === at + 1)]);
}

function block(lines: readonly string[]): string {
  return `{\n${indent(lines.join('\n'), 2)}\n}`;
}
