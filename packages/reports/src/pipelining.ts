// Software pipelining: one product with rings of one, two and three tiles, and whether any of them pays.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { cell, mainMachine, ofOneRun, speedUp, timeText, timeUs, timedOf } from './data.ts';
import { timeHead } from './metric-columns.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput } from './report.ts';

const asked = [1, 2, 3];
// What a stage more has to bring to be worth its memory.
const worth = 1.05;

/** The times of a product by its stages, beside the plain tiled kernel of the same run. */
export function pipelining(input: ReportInput): Report {
  const rows = pipelinedOf(mainMachine(input));
  const single = rows.find((row) => stagesOf(row) === 1);
  return writeReport({
    name: 'pipelining',
    title: 'Software pipelining',
    intro:
      'The tiled product with a ring of tiles in workgroup memory: with one stage each step waits for its loads, with two or three the tile one or two steps ahead is on its way while another is multiplied, and one barrier a step does.',
    sections: [
      {
        title: 'By stages',
        text: verdictOf(rows, single),
        columns: ['stages', timeHead, 'speed-up over one', ...sourceColumns],
        rows: rows.map((row) => [
          cell(stagesOf(row)),
          timeText(row),
          speedUp(row, single),
          ...sourceCells(row),
        ]),
        sources: rows,
      },
    ],
    missing: asked
      .filter((stages) => !rows.some((row) => stagesOf(row) === stages))
      .map((stages) => `\`gemm/pipelined/m=4096,n=4096,k=4096,stages=${stages},f32\``),
  });
}

const stagesOf = ({ result }: Row): number => Number(result.params['stages']);

function pipelinedOf(machine: MachineRows | null): readonly Row[] {
  const own = timedOf(machine, 'gemm').filter(
    ({ result: { variant, case: name } }) =>
      variant === 'pipelined' && /^m=4096,n=4096,k=4096,stages=\d,f32$/.test(name),
  );
  return ofOneRun(machine, own).toSorted((a, b) => stagesOf(a) - stagesOf(b));
}

function verdictOf(rows: readonly Row[], single: Row | undefined): string {
  const others = rows.filter((row) => stagesOf(row) > 1);
  if (!single || others.length < asked.length - 1) return '';
  const [best] = others.toSorted((a, b) => timeUs(a) - timeUs(b));
  if (!best || timeUs(single) < worth * timeUs(best))
    return 'Of two and three, no stage is 5 % faster than one alone.';
  return `${stagesOf(best)} stages are ${cell(timeUs(single) / timeUs(best), '×')} as fast as one.`;
}
