// A that is not staged: a subgroup loads its fragments straight from storage, where they have been laid out one by one before, 512 bytes
// each. They take no store to workgroup memory, no load from it and no barrier; two subgroups beside each other load the same ones, the
// second from the first-level cache. A fragment is loaded for the slab behind this one as soon as it has been multiplied, so its load has
// the time of a slab.
import { plus } from '@kernel-ladder/kernel-kit';
import { fragment } from '../tensor/layout.ts';
import type { Copies } from './copy.ts';
import type { PipedLayout, PipedProblem } from './layout.ts';

/** The type of A as it is stored: fragments of 32 vec4us. */
export const straightType = 'array<vec4<u32>, 32>';

/** No copies: what a staged operand has of them. */
export function straight(): Copies {
  return { names: '', fetch: () => '', deposit: () => '' };
}

/** The name of a fragment of A, of those along K in a slab and of those down the part. */
export function straightName(group: number, index: number): string {
  return `a${group}_${index}`;
}

/** Lines that declare how many fragments A has along K, and its last slab; none where A is staged. */
export function straightConstants({ k, parts }: PipedProblem, { a, bk, deep }: PipedLayout): string {
  if (a.way !== 'straight') return '';
  return `const ALONG_A = ${k / deep}u; // fragments of A along K
const LAST_SLAB = ${k / parts / bk - 1}u;
`;
}

/** Lines that say where this subgroup's fragments begin, and load those of the first slab; `isLate` says which are loaded a slab later. */
export function declareStraight(
  problem: PipedProblem,
  layout: PipedLayout,
  isLate: (group: number) => boolean,
): string {
  const { bm, partM } = layout;
  const { m, batch, parts } = problem;
  const layer = batch > 1 ? `group.z * ${m / fragment}u * ALONG_A + ` : '';
  const part = parts > 1 ? ` + group.z * (ALONG_A / ${parts}u)` : '';
  const loads = placesOf(layout).map(
    ([group, index]) =>
      `var ${straightName(group, index)} = ${isLate(group) ? 'Left()' : loadOf('first_a', [group, index])};`,
  );
  return `// Of A: where this subgroup's fragments begin, and those of the first slab.
let first_a = ${layer}(tile_row * ${bm / fragment}u + part_row * ${partM / fragment}u) * ALONG_A${part};
${loads.join('\n')}`;
}

/** A line that loads a fragment from the slab that begins at `from`. */
export function reloadStraight(group: number, index: number, from = 'next_a'): string {
  return `${straightName(group, index)} = ${loadOf(from, [group, index])};`;
}

/** A line that says where the fragments of the slab behind one begin; behind the last slab those of the last one are loaded again. */
export function nextStraight({ bk, deep }: PipedLayout, slab: number): string {
  return `let next_a = first_a + min(${plus('slab', slab + 1)}, LAST_SLAB) * ${bk / deep}u;`;
}

/** A line that says where the fragments of a slab begin. */
export function thisStraight({ bk, deep }: PipedLayout, slab: number): string {
  return `let this_a = first_a + (${plus('slab', slab)}) * ${bk / deep}u;`;
}

type Place = readonly [group: number, index: number];

function placesOf({ bk, deep, partM }: PipedLayout): readonly Place[] {
  return Array.from({ length: bk / deep }, (_, group) =>
    Array.from({ length: partM / fragment }, (__, index): Place => [group, index]),
  ).flat();
}

function loadOf(from: string, [group, index]: Place): string {
  const down = index === 0 ? '' : ` + ${index}u * ALONG_A`;
  return `subgroupMatrixLoad<Left, row_major>(&a[${from}${down}${group === 0 ? '' : ` + ${group}u`}], 0u, 2u)`;
}
