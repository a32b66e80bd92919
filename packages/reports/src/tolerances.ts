// Every bound in one table: how far a family's outputs may be off in each type, and how much of that was ever used.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import type { FamilyLadder } from '@kernel-ladder/schema';
import { typeOf } from './accuracy.ts';
import { cell, mainMachine, passedOf } from './data.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

/** The page of tolerances: the formula of each family, and by type the largest error that was found over it. */
export function tolerances(input: ReportInput): Report {
  const machine = mainMachine(input);
  const silent = input.families.filter(({ tolerance }) => tolerance === '');
  const unused = input.families.filter((family) => worstByType(machine, family).length === 0);
  return writeReport({
    name: 'tolerances',
    title: 'Tolerances',
    intro:
      'Each element of an output is compared with a reference in double precision and has a bound of its own, derived from the roundings on its way and from the length of what is added up. A result passes where no error is above its bound, so that no share is above 1; a share of 0 means that every element is equal.',
    sections: [formulas(input.families), used(machine, input.families)],
    missing: [
      ...silent.map(({ name }) => `\`${name}\`: no run says its bound`),
      ...unused.map(({ name }) => `\`${name}\`: no passed result on hardware`),
    ],
  });
}

function formulas(families: readonly FamilyLadder[]): Section {
  return {
    title: 'Bounds',
    text: '',
    columns: ['family', 'bound'],
    rows: families.map(({ name, tolerance }) => [name, tolerance]),
    sources: [],
  };
}

function used(machine: MachineRows | null, families: readonly FamilyLadder[]): Section {
  const worst = families.flatMap((family) => worstByType(machine, family));
  return {
    title: 'Largest error over its bound',
    text: 'Of all passed results of a family and type the one nearest to its bound.',
    columns: ['family', 'type', 'results', 'largest error over bound', 'its error', 'by', ...sourceColumns],
    rows: worst.map(({ row, results }) => [
      row.result.family,
      typeOf(row),
      cell(results),
      cell(row.result.check?.worstErrorOverTolerance),
      cell(row.result.check?.maxAbs),
      row.result.variant,
      ...sourceCells(row),
    ]),
    sources: worst.map(({ row }) => row),
  };
}

function worstByType(
  machine: MachineRows | null,
  { name }: FamilyLadder,
): readonly { readonly row: Row; readonly results: number }[] {
  const checked = passedOf(machine, name).filter(({ result }) => result.check);
  return [...Map.groupBy(checked, typeOf).values()].flatMap((own) => {
    const [row] = own.toSorted((a, b) => shareOf(b) - shareOf(a));
    return row ? [{ row, results: own.length }] : [];
  });
}

const shareOf = ({ result }: Row): number => result.check?.worstErrorOverTolerance ?? 0;
