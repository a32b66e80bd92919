// Faults of lists: appended to, and compacted.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { AtomicsCase } from '../cases/kinds.ts';
import { without } from './passes.ts';

const isAppend = (params: AtomicsCase) => Object.keys(params).join(' ') === 'n dtype' && params.n > 1000;
const isCompaction = (order?: 'kept') => (params: AtomicsCase) =>
  'keep' in params && params.order === order && params.n > 4099 && Number(params.keep) > 1;

/** The faults of `append` and `compact-…`. */
export const listFaults: readonly Fault<AtomicsCase>[] = [
  {
    name: 'place-behind',
    summary: 'takes what the counter is after the addition for the place',
    of: 'append',
    change: edit('append.wgsl', '[atomicAdd(&count[0], 1u)]', '[atomicAdd(&count[0], 1u) + 1u]'),
    answer: 'out-of-bounds',
    takes: isAppend,
  },
  {
    name: 'same-place',
    summary: 'loads the counter and stores one more: threads that come at once take one place',
    of: 'append',
    change: edit(
      'append.wgsl',
      'y[atomicAdd(&count[0], 1u)] = x[index];',
      'let place = atomicLoad(&count[0]);\natomicStore(&count[0], place + 1u);\ny[place] = x[index];',
    ),
    answer: 'unwritten',
    takes: isAppend,
  },
  {
    name: 'keeps-zeros',
    summary: 'keeps every word',
    of: 'compact-element',
    change: edit('compact/element.wgsl', 'word != 0u', 'word != 0u || index < N'),
    answer: 'out-of-bounds',
    takes: (params) => isCompaction()(params) && 'keep' in params && Number(params.keep) < 100,
  },
  {
    name: 'every-lane-asks',
    summary: 'every lane takes places for the whole subgroup, of which the first lane’s are used',
    of: 'compact-subgroup',
    change: edit('compact/subgroup.wgsl', 'lane == 0u && all > 0u', 'all > 0u'),
    answer: 'out-of-bounds',
    takes: (params) => isCompaction()(params) && 'keep' in params && Number(params.keep) < 100,
  },
  {
    name: 'no-request',
    summary: 'takes the places behind the end of the list and does not say so',
    of: 'compact-workgroup',
    change: edit('compact/workgroup.wgsl', 'atomicAdd(&count[0], kept)', 'atomicLoad(&count[0])'),
    answer: 'unwritten',
    takes: isCompaction(),
  },
  {
    name: 'lane-below',
    summary: 'counts the bits of the lanes below the one before: two lanes take one place',
    of: 'compact-ballot',
    change: edit('compact/ballot.wgsl', 'bits_below(lane)', 'bits_below(max(lane, 1u) - 1u)'),
    answer: 'unwritten',
    takes: isCompaction(),
  },
  {
    name: 'claims-alike',
    summary: 'has the subgroups of a tile take the same places of it',
    of: 'compact-ballot',
    change: edit('compact/ballot.wgsl', 'first_place + subgroupBroadcastFirst(claimed)', 'first_place'),
    answer: 'unwritten',
    takes: isCompaction(),
  },
  {
    name: 'lost-part',
    summary: 'does not count the last word of each quad',
    of: 'compact-scan',
    change: edit('compact/counts.wgsl', 'kept.z + kept.w', 'kept.z'),
    answer: 'wrong-value',
    takes: (params) => isCompaction('kept')(params) && 'keep' in params && Number(params.keep) > 50,
  },
  {
    name: 'swapped-rows',
    summary: 'takes the second row of each tile before the first',
    of: 'compact-scan',
    change: edit(
      'compact/scatter.wgsl',
      'let a = load_quad(at);\n  let b = load_quad(at + WORKGROUP);',
      'let b = load_quad(at);\n  let a = load_quad(at + WORKGROUP);',
    ),
    answer: 'wrong-value',
    takes: isCompaction('kept'),
  },
  {
    name: 'counts-itself',
    summary: 'puts the words of a thread behind its own number of words',
    of: 'compact-look-back',
    change: edit('compact/look-back.wgsl', 'Counted(quads, through - own,', 'Counted(quads, through,'),
    answer: 'wrong-value',
    takes: isCompaction('kept'),
  },
  {
    name: 'sum-for-prefix',
    summary: 'publishes what a tile keeps as what all tiles up to it keep',
    of: 'compact-look-back',
    change: edit('compact/look-back.wgsl', '(PREFIX << KIND) | (before + kept)', '(PREFIX << KIND) | kept'),
    answer: 'unwritten',
    takes: (params) => isCompaction()(params) && params.n > 10_000,
  },
  {
    name: 'stale-states',
    summary: 'looks back over what the last launch has published',
    of: 'compact-look-back',
    change: without(0),
    answer: 'unwritten',
    takes: isCompaction(),
  },
  {
    name: 'window-begins-late',
    summary: 'takes the first tile since the own last one for counted',
    of: 'compact-windowed',
    change: edit('compact/windowed.wgsl', 'known = held_tile + 1u;', 'known = held_tile + 2u;'),
    answer: 'unwritten',
    takes: (params) => isCompaction()(params) && params.n > 10_000,
  },
];
