// Reads what others measured: the table that nccl-tests' all_reduce_perf prints, and the JSON of per-call times that this
// project's NCCL rows came in.
import { InvalidDocument, parseReference, readJson } from '@kernel-ladder/schema';
import type { Reference, ReferenceRow } from '@kernel-ladder/schema';
import { machineOf, ranksOf, readDevices } from './nccl-tests-ranks.ts';
import { fault, parseRow } from './nccl-tests-row.ts';
import type { Line, ParsedRow } from './nccl-tests-row.ts';
import { parseTimes } from './nccl-times.ts';
import type { About } from './nccl-times.ts';

export type { About } from './nccl-times.ts';

/**
 * Reads a file of either format; throws InvalidDocument as `file: line: what is wrong`, also for other collectives, for runs
 * that failed their own check, and for tables of more than one type or of a size twice.
 */
export function parseNcclTests(file: string, text: string, about: About): Reference {
  const reference = text.trimStart().startsWith('{')
    ? parseTimes(file, readJson(file, text), about)
    : parseTable(file, text, about);
  refuseDuplicates(file, reference.rows);
  return parseReference(file, reference);
}

function parseTable(file: string, text: string, about: About): Reference {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ file, number: index + 1, text: withoutRank(line) }));
  refuseFailed(lines);
  const head = findHead(file, lines);
  const columns = head.text.trim().split(/\s+/).slice(1);
  const rows = rowLines(lines.slice(head.number)).map((line) => parseRow(line, columns));
  if (rows.length === 0) throw fault(head, 'no rows follow this line');
  const devices = readDevices(lines);
  const dataType = onlyOne(rows, 'dataType');
  const reduction = onlyOne(rows, 'reduction');
  return {
    schemaVersion: 1,
    provenance: about.provenance,
    tool: 'nccl-tests all_reduce_perf',
    version: /\bNCCL version (\S+)/i.exec(text)?.[1] ?? 'unknown',
    machine: about.machine ?? machineOf(devices),
    operation: 'allreduce',
    ranks: ranksOf(rows, devices),
    algorithm: algorithmOf(text),
    ...(dataType === undefined ? {} : { dataType }),
    ...(reduction === undefined ? {} : { reduction }),
    rows: rows.map(({ row }) => row),
  };
}

// mpirun --tag-output puts the rank before every line.
function withoutRank(line: string): string {
  return line.replace(/^\[\d+,\d+\]<\w+>:\s?/, '');
}

function findHead(file: string, lines: readonly Line[]): Line {
  const [head, second] = lines.filter(({ text }) => /^#\s+size\s+count\s+type\b/.test(text));
  if (!head)
    throw new InvalidDocument(`${file}: 1: no "# size count type …" line: not the output of all_reduce_perf`);
  if (second) throw fault(second, 'a second table: give one file for each run');
  return head;
}

// What the tool says of itself around the table.
function refuseFailed(lines: readonly Line[]): void {
  for (const line of lines) {
    const name = /^#\s*Collective test (?:starting|concluded)\s*:\s*(\S+)/.exec(line.text)?.[1];
    if (name !== undefined && name !== 'all_reduce_perf')
      throw fault(line, `the test is ${name}, not all_reduce_perf`);
    if (/^#\s*Out of bounds values\s*:.*\bFAILED\b/.test(line.text))
      throw fault(line, `the run failed its own check: "${line.text.trim()}"`);
  }
}

// Up to the first line of the footer, all are rows, comments, or of NCCL's log, which interleaves with the table.
function rowLines(lines: readonly Line[]): readonly Line[] {
  const end = lines.findIndex(({ text }) => /^#\s*(Out of bounds values|Avg bus bandwidth)/.test(text));
  const body = end === -1 ? lines : lines.slice(0, end);
  return body.filter((line) => {
    if (/^\s*\d+\s/.test(line.text)) return true;
    if (/^\s*(#|$)/.test(line.text) || /\bNCCL (INFO|WARN|TRACE|version)\b/.test(line.text)) return false;
    throw fault(line, `neither a row nor a comment nor NCCL's log: "${line.text.trim()}"`);
  });
}

function onlyOne(rows: readonly ParsedRow[], name: 'dataType' | 'reduction'): string | undefined {
  const first = rows[0]?.[name];
  const other = rows.find((row) => row[name] !== first);
  if (other)
    throw fault(other.line, `${other[name]} after ${first}: give one file for each type and reduction`);
  return first;
}

function refuseDuplicates(file: string, rows: readonly ReferenceRow[]): void {
  const again = rows.find(({ bytes }, index) => rows.findIndex((row) => row.bytes === bytes) < index);
  if (again) throw new InvalidDocument(`${file}: two rows of ${again.bytes} bytes: give one run`);
}

// NCCL_ALGO appears in the log when NCCL_DEBUG is on; the table itself does not say which algorithm ran. A list of several
// leaves the choice to NCCL.
function algorithmOf(text: string): Reference['algorithm'] {
  const settings = [...text.matchAll(/NCCL_ALGO(?: set by environment to[ \t]+(.*)|[ \t]*=[ \t]*(\S+))/gi)];
  const names = new Set(
    settings.map(([, list, word]) => (list ?? word ?? '').replaceAll(/[\s."';]+$|^["']/g, '').toLowerCase()),
  );
  const [only] = names;
  return names.size === 1 && (only === 'ring' || only === 'tree') ? only : 'unknown';
}
