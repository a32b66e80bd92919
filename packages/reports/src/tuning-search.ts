// How good searches of parameters are: on times that a device gave for every candidate, what searches of less find.
import { budgetFor, exhaustive, noisy, qualityOf, roundsOf } from '@kernel-ladder/autotune';
import type { Landscape, Quality } from '@kernel-ladder/autotune';
import type { TuningEntry, TuningTable } from '@kernel-ladder/schema';
import { writeReport } from './report.ts';
import type { Report, Section } from './report.ts';

/** An entry, and whose table it is of. */
export interface Searched {
  readonly table: Pick<TuningTable, 'machine' | 'family'>;
  readonly entry: TuningEntry;
}

// What `bench tune` gives each candidate on hardware in its first round.
const firstSamples = 5;
// Of the samples of a search that looks at all candidates so often; beside them stands the budget of `bench tune`, which gives so many in each round.
const shares = [0.1, 0.2, 0.4, 0.7, 1] as const;
// As near to the best as that a search is good enough.
const near = 1.05;
const seeds = Array.from({ length: 32 }, (_, at) => at + 1);
// Fewer leave nothing to search.
const fewest = 8;

/** The page of searches: of each recorded landscape what is found over budgets, by halving and by looking at all alike. */
export function tuningSearch(tables: readonly TuningTable[]): Report {
  const searched = tables.flatMap((table) => table.entries.map((entry) => ({ table, entry })));
  const small = searched.filter(({ entry }) => landscapeOf(entry).size >= fewest);
  const newest = small.toSorted((one, other) => other.entry.at.localeCompare(one.entry.at))[0];
  return writeReport({
    name: 'tuning-search',
    title: 'How good a search is',
    intro: `\`bench tune\` looks shortly at all candidates, and longer at the best third of them, again and again ([how](../../packages/autotune/README.md#the-search)). Here it is tried on landscapes that were recorded: the times of every candidate that the model leaves, on a real device. A sample of a time is the recorded one and up to 2 % more, one in fifty is half as long again. A search is given a budget of samples, as a share of those of an exhaustive one, which takes ${firstSamples} of each; what it finds is told by its recorded time over that of the best of all, in the middle and in the worst of ${seeds.length} orders in which it may look. Beside it stands the same budget spent on all alike: with fewer samples than candidates, on as many as it reaches for.`,
    sections: small.map(sectionOf),
    missing:
      small.length === 0 ? ['a table of eight candidates or more: `bench tune reduce --exhaustive`'] : [],
    ...(newest ? { commit: newest.entry.versions['commit'] ?? '' } : {}),
  });
}

/** The recorded times of an entry, by candidate; those that were wrong have none. */
export function landscapeOf({ landscape: { rows } }: TuningEntry): Landscape {
  return new Map(rows.flatMap(({ values, ns }) => (ns === null ? [] : [[values.join(' '), ns] as const])));
}

function sectionOf({ table, entry }: Searched): Section {
  const landscape = landscapeOf(entry);
  const times = [...landscape.values()].toSorted((one, other) => one - other);
  const [least = 1, most = 1] = [times[0], times.at(-1)];
  const close = times.filter((ns) => ns <= near * least).length;
  const whole = landscape.size * firstSamples;
  const budgets = [
    ...shares.map((share) => Math.max(1, Math.round(share * whole))),
    budgetFor(landscape.size, firstSamples),
  ];
  const request = { landscape, budgets, seeds, sample: noisy };
  const [halving, alike] = [qualityOf(request), qualityOf({ ...request, eta: exhaustive })];
  return {
    title: `\`${table.family}/${entry.rung}\` for ${entry.class}`,
    text: `${landscape.size} candidates in ${roundsOf(landscape.size)} rounds: ${close === 1 ? 'one takes' : `${close} take`} at most 5 % longer than the best, the slowest takes ${ratioText(most / least)} of it. Recorded ${entry.at.slice(0, 10)} on \`${table.machine}\`, ${entry.search.exhaustive ? 'all candidates looked at alike' : 'by halving, so that the slow ones were looked at shortly'}. ${enoughText('Halving', halving)}, ${enoughText('all alike', alike)}. The last budget is that of \`bench tune\`.`,
    columns: ['samples', 'of exhaustive', 'halving', 'at worst', 'all alike', 'at worst'],
    rows: budgets.map((budget, at) => [
      String(budget),
      `${Math.round((100 * budget) / whole)} %`,
      ...[halving[at], alike[at]].flatMap((found) => [ratioText(found?.median), ratioText(found?.worst)]),
    ]),
    sources: [],
  };
}

// From where on no order in which it may look leads to a bad one.
function enoughText(who: string, found: readonly Quality[]): string {
  const last = found.findLastIndex(({ worst }) => worst > near);
  const enough = found[last + 1];
  return enough
    ? `${who} comes within 5 % in every order from ${enough.budget} samples on`
    : `${who} does not come within 5 % in every order`;
}

function ratioText(ratio = Number.NaN): string {
  return `${ratio.toFixed(3)} ×`;
}
