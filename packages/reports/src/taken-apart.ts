// The kernels that were taken apart: what holds each back, by the times of what is left of it.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { heldBack, heldBackWords, perturbedWords } from '@kernel-ladder/schema';
import type { Perturbations } from '@kernel-ladder/schema';
import { sourceCells, sourceColumns } from './report.ts';
import type { Section } from './report.ts';

const text =
  'Each kernel beside what is left of it when its loads, its arithmetic, its barriers are taken out (`bench why`), timed in turns: the shares are over the kernel’s own time of the same turn. What is left is wrong by construction, and no result. Held back by what saves most when it is gone; latency where memory does and half the occupancy costs 20 %.';

/** The section of a page; none where no kernel of the machine was taken apart. */
export function takenApart(machine: MachineRows | null): readonly Section[] {
  const rows = [...(machine?.past.values() ?? [])].flatMap(newestApart);
  if (rows.length === 0) return [];
  return [
    {
      title: 'Taken apart',
      text,
      columns: ['kernel', 'held back by', 'times of what is left', ...sourceColumns],
      rows: rows.map(({ row, perturbations }) => line(row, perturbations)),
      sources: rows.map(({ row }) => row),
    },
  ];
}

interface Apart {
  readonly row: Row;
  readonly perturbations: Perturbations;
}

function newestApart(rows: readonly Row[]): readonly Apart[] {
  const apart = rows.flatMap((row) => {
    const { perturbations } = row.result;
    return perturbations ? [{ row, perturbations }] : [];
  });
  return apart.toSorted((a, b) => a.row.run.startedAt.localeCompare(b.row.run.startedAt)).slice(-1);
}

function line(row: Row, perturbations: Perturbations): readonly string[] {
  const bound = heldBack(perturbations);
  const { family, variant } = row.result;
  return [
    `${family}/${variant}`,
    bound ? heldBackWords(bound) : 'unknown',
    perturbedWords(perturbations),
    ...sourceCells(row),
  ];
}
