// Where tuning lies: a table a family and machine under version control, and a journal of what is not decided yet.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InvalidDocument, parseTuningTable, readTuningTable } from '@kernel-ladder/schema';
import type {
  TableOwner,
  TuneJob,
  TuneJournal,
  TuneObservation,
  TuningEntry,
  TuningTable,
} from '@kernel-ladder/schema';
import { readText } from '@kernel-ladder/schema/node';
import { writeWhole } from './files.ts';
import { writing } from './writing.ts';

/** A family, and its program, beside which its tables lie. */
export interface FamilyPlace {
  readonly name: string;
  readonly entry: string;
}

/** The table of a family on a machine: beside its kernels, where plans read it, or under another folder of tables. */
export function tableOf(family: FamilyPlace, machineKey: string, tables?: string): string {
  const folder =
    tables === undefined ? join(dirname(family.entry), '..', 'tuning') : join(tables, family.name);
  return join(folder, `${machineKey}.json`);
}

/** The entries of a table; none where there is no such file. Throws InvalidDocument, also on a table that is another's. */
export function readEntries(file: string, owner: TableOwner): readonly TuningEntry[] {
  return existsSync(file) ? readTuningTable(file, readText(file), owner).entries : [];
}

/** Puts an entry into a table, in the place of one of the same rung and class. */
export function writeEntry(file: string, owner: TableOwner, entry: TuningEntry): void {
  const others = readEntries(file, owner).filter((each) => keyOf(each) !== keyOf(entry));
  const entries = [...others, entry].toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
  const whole = parseTuningTable(file, { schemaVersion: 1, ...owner, entries });
  writeWhole(file, tableText(whole));
}

function keyOf({ rung, class: shapeClass }: TuningEntry): string {
  return `${rung} ${shapeClass}`;
}

// A line an entry: a search changes one line of the file.
function tableText({ entries, ...head }: TuningTable): string {
  const lines = entries.map((entry) => `  ${JSON.stringify(entry)}`);
  return `${JSON.stringify(head).slice(0, -1)},"entries":[\n${lines.join(',\n')}\n]}\n`;
}

/** The journal of searches that are under way: `results/tune/…`, which git ignores. */
export function tuneJournalOf(root: string, family: FamilyPlace, machineKey: string): string {
  return join(root, 'results', 'tune', `${family.name}-${machineKey}.ndjson`);
}

type Line =
  | { readonly key: string; readonly fingerprint: string }
  | { readonly key: string; readonly observation: TuneObservation };

/**
 * What searches saw that were cut short. A last line that was torn is dropped; a subject that began anew has what it saw since. Throws
 * InvalidDocument with any other line that this version does not write.
 */
export function readTuneJournal(file: string): TuneJob['journal'] {
  if (!existsSync(file)) return {};
  const journals = new Map<string, TuneJournal>();
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  for (const [at, text] of lines.entries()) {
    const line = lineIn(`${file}:${at + 1}`, text);
    const known = journals.get(line.key);
    if ('fingerprint' in line) {
      if (known?.fingerprint !== line.fingerprint)
        journals.set(line.key, { fingerprint: line.fingerprint, observations: [] });
    } else if (known)
      journals.set(line.key, { ...known, observations: [...known.observations, line.observation] });
  }
  return Object.fromEntries(journals);
}

// Written by this file alone, in one version or another; what it names is held against the search before it is taken over.
function lineIn(place: string, text: string): Line {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    line = null;
  }
  if (isLine(line)) return line;
  const file = place.replace(/:\d+$/, '');
  throw new InvalidDocument(`${place}: is no line of a search: remove ${file} to begin the search anew`);
}

function isLine(value: unknown): value is Line {
  if (!isObject(value) || typeof value['key'] !== 'string') return false;
  const { fingerprint, observation } = value;
  return observation === undefined ? typeof fingerprint === 'string' : isObservation(observation);
}

function isObservation(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, round, outcome, ns, samples, compileMs, spentMs } = value;
  return (
    typeof name === 'string' &&
    ['timed', 'wrong', 'failed'].includes(String(outcome)) &&
    [round, compileMs, spentMs].every(isAmount) &&
    [ns, samples].every((each) => each === undefined || isAmount(each))
  );
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

function isObject(value: unknown): value is { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

/** Keeps a line at once: what has been looked at need not be looked at again, whatever happens to this process. */
export function appendTuneLine(file: string, line: Line): void {
  writing(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    dropTorn(file);
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}

// What follows the last line end was torn: behind it no line could be read.
function dropTorn(file: string): void {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) truncateSync(file, end);
}

/** Forgets a subject that is decided; the file goes with the last. */
export function settleTuneJournal(file: string, key: string): void {
  const left = Object.entries(readTuneJournal(file)).filter(([name]) => name !== key);
  if (left.length === 0) return rmSync(file, { force: true });
  const lines = left.flatMap(([name, { fingerprint, observations }]) => [
    { key: name, fingerprint },
    ...observations.map((observation) => ({ key: name, observation })),
  ]);
  writeWhole(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
