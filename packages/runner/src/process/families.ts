// Families are found by their folder and talk through their own process; the runner imports none of them.
import { join, relative } from 'node:path';
import type { AdapterRequest, FamilyEvent, Job } from '@kernel-ladder/schema';
import { bootFamily, lastWords } from './child.ts';
import type { Waiting } from './child.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { familyFolders } from '../files/family-folders.ts';
import type { Given } from '../flags.ts';
import { textOf } from '../flags.ts';
import type { Io } from '../io.ts';

/** A package whose process answers: a family's, by the name that follows `kernel-`, or the peers'. */
export interface FamilyPackage {
  readonly name: string;
  readonly entry: string;
  /** Of peers: `family/rung` of every row that they add to the ladders of other packages. */
  readonly rungs?: readonly string[];
  /** Names of rungs that one process runs, as one library or one program computes them. */
  readonly together?: readonly (readonly string[])[];
}

/** The families of a workspace with their programs. Throws a usage failure where its package.json widens them wrongly. */
export function findFamilies(root: string): readonly FamilyPackage[] {
  return familyFolders(root).map(({ name, folder }) => ({
    name,
    entry: join(root, folder, 'src', 'bench.ts'),
  }));
}

/** The adapter that the flags ask for. */
export function adapterRequest(given: Given): AdapterRequest {
  const kinds = (['software', 'hardware'] as const).filter((kind) => given.flags[kind] === true);
  if (kinds.length > 1) throw new CommandFailure('--software and --hardware exclude each other');
  const adapter = textOf(given, 'adapter');
  const toggles = textOf(given, 'toggles')
    ?.split(',')
    .filter((toggle) => toggle !== '');
  return { kind: kinds[0] ?? 'auto', ...(adapter ? { adapter } : {}), ...(toggles ? { toggles } : {}) };
}

/** What `--toggles` makes of a machine, in a line; empty without extra toggles. */
export function togglesNote({ toggles = [] }: AdapterRequest, machineKey: string): string {
  if (toggles.length === 0) return '';
  // Dawn ignores a name that it does not know, and dawn.node lists none.
  return `extra toggles ${toggles.join(', ')}: ${machineKey} is another machine than without them, also where Dawn knows no such toggle\n`;
}

/** What the error that a process tells means for the command. */
export const exitCodeOf = {
  'no-adapter': exitCodes.noAdapter,
  usage: exitCodes.usage,
  crashed: exitCodes.failed,
  'device-lost': exitCodes.failed,
} as const;

// Profiling a GPU takes seconds; a driver that hangs takes for ever.
const answerMs = 120_000;

/** A verb with its job, and the process that has both already, if one waits. */
export interface Asked {
  readonly args: readonly string[];
  readonly job: Job;
  readonly waiting?: Waiting;
}

/** Asks one family a verb and returns its events up to its last word; throws with the exit code that its answer means. */
export async function ask(
  io: Io,
  entry: string,
  { waiting, ...question }: Asked,
): Promise<readonly FamilyEvent[]> {
  const events: FamilyEvent[] = [];
  const said = Promise.withResolvers<null>();
  const child = (waiting ?? bootFamily(io, entry, question)).start((event) => {
    events.push(event);
    if (event.type === 'note') io.err(`${event.message}\n`);
    if (event.type === 'done') said.resolve(null);
  });
  let isLate = false;
  const watchdog = setTimeout(() => {
    isLate = true;
    child.kill();
  }, answerMs);
  const ended = child.ended.finally(() => clearTimeout(watchdog));
  // Behind its last word a process only gives back what it has.
  const end = await Promise.race([said.promise, ended]);
  if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
  if (isLate) {
    const verb = question.args[0] ?? '';
    throw new CommandFailure(`${entry}: no answer to ${verb} within ${answerMs / 1000} s`, exitCodes.failed);
  }
  const error = events.find((event) => event.type === 'error');
  if (error) throw new CommandFailure(error.message, exitCodeOf[error.code]);
  if (end === null) return events;
  if (end.fault) throw new CommandFailure(end.fault, exitCodes.failed);
  if (end.code !== 0) {
    throw new CommandFailure(
      faultOf(io.root, entry, { how: end.signal ?? `code ${end.code}`, stderr: end.stderr }),
      exitCodes.failed,
    );
  }
  return events;
}

// `packages/kernel-scan/src/family.ts:12: SyntaxError: …`: where Node was when it gave up, and its last error.
function faultOf(
  root: string,
  entry: string,
  { how, stderr }: { readonly how: string; readonly stderr: string },
): string {
  const [, file = entry, line] = /^(?:file:\/\/)?(\/.+):(\d+)$/m.exec(stderr) ?? [];
  const inside = relative(root, file);
  const place = `${inside.startsWith('..') ? file : inside}${line === undefined ? '' : `:${line}`}`;
  return `${place}: ${lastWords(stderr) || `ended with ${how}`}`;
}
