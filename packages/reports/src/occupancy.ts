// Threads against work per thread: the surface of workgroup sizes and independent loads, and where its best point lies.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, mainMachine, ofOneRun, timeUs, timedOf } from './data.ts';
import { metricColumn, timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

const surfaces = [
  { family: 'reduce', metric: 'gbps', head: 'bandwidth', perLoad: 4 },
  { family: 'gemm', metric: 'gflops', head: 'rate', perLoad: 1 },
] as const;

type Surface = (typeof surfaces)[number];

// What a surface is worth the name with.
const fewestPoints = 12;

/** The surfaces of reductions and products, each with its best point. */
export function occupancy(input: ReportInput): Report {
  const machine = mainMachine(input);
  const known = new Set(input.families.map(({ name }) => name));
  const found = surfaces
    .filter(({ family }) => known.has(family))
    .map((surface) => ({ surface, rows: pointsOf(machine, surface) }));
  return writeReport({
    name: 'occupancy',
    title: 'Occupancy against work per thread',
    intro:
      'WebGPU does not say how many threads a device holds at once: what is varied are the threads of a workgroup and the elements of each thread that do not wait for each other. Fewer threads with more work each keep as much in flight.',
    sections: found.map(({ surface, rows }) => sectionOf(surface, rows)),
    missing: found
      .filter(({ rows }) => rows.length < fewestPoints)
      .map(
        ({ surface, rows }) => `\`${surface.family}/occupancy\`: ${rows.length} of ${fewestPoints} points`,
      ),
  });
}

function pointsOf(machine: MachineRows | null, { family }: Surface): readonly Row[] {
  // Memory that lies idle is an axis of its own.
  const own = timedOf(machine, family).filter(
    ({ result }) => result.variant === 'occupancy' && !result.case.includes('held='),
  );
  return ofOneRun(machine, own).toSorted((a, b) => threadsOf(a) - threadsOf(b) || loadsOf(a) - loadsOf(b));
}

const threadsOf = ({ result }: Row): number => Number(result.params['workgroup']);
const loadsOf = ({ result }: Row): number => Number(result.params['ilp']);

function sectionOf(surface: Surface, rows: readonly Row[]): Section {
  const { family, metric, head, perLoad } = surface;
  const column = metricColumn(metric, rows);
  const [, unit = ''] = column.head.split(', ');
  const measured = unit === '' ? head : `${head}, ${unit}`;
  return {
    title: family,
    text: verdictOf(rows),
    columns: ['workgroup', 'elements', timeHead, measured, ...sourceColumns],
    rows: rows.map((row) => [
      cell(threadsOf(row)),
      cell(perLoad * loadsOf(row)),
      cell(timeUs(row)),
      column.cell(row),
      ...sourceCells(row),
    ]),
    sources: rows,
  };
}

// Beyond what two runs of the same code differ by.
const clear = 1.02;

/** Whether less than the most threads and the least work each is best, in words. */
function verdictOf(rows: readonly Row[]): string {
  const [best] = rows.toSorted((a, b) => timeUs(a) - timeUs(b));
  const most = Math.max(0, ...rows.map(threadsOf));
  const full = rows.filter((row) => threadsOf(row) === most).toSorted((a, b) => loadsOf(a) - loadsOf(b))[0];
  if (!best || !full) return '';
  const gain = timeUs(full) / timeUs(best);
  const point = `${threadsOf(best)} threads and ${loadsOf(best)} at once a thread`;
  return gain > clear
    ? `Best: ${point}, ${cell(gain, '×')} as fast as ${most} threads with ${loadsOf(full)}.`
    : `No point is faster than ${most} threads with ${loadsOf(full)} beyond noise.`;
}
