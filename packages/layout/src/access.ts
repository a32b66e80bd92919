// What a subgroup's access costs, from the layout that takes its lanes to elements: the pieces of global memory that are moved for it,
// and the turns that workgroup memory takes. Sectors and lines as on NVIDIA GPUs since Maxwell, banks since Kepler
// (CUDA C++ Programming Guide, sections on global and shared memory); other devices have other widths.
import { cosizeOf, formatLayout, offsetsOf } from './layout.ts';
import type { Layout } from './layout.ts';

const sectorBytes = 32;
const lineBytes = 128;
const wordBytes = 4;
const banks = 32;

/** How wide an element is, and where the layout's first one lies. */
export interface Placing {
  /** Bytes of an element: 2, 4, 8 or 16; 4 when left out. */
  readonly elementBytes?: number;
  /** Bytes in front of offset 0. */
  readonly baseBytes?: number;
}

/** Pieces of global memory that one access of a subgroup touches. */
export interface Segments {
  /** Sectors of 32 bytes. */
  readonly sectors: number;
  /** Lines of 128 bytes. */
  readonly lines: number;
  /** Bytes that some lane asks for, each counted once. */
  readonly bytes: number;
  /** Bytes asked for over bytes of the sectors: 1 is coalesced. */
  readonly efficiency: number;
}

/** The segments of an access in which lane i takes element `lanes(i)`. */
export function segmentsOf(lanes: Layout, placing: Placing = {}): Segments {
  const bytes = new Set(elementsOf(lanes, placing).flat());
  const count = (unit: number) => new Set([...bytes].map((at) => Math.floor(at / unit))).size;
  const sectors = count(sectorBytes);
  return {
    sectors,
    lines: count(lineBytes),
    bytes: bytes.size,
    efficiency: bytes.size / (sectors * sectorBytes),
  };
}

/** How an access of workgroup memory is served. */
export interface Conflicts {
  /** The most different words that lanes served together want from one bank: 1 is free of conflicts. */
  readonly degree: number;
  /** Turns that the access takes: of 4-byte elements the degree, of wider ones the degrees of its parts, added up. */
  readonly turns: number;
}

/** The bank conflicts of an access in which lane i takes element `lanes(i)`; lanes that want one word share it. */
export function bankConflicts(lanes: Layout, placing: Placing = {}): Conflicts {
  const elements = elementsOf(lanes, placing);
  // Lanes that together want more than all banks give are served in parts: halves of 8-byte elements, quarters of 16.
  const together = Math.floor((banks * wordBytes) / Math.max(wordBytes, placing.elementBytes ?? wordBytes));
  const parts = Array.from({ length: Math.ceil(elements.length / together) }, (_, part) =>
    degreeOf(elements.slice(part * together, (part + 1) * together)),
  );
  return { degree: Math.max(...parts), turns: parts.reduce((sum, degree) => sum + degree, 0) };
}

function degreeOf(elements: readonly (readonly number[])[]): number {
  const words = new Set(elements.flat().map((at) => Math.floor(at / wordBytes)));
  const wanted = new Map<number, number>();
  for (const word of words) wanted.set(word % banks, (wanted.get(word % banks) ?? 0) + 1);
  return Math.max(...wanted.values());
}

// The bytes of each lane's element.
function elementsOf(
  lanes: Layout,
  { elementBytes = wordBytes, baseBytes = 0 }: Placing,
): readonly (readonly number[])[] {
  if (![2, 4, 8, 16].includes(elementBytes))
    throw new RangeError(
      `${elementBytes} bytes an element: ${formatLayout(lanes)} (${cosizeOf(lanes)} elements) is of 2, 4, 8 or 16`,
    );
  return offsetsOf(lanes).map((offset) =>
    Array.from({ length: elementBytes }, (_, byte) => baseBytes + offset * elementBytes + byte),
  );
}
