// Reads what others measured: the table that nccl-tests' all_reduce_perf prints, and the JSON of per-call times that this
// project's NCCL rows came in.
import { InvalidDocument, parseReference, readJson } from '@kernel-ladder/schema';
import type { Reference, ReferenceRow } from '@kernel-ladder/schema';
import { parseTimes } from './nccl-times.ts';
import type { About } from './nccl-times.ts';

export type { About } from './nccl-times.ts';

/** Reads a file of either format; throws InvalidDocument as `file: line: what is wrong`. */
export function parseNcclTests(file: string, text: string, about: About): Reference {
  const reference = text.trimStart().startsWith('{')
    ? parseTimes(file, readJson(file, text), about)
    : parseTable(file, text, about);
  return parseReference(file, reference);
}

interface Column {
  readonly name: string;
  readonly index: number;
}

interface Line {
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

function parseTable(file: string, text: string, about: About): Reference {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ file, number: index + 1, text: withoutRank(line) }));
  const head = lines.find(({ text: line }) => /^#\s+size\s+count\s+type\b/.test(line));
  if (!head)
    throw new InvalidDocument(`${file}: 1: no "# size count type …" line: not the output of all_reduce_perf`);
  const columns = head.text
    .split(/\s+/)
    .slice(1)
    .map((name, index) => ({ name, index }));
  const rows = lines
    .filter(({ number, text: line }) => number > head.number && /^\s*\d+\s/.test(line))
    .map((line) => parseRow(line, columns));
  if (rows.length === 0) throw new InvalidDocument(`${file}: ${head.number}: no rows follow this line`);
  const devices = lines.flatMap(
    ({ text: line }) => /^#\s+Rank\s+\d+ .*\bdevice\s+\d+ \[\S+\]\s+(.+?)\s*$/.exec(line)?.[1] ?? [],
  );
  return {
    schemaVersion: 1,
    provenance: about.provenance,
    tool: 'nccl-tests all_reduce_perf',
    version: /\bNCCL version (\S+)/i.exec(text)?.[1] ?? 'unknown',
    machine: about.machine ?? machineOf(devices),
    operation: 'allreduce',
    ranks: devices.length > 0 ? devices.length : ranksOf(file, head.number, rows),
    algorithm: algorithmOf(text),
    rows: rows.map(({ row }) => row),
  };
}

// mpirun --tag-output puts the rank before every line.
function withoutRank(line: string): string {
  return line.replace(/^\[\d+,\d+\]<\w+>:\s?/, '');
}

function machineOf(devices: readonly string[]): string {
  const counts = [...Map.groupBy(devices, (device) => device)].map(
    ([device, all]) => `${all.length} × ${device}`,
  );
  return counts.join(', ') || 'unknown';
}

// NCCL_ALGO appears in the log when NCCL_DEBUG is on; the table itself does not say which algorithm ran.
function algorithmOf(text: string): Reference['algorithm'] {
  const forced = /NCCL_ALGO(?: set by environment to|\s*=)\s*(\w+)/i.exec(text)?.[1]?.toLowerCase();
  return forced === 'ring' || forced === 'tree' ? forced : 'unknown';
}

interface ParsedRow {
  readonly row: ReferenceRow;
  readonly algbw: number;
  readonly busbw: number;
}

function parseRow(line: Line, columns: readonly Column[]): ParsedRow {
  const cells = line.text.trim().split(/\s+/);
  if (cells.length !== columns.length)
    throw fault(line, `${cells.length} columns, but the header has ${columns.length}: "${line.text.trim()}"`);
  const indexOf = (name: string, which: number) =>
    columns.filter((column) => column.name === name)[which]?.index;
  const number = (name: string, which = 0) => readNumber(line, name, cells[indexOf(name, which) ?? -1]);
  const redop = cells[indexOf('redop', 0) ?? -1];
  if (redop === 'none') throw fault(line, 'redop is "none": not an allreduce');
  const wrong = [0, 1].map((which) => wrongOf(line, cells[indexOf('#wrong', which) ?? -1]));
  const [checked] = wrong.filter((count) => count !== undefined);
  return {
    row: {
      bytes: number('size'),
      timeUs: number('time'),
      ...(indexOf('time', 1) === undefined ? {} : { inPlaceUs: number('time', 1) }),
      ...(checked === undefined ? {} : { wrong: checked }),
    },
    algbw: number('algbw'),
    busbw: number('busbw'),
  };
}

function readNumber(line: Line, name: string, cell: string | undefined): number {
  if (cell === undefined) throw fault(line, `the header has no "${name}" column`);
  const value = Number(cell);
  if (!Number.isFinite(value) || value < 0) throw fault(line, `"${cell}" is no ${name}`);
  return value;
}

// A timing of wrong results is no measurement.
function wrongOf(line: Line, cell: string | undefined): number | undefined {
  if (cell === undefined || cell === 'N/A') return undefined;
  const count = readNumber(line, '#wrong', cell);
  if (count > 0) throw fault(line, `${count} wrong elements: the run failed its own check`);
  return count;
}

// busbw/algbw is 2(n−1)/n; the largest message has the most digits.
function ranksOf(file: string, number: number, rows: readonly ParsedRow[]): number {
  const { algbw, busbw } = rows.reduce((a, b) => (b.algbw > a.algbw ? b : a));
  const ranks = Math.round(2 / (2 - busbw / algbw));
  if (ranks >= 2 && Math.abs((2 * (ranks - 1)) / ranks - busbw / algbw) < 0.01) return ranks;
  throw new InvalidDocument(
    `${file}: ${number}: no "# Rank" lines, and busbw/algbw = ${busbw}/${algbw} is no 2(n−1)/n of an allreduce`,
  );
}

function fault({ file, number }: Line, message: string): InvalidDocument {
  return new InvalidDocument(`${file}: ${number}: ${message}`);
}
