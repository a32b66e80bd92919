// How the threads of the register kernel bring slices where every thread brings of both operands. No branch parts the threads, so that the
// compiler may place loads and stores amid all products of a slice.
//
// A thread takes every so many rows of the tile, a vec4 of each. One along K is turned number by number: neighbours along M or N store to
// neighbouring banks, and the two halves of a sector lie four k apart, which is half of the banks with a column padded by a vec4.
import { each, plus } from '../text.ts';
import { threadShare } from './layout.ts';
import type { Layout, ThreadShare } from './layout.ts';
import type { Fetch, Staging } from './staging-lines.ts';

/** What a thread brings of an operand, and how many vec4s from one k to the next in workgroup memory. */
interface Share extends ThreadShare {
  readonly o: 'a' | 'b';
  readonly stride: number;
}

const alongOf = { a: 'row', b: 'column' } as const;

function names({ o, quads, stride, isTurned }: Share): string {
  const [line, place] = [`thread / ${quads}u`, `thread % ${quads}u`];
  if (!isTurned)
    return `let ${o}_k = ${line};
let ${o}_${alongOf[o]} = ${place} * 4u;
let ${o}_slot = ${o}_k * ${stride}u + ${place};`;
  return `let ${o}_k = ${place} * 4u;
let ${o}_${alongOf[o]} = ${line};
let ${o}_slot = ${o}_k * ${stride}u + ${line} / 4u;
let ${o}_lane = ${line} % 4u;`;
}

function fetchOne({ o, rowsAtOnce, isTurned }: Share, i: number, { k, more }: Fetch): string {
  const along = `first_${alongOf[o]} + ${o}_${alongOf[o]}`;
  const depth = `${k}${o}_k`;
  const at = isTurned
    ? `${plus(along, i * rowsAtOnce)}, ${depth}`
    : `${plus(depth, i * rowsAtOnce)}, ${along}`;
  return `held_${o}${i} = load_${o}(${at}${more});`;
}

function depositOne({ o, rowsAtOnce, stride, isTurned }: Share, i: number, step: number): string {
  const slot = (further: number) => `slice_${o}[${plus(`${o}_slot`, step * stride + further)}]`;
  if (!isTurned) return `${slot(i * rowsAtOnce * stride)} = held_${o}${i};`;
  return each(
    4,
    (j) => `${slot(j * stride + (i * rowsAtOnce) / 4)}[${o}_lane] = held_${o}${i}.${'xyzw'[j]};`,
  );
}

function perShare(layout: Layout, body: (share: Share) => string): string {
  const { order, strideA, strideB } = layout;
  const shares = [
    { o: 'a', stride: strideA, ...threadShare(layout, order, 'a') },
    { o: 'b', stride: strideB, ...threadShare(layout, order, 'b') },
  ] as const;
  return shares.map(body).join('\n');
}

/** Every thread brings of both operands. */
export const sharesOfBoth: Staging = {
  nameShares: (layout) =>
    `// What this thread stages: of either operand a vec4 of every so many stored rows.\n${perShare(layout, names)}`,
  declareHeld: (layout) =>
    perShare(layout, ({ o, count }) => each(count, (i) => `var held_${o}${i} = ${layout.four}();`, ' ')),
  fetch: (layout, from) => perShare(layout, (share) => each(share.count, (i) => fetchOne(share, i, from))),
  deposit: (layout, stage = 0) =>
    perShare(layout, (share) => each(share.count, (i) => depositOne(share, i, stage * layout.bk))),
};
