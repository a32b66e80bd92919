// What a step gives the action: text in, types out, or an error that carries the value and the remedy.
import { failOnWords } from '@kernel-ladder/publish/compare';
import type { FailOn } from '@kernel-ladder/publish/compare';

/** Which adapter has to be there. */
export const adapterWords = ['hardware', 'software', 'any'] as const;

/** One of them. */
export type AdapterWord = (typeof adapterWords)[number];

/** Everything that a step can ask for. */
export interface Inputs {
  /** The folder of the workspace, relative to the checkout. */
  readonly workingDirectory: string;
  /** A suite's name, or a suite file relative to the workspace. */
  readonly suite: string;
  /** Globs over ids; all of the suite where there is none. */
  readonly select: readonly string[];
  readonly peers: boolean;
  readonly adapter: AdapterWord;
  /** The commit that the run is held against; null where nothing is judged, empty for the one of the event. */
  readonly base: string | null;
  /** What fails the step: what turns have confirmed, also what is only suspected, or no verdict at all. */
  readonly failOn: FailOn;
  /** Ids that are measured again in turns with the base, at most. */
  readonly confirmAtMost: number;
  /** The history's folder relative to the workspace; empty for the workspace's own. */
  readonly history: string;
  /** Launches of each kernel on a machine whose noise nobody knows; 0 for none. */
  readonly launches: number;
}

/** Reads all inputs through `read`, by the names in action.yml. Throws an Error that names the input, its value and what it takes. */
export function readInputs(read: (name: string) => string): Inputs {
  const base = commitOf('base', read('base'));
  return {
    workingDirectory: folderOf('working-directory', read('working-directory') || '.'),
    suite: suiteOf(read('suite')),
    select: globsOf(read('select')),
    peers: switchOf('peers', read('peers')),
    adapter: wordOf('adapter', read('adapter'), adapterWords),
    base: base === 'none' ? null : base,
    failOn: wordOf('fail-on', read('fail-on'), failOnWords),
    confirmAtMost: countOf('confirm-at-most', read('confirm-at-most'), [0, 10_000]),
    history: read('history') === '' ? '' : folderOf('history', read('history')),
    launches: launchesOf(read('launches')),
  };
}

function refused(name: string, value: string, remedy: string): Error {
  return new Error(`input ${name}: "${value}" ${remedy}`);
}

function wordOf<Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw refused(name, value, `is none of ${words.join(', ')}: give one of them, or leave the input out`);
}

function switchOf(name: string, value: string): boolean {
  return wordOf(name, value, ['true', 'false']) === 'true';
}

function countOf(name: string, value: string, [least, most]: readonly [number, number]): number {
  const count = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw refused(name, value, `is no whole number from ${least} to ${most}: give one, or leave the input out`);
}

// Noise is a standard deviation: one launch has none.
function launchesOf(value: string): number {
  const count = countOf('launches', value, [0, 100]);
  if (count === 1) throw refused('launches', value, 'tells no noise: give 0 for none, or at least 2');
  return count;
}

function suiteOf(value: string): string {
  if (/^[\w./-]+$/.test(value) && !value.startsWith('-')) return value;
  throw refused(
    'suite',
    value,
    'is no name of a suite and no path: give smoke, quick, full, or a suite file',
  );
}

// Every glob is a word of its own; none may pass for a flag.
function globsOf(value: string): readonly string[] {
  const globs = value.split(/\s+/).filter((glob) => glob !== '');
  const stray = globs.find((glob) => glob.startsWith('-'));
  if (stray === undefined) return globs;
  throw refused(
    'select',
    stray,
    'is no glob over ids: give globs as reduce/**, one a line, !GLOB leaves ids out',
  );
}

function folderOf(name: string, value: string): string {
  const isBelow = !value.startsWith('/') && !value.startsWith('-') && !value.split(/[/\\]/).includes('..');
  if (isBelow) return value;
  throw refused(name, value, 'leads out of the checkout: give a path below it, without ".."');
}

function commitOf(name: string, value: string): string {
  if (/^[\w./^~-]*$/.test(value) && !value.startsWith('-')) return value;
  throw refused(name, value, 'is no name of a commit: give a sha, a branch, or none');
}
