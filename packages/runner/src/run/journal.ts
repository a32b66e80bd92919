// What a run has measured so far: the run as it was begun, then a line a result, so that a result costs the same however many
// came before it, and is kept whatever happens to the process.
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { parseResult, parseRun, readJson } from '@kernel-ladder/schema';
import type { Result, Run } from '@kernel-ladder/schema';
import { journalOf, keptIn, writeRun, writeWhole } from '../files/files.ts';
import { writing } from '../files/writing.ts';

/** An open journal beside a run file. */
export interface Journal {
  /** Adds a result, which has been checked against its schema when it arrived. */
  readonly append: (result: Result) => void;
  /** Writes the whole run in the journal's place. */
  readonly close: (run: Run) => void;
}

/** Begins the journal of a run file with what the run has by now. It takes the place of one that lies there already. */
export function beginJournal(file: string, begun: Run): Journal {
  const journal = journalOf(file);
  writeWhole(journal, lineOf(parseRun(file, begun)));
  const descriptor = openSync(journal, 'a');
  return {
    append: (result) => writing(journal, () => writeFileSync(descriptor, lineOf(result)), keptIn(file)),
    close: (run) => {
      closeSync(descriptor);
      writeRun(file, run, keptIn(file));
      rmSync(journal);
    },
  };
}

/** What a process that was killed left of its run. */
export interface Journalled {
  readonly run: Run;
  /** How many of the last results are of its own stretch, whose session is the last and still open. */
  readonly own: number;
  /** When it kept the last of them, in ms. */
  readonly endedMs: number;
}

/**
 * The journal beside `file`; null where there is none. A last line that was torn is dropped. Throws InvalidDocument with the line
 * of any other fault.
 */
export function readJournal(file: string): Journalled | null {
  const journal = journalOf(file);
  if (!existsSync(journal)) return null;
  // What follows the last line end is empty or torn.
  const [header = '', ...lines] = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  const begun = parseRun(journal, readJson(journal, header));
  const results = lines.map((line, index) => {
    const place = `${journal}:${index + 2}`;
    return parseResult(place, readJson(place, line));
  });
  const run = { ...begun, results: [...begun.results, ...results] };
  return { run, own: results.length, endedMs: statSync(journal).mtimeMs };
}

function lineOf(value: Run | Result): string {
  return `${JSON.stringify(value)}\n`;
}
