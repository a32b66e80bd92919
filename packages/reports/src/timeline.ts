// Timelines of pipelines: what host and device did when, how much of the stages was hidden, and which of them ran beside each other.
import type { MachineRows, Row } from '@kernel-ladder/curriculum';
import { shortNumber } from '@kernel-ladder/curriculum';
import { doubtsBeside, lanes, overlapEfficiency, pairStanding, stagePairs } from '@kernel-ladder/schema';
import type { StagePair, Timeline } from '@kernel-ladder/schema';
import { cell, mainMachine } from './data.ts';
import { sourceCells, sourceColumns, writeReport } from './report.ts';
import type { Report, ReportInput, Section } from './report.ts';

/** A result with its timeline. */
interface Told {
  readonly row: Row;
  readonly timeline: Timeline;
}

// What the lanes are shown of: whole chunks of a full pipeline.
const shown = { variant: 'pipelined', chunks: 3 } as const;

const pairNames: { readonly [Pair in StagePair]: string } = {
  uploadKernel: 'upload, kernel',
  kernelDownload: 'kernel, download',
  uploadDownload: 'upload, download',
};
const pairs = Object.keys(stagePairs) as readonly StagePair[]; // The keys of a literal are its pairs.

/** The page: every pipeline by its stages, and the first chunks of one, span by span. */
export function timelines(input: ReportInput): Report {
  const told = toldOf(mainMachine(input));
  const example = exampleOf(told);
  return writeReport({
    name: 'timeline',
    title: 'Timelines of pipelines',
    intro:
      'What host and device did when, in one more run behind those that are timed. WebGPU has one queue: kernels do not run beside each other, and copies on the device are stamped between its passes, one behind the other. What overlaps is work of the host with work of the device. A stage is at work while either is: upload is the host’s copy into a mapped buffer and the device’s copy out of it, download the reverse. Efficiency is (sum of the stages − wall time) / (sum − longest stage): 1 where the longest stage hides the others, 0 where each waits for the one before, below 0 where the pipeline stands still in between. A pair is serial where it overlaps by no more than the clocks of host and device leave open, once for each chunk. The run file has all spans; `bench run` leaves them beside it as a trace for Perfetto, and the dashboard’s page of a run saves one.',
    sections: [stagesSection(told), lanesSection(example)],
    missing: example ? [] : ['`streams/pipelined`: a timeline'],
  });
}

// Times of the host's clock may not be compared between runs: here each stands for itself.
function toldOf(machine: MachineRows | null): readonly Told[] {
  const rows = machine?.current ?? [];
  return rows.flatMap((row) => {
    const { timeline } = row.result;
    return timeline && doubtsBeside(row.result) === null ? [{ row, timeline }] : [];
  });
}

function exampleOf(told: readonly Told[]): Told | undefined {
  const own = told.filter(({ row }) => row.result.variant === shown.variant);
  return own.toSorted((a, b) => b.row.result.work.minBytes - a.row.result.work.minBytes)[0];
}

function stagesSection(told: readonly Told[]): Section {
  return {
    title: 'By stages',
    text: '',
    columns: [
      'pipeline',
      'wall, µs',
      'upload, µs',
      'kernel, µs',
      'download, µs',
      'efficiency',
      ...pairs.map((pair) => pairNames[pair]),
      'clocks within, µs',
      ...sourceColumns,
    ],
    rows: told.map(({ row, timeline }) => [
      `\`${row.result.variant}\` ${row.result.case}`,
      cell(timeline.wallUs),
      cell(timeline.busyUs.upload),
      cell(timeline.busyUs.kernel),
      cell(timeline.busyUs.download),
      cell(twoDigits(overlapEfficiency(timeline))),
      ...pairs.map((pair) => standingText(timeline, pair)),
      timeline.clock === 'host' ? 'host’s clock alone' : cell(timeline.alignedWithinUs),
      ...sourceCells(row),
    ]),
    sources: told.map(({ row }) => row),
  };
}

function twoDigits(value: number | null): number | null {
  return value === null ? null : Math.round(100 * value) / 100;
}

function standingText(timeline: Timeline, pair: StagePair): string {
  const found = pairStanding(timeline, pair);
  return found.standing === 'serial' ? 'serial' : `overlaps ${shortNumber(Math.round(100 * found.share))} %`;
}

function lanesSection(example: Told | undefined): Section {
  const title = 'Lanes of the first chunks';
  const columns = ['lane', 'start', 'end', 'what', 'chunk', 'slot', ...sourceColumns];
  if (!example) return { title, text: '', columns, rows: [], sources: [] };
  const { row, timeline } = example;
  const spans = timeline.spans
    .filter(({ chunk }) => chunk < shown.chunks)
    .toSorted((a, b) => lanes.indexOf(a.lane) - lanes.indexOf(b.lane) || a.atUs - b.atUs);
  return {
    title,
    text: `Microseconds from the beginning of the run; ${timeline.chunks} chunks in all.`,
    columns,
    rows: spans.map(({ lane, name, slot, chunk, atUs, us }) => [
      lane,
      cell(atUs),
      cell(Math.round(10 * (atUs + us)) / 10),
      name,
      cell(chunk),
      cell(slot),
      ...sourceCells(row),
    ]),
    sources: [row],
  };
}
