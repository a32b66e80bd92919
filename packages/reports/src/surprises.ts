// What a ladder's order does not tell: pairs of rungs that change places, fewer bytes that take longer, caches that serve more than memory can.
import type { Row } from '@kernel-ladder/curriculum';
import { climbOf, isFaster, leastStep, stepsOf } from './climb.ts';
import { cell, timeUs } from './data.ts';
import type { Ladder } from './data.ts';
import { sharesOf } from './limits.ts';
import { sourceCells, sourceColumns } from './report.ts';
import type { Section } from './report.ts';

interface Surprise {
  readonly what: string;
  readonly how: string;
  readonly row: Row;
}

/** The section: a row a surprise, over all cases of a family. */
export function surpriseSection(ladders: readonly Ladder[]): Section {
  const found = [
    ...firstIsBest(ladders),
    ...flips(ladders),
    ...thriftyAndSlow(ladders),
    ...beyondMemory(ladders),
  ];
  return {
    title: 'What surprised',
    text:
      found.length === 0
        ? 'In every case the rungs have the same order, fewer bytes never take longer, and no rung asks for more than memory can give.'
        : '',
    columns: found.length === 0 ? [] : ['what', 'how', ...sourceColumns],
    rows: found.map(({ what, how, row }) => [what, how, ...sourceCells(row)]),
    sources: found.map(({ row }) => row),
  };
}

function firstIsBest(ladders: readonly Ladder[]): readonly Surprise[] {
  const cases = ladders.filter(({ rungs }) => climbOf(stepsOf(rungs)).climbs === 0);
  const [row] = cases.flatMap(({ rungs }) => rungs.slice(0, 1));
  if (!row) return [];
  const names = cases.map(({ caseName }) => `\`${caseName}\``).join(', ');
  return [{ what: 'no rung climbs', how: `${cases.length} of ${ladders.length} cases: ${names}`, row }];
}

interface Race {
  readonly winner: Row;
  readonly loser: Row;
  readonly by: number;
}

// One row a pair that is ahead in one case and behind in another, by the widest margin on either side.
function flips(ladders: readonly Ladder[]): readonly Surprise[] {
  const races = ladders.flatMap(({ rungs }) =>
    rungs.flatMap((loser) =>
      rungs
        .filter((winner) => isFaster(winner, loser))
        .map((winner) => ({ winner, loser, by: timeUs(loser) / timeUs(winner) })),
    ),
  );
  const widest = new Map<string, Race>();
  for (const race of races) {
    const key = pairOf(race.winner, race.loser);
    if ((widest.get(key)?.by ?? 0) < race.by) widest.set(key, race);
  }
  return [...widest.values()].flatMap((race) => {
    const other = widest.get(pairOf(race.loser, race.winner));
    // Either half finds the pair: the one with the wider margin tells it.
    if (!other || isSecond(race, other)) return [];
    return [
      {
        what: `\`${race.winner.result.variant}\` and \`${race.loser.result.variant}\` change places`,
        how: `${raceText(race)}; ${raceText(other)}`,
        row: other.winner,
      },
    ];
  });
}

function isSecond(race: Race, other: Race): boolean {
  if (race.by !== other.by) return race.by < other.by;
  return race.winner.result.variant > other.winner.result.variant;
}

const pairOf = (winner: Row, loser: Row) => `${winner.result.variant} ${loser.result.variant}`;

function raceText({ winner, by }: Race): string {
  return `\`${winner.result.variant}\` by ${cell(by, '×')} at \`${winner.result.case}\``;
}

// Of each pair the case with the widest margin, where the rung that asks for less traffic takes longer.
function thriftyAndSlow(ladders: readonly Ladder[]): readonly Surprise[] {
  const found = ladders.flatMap(({ rungs }) => {
    const thrifty = rungs.toSorted((a, b) => a.result.work.implBytes - b.result.work.implBytes)[0];
    const fastest = rungs.toSorted((a, b) => timeUs(a) - timeUs(b))[0];
    if (!thrifty || !fastest || !isFaster(fastest, thrifty)) return [];
    const isThriftier = thrifty.result.work.implBytes * leastStep < fastest.result.work.implBytes;
    return isThriftier ? [{ thrifty, fastest, by: timeUs(thrifty) / timeUs(fastest) }] : [];
  });
  const pairs = Map.groupBy(found, ({ thrifty, fastest }) => pairOf(thrifty, fastest));
  return [...pairs.values()].flatMap((own) => {
    const [most] = own.toSorted((a, b) => b.by - a.by);
    if (!most) return [];
    const { thrifty, fastest, by } = most;
    const less = fastest.result.work.implBytes / thrifty.result.work.implBytes;
    return [
      {
        what: `\`${thrifty.result.variant}\` asks for least traffic and is not the fastest`,
        how: `${cell(less, '×')} less than \`${fastest.result.variant}\`, which is ${cell(by, '×')} as fast, at \`${thrifty.result.case}\`${own.length > 1 ? ` and in ${own.length - 1} more` : ''}`,
        row: thrifty,
      },
    ];
  });
}

// Of each rung the case where it asks for most beyond the memory roof.
function beyondMemory(ladders: readonly Ladder[]): readonly Surprise[] {
  const rows = ladders
    .flatMap(({ rungs }) => rungs)
    .map((row) => ({ row, share: sharesOf(row).requested }))
    .filter(({ share }) => share > 100);
  const variants = Map.groupBy(rows, ({ row }) => row.result.variant);
  return [...variants.values()].flatMap((own) => {
    const [most] = own.toSorted((a, b) => b.share - a.share);
    if (!most) return [];
    return [
      {
        what: `\`${most.row.result.variant}\` asks for more than memory can give`,
        how: `${cell(most.share / 100, '×')} the memory roof, so that caches serve the rest, at \`${most.row.result.case}\``,
        row: most.row,
      },
    ];
  });
}
