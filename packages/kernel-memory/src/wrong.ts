// Rungs with one mistake each, which the check must reject for the reason that the mistake gives.
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import type { MemoryCase } from './cases/kinds.ts';
import { probeFaults } from './wrong/probes.ts';
import { streamFaults } from './wrong/streams.ts';
import { transposeFaults } from './wrong/transposes.ts';

/** The faults of moving words. */
export const wrong: readonly Fault<MemoryCase>[] = [...streamFaults, ...transposeFaults, ...probeFaults];

/** Which faults stand for a class of mistakes, or why none does. */
export const faultTable: FaultTable = {
  index: [
    'always-side-by-side',
    'in-a-row',
    'in-order',
    'in-the-cache',
    'next-column',
    'neighbouring-tiles',
    'not-turned',
  ],
  bound: ['dropped-tail', 'dropped-stride', 'one-hop-short', 'past-edge', 'unfinished-table'],
  terms: ['half-block', 'half-warm', 'one-load-short', 'short-band', 'words-left-out'],
  start: 'nothing is added up but words that begin with none',
  barrier: ['missing-barrier'],
  mask: 'every word counts',
  precision: ['half-precision', 'low-bits-lost'],
  lookup: ['first-key', 'half-an-item', 'scattered', 'unpadded-table'],
  stale: ['every-other-tile'],
  operation: ['difference'],
  row: ['mirrored-block', 'other-swizzle'],
  inclusion: 'every word stands for itself',
  carry: ['lost-subtotal'],
};
