// Passes that differ in numbers alone read them from a buffer, so that they share one text and one pipeline.
import { wgsl } from '@kernel-ladder/harness';
import type { BufferRange, Pass } from '@kernel-ladder/harness';

/** Two numbers of a pass. */
export type Entry = readonly [x: number, y: number];

const entryBytes = 256;

/** Bytes of the buffer `entries`. */
export function entriesBytes(entries: readonly Entry[]): number {
  return entryBytes * entries.length;
}

/** Writes them into the scratch buffer `entries`. */
export function writeEntries(entries: readonly Entry[]): Pass {
  const texts = entries.map(([x, y]) => `vec2u(${x}u, ${y}u)`);
  const constants = { ENTRIES: `array(${texts.join(', ')})`, COUNT: entries.length };
  return {
    wgsl: wgsl('entries.wgsl', constants),
    bindings: ['entries'],
    workgroups: [Math.ceil(entries.length / 64), 1, 1],
  };
}

/** The part of the buffer that a pass reads. */
export function entryAt(index: number): BufferRange {
  return { buffer: 'entries', offset: entryBytes * index, bytes: entryBytes };
}
