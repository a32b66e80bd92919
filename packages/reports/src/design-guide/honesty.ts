// How far the numbers of a guide can be trusted, told by all results of its machine.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { boundsMedian } from '@kernel-ladder/schema';
import { cell, isTimed } from '../data.ts';
import type { Section } from '../report.ts';

const text = [
  'A number about speed is worth as much as the way it was taken. The kernel has to be right first: every rung is checked on awkward cases and on the very inputs that are timed, against a reference in double precision within a bound that follows from the program, and its last timed output is checked once more. A kernel that is wrong has no time here.',
  'The clock is the device’s own. Launches are batched, so that the clock’s tick and the launch itself are small against what is measured; the time of one is the slope between batches of different length. Caches are written over before each launch that is called cold, and a hot time says so. Rulers, two kernels that never change, run before and after, and a session in which they drift is marked.',
  'A median has an interval. Two times whose intervals overlap are not told apart, and a difference has to be larger than what two launches of the same process differ by before it is called one. Results of two machines, drivers or sets of toggles are never set beside each other without a word.',
  'Work is declared, not measured: operations and bytes are what the problem needs, and rates follow. A rate above what the datasheet allows is a fault of the measurement and is refused as one. What holds a kernel back is said by its shares of each roof, and where all shares are low it waits for something that no roof describes.',
  'The easiest ways to fool oneself are to time what is not computed, to time what is in a cache, to take the best of many tries, to compare with a rival that was not tuned, and to leave out the sizes that look bad. Each has a guard in this suite: outputs are poisoned and read back, caches are flushed, medians are kept with all their samples’ spread, rivals run in the same session on the same inputs, and every listed size is in the record or says why it is not.',
].join('\n\n');

/** The chapter on measuring: how much was checked and how closely it was timed, over every result that counts today. */
export function honestySection(machine: MachineRows | null): readonly Section[] {
  if (!machine) return [];
  const own = machine.current.filter(({ result }) => result.kind === 'gpu');
  const timed = own.filter(isTimed);
  return [
    {
      title: 'Measuring honestly',
      text,
      columns: ['of the results of kernels', 'number'],
      rows: [
        ['on record', cell(own.length)],
        ['passed', cell(countOf(own, ({ result }) => result.status === 'passed'))],
        ['failed', cell(countOf(own, ({ result }) => result.status === 'failed'))],
        ['skipped, with a reason', cell(countOf(own, ({ result }) => result.status === 'skipped'))],
        ['timed, and fit to be compared', cell(timed.length)],
        ['awkward cases that their rungs passed', cell(casesPassed(own))],
        [
          'half-width of the interval of a median: the middle one',
          percentOf(middleOf(timed.flatMap(halfWidth))),
        ],
      ],
      sources: [],
    },
  ];
}

function countOf(rows: readonly Row[], is: (row: Row) => boolean): number {
  return rows.filter(is).length;
}

// Of each variant once: its results carry the same coverage.
function casesPassed(rows: readonly Row[]): number {
  const sets = new Map<string, number>();
  for (const { result } of rows)
    for (const { set, passed } of result.coverage ?? []) {
      const key = `${result.family}/${result.variant} ${set}`;
      sets.set(key, Math.max(passed, sets.get(key) ?? 0));
    }
  return [...sets.values()].reduce((sum, passed) => sum + passed, 0);
}

function halfWidth({ result: { timing } }: Row): readonly number[] {
  return timing && boundsMedian(timing) ? [(timing.ciHighNs - timing.ciLowNs) / (2 * timing.medianNs)] : [];
}

function middleOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function percentOf(share: number): string {
  return cell(100 * share, '%');
}
