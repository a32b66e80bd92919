// What each step from memory to the arithmetic units gained: rungs of one run, each over the one before.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import type { FamilyLadder } from '@kernel-ladder/schema';
import { casesOf, speedUp, timeText } from '../data.ts';
import { heldBackBy } from '../limits.ts';
import { timeHead } from '../metric-columns.ts';
import { sourceCells, sourceColumns } from '../report.ts';
import type { Section } from '../report.ts';
import type { LadderTable } from './chapter.ts';

/** The rungs of a case in the order of their ladder; null where fewer than two are on record. */
export function stepsOf(
  table: LadderTable,
  machine: MachineRows | null,
  families: readonly FamilyLadder[],
): Section | null {
  const ladder = families.find(({ name }) => name === table.family);
  const order = ladder?.rungs.map(({ name }) => name) ?? [];
  const found = casesOf(machine, table.family, order).find(({ caseName }) => caseName === table.case);
  const all = (found?.rungs ?? []).filter(({ result }) => result.variant !== 'auto');
  const climbed = climbing(all);
  // Where the first is the best there is no climb to show: all stand beside each other.
  const steps = climbed.length > 1 ? climbed : all;
  if (!ladder || steps.length < 2) return null;
  const whatOf = (name: string) => ladder.rungs.find((rung) => rung.name === name)?.summary ?? '';
  return {
    title: table.title,
    text: climbText(table, steps),
    columns: ['rung', 'what it changes', timeHead, 'over the one before', 'held back by', ...sourceColumns],
    rows: steps.map((row, at) => [
      `\`${row.result.variant}\``,
      whatOf(row.result.variant),
      timeText(row),
      speedUp(row, steps[at - 1]),
      heldBackBy(row),
      ...sourceCells(row),
    ]),
    sources: steps,
  };
}

function climbText({ family, case: name }: LadderTable, steps: readonly Row[]): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return '';
  const page = `[its journey](journey-${family}.md)`;
  return `Of \`${name}\` \`${last.result.variant}\` is ${speedUp(last, first)} as fast as \`${first.result.variant}\`. All rungs are in ${page}.`;
}

// Rungs that are faster than all before them.
function climbing(rungs: readonly Row[]): readonly Row[] {
  const steps: Row[] = [];
  for (const row of rungs) {
    const last = steps.at(-1)?.result.timing?.medianNs ?? Infinity;
    if ((row.result.timing?.medianNs ?? Infinity) < last) steps.push(row);
  }
  return steps;
}
