// Families are found by their folder and talk through their own process; the runner imports none of them.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import type {
  AdapterEntry,
  AdapterRequest,
  FamilyEvent,
  FamilyListing,
  FurtherCases,
  Job,
} from '@kernel-ladder/schema';
import { lastWords, startFamily } from './child.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Given } from '../flags.ts';
import { textOf } from '../flags.ts';
import type { Io } from '../io.ts';
import { mergeListings } from './listings.ts';
import { sideBySide } from './side-by-side.ts';

/** A package whose process answers: a family's, by the name that follows `kernel-`, or the peers'. */
export interface FamilyPackage {
  readonly name: string;
  readonly entry: string;
  /** Of peers: `family/rung` of every row that they add to the ladders of other packages. */
  readonly rungs?: readonly string[];
  /** Names of rungs that one process runs, as one library or one program computes them. */
  readonly together?: readonly (readonly string[])[];
}

/** Every `packages/kernel-*` that has a `src/bench.ts`. */
export function findFamilies(root: string): readonly FamilyPackage[] {
  const packages = join(root, 'packages');
  const folders = existsSync(packages) ? readdirSync(packages).toSorted() : [];
  return folders
    .filter((folder) => folder.startsWith('kernel-'))
    .map((folder) => ({
      name: folder.replace(/^kernel-/, ''),
      entry: join(packages, folder, 'src', 'bench.ts'),
    }))
    .filter(({ entry }) => existsSync(entry));
}

/** What the families of a workspace answered. */
export interface Survey {
  readonly listings: readonly FamilyListing[];
  /** Those that answered. */
  readonly families: readonly FamilyPackage[];
  /** A line for each that did not: its name, the place and the message. */
  readonly faults: readonly string[];
  /** The adapter that they saw; null where none of them says. */
  readonly adapter: AdapterEntry | null;
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

const exitCodeOf = {
  'no-adapter': exitCodes.noAdapter,
  usage: exitCodes.usage,
  crashed: exitCodes.failed,
  'device-lost': exitCodes.failed,
} as const;

// Profiling a GPU takes seconds; a driver that hangs takes for ever.
const answerMs = 120_000;

/** Asks one family a verb and returns its events; throws with the exit code that its answer means. */
export async function ask(
  io: Io,
  entry: string,
  question: { readonly args: readonly string[]; readonly job: Job },
): Promise<FamilyEvent[]> {
  const events: FamilyEvent[] = [];
  const child = startFamily(io, entry, { ...question, onEvent: (event) => events.push(event) });
  let isLate = false;
  const watchdog = setTimeout(() => {
    isLate = true;
    child.kill();
  }, answerMs);
  const end = await child.ended;
  clearTimeout(watchdog);
  if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
  if (isLate) {
    const verb = question.args[0] ?? '';
    throw new CommandFailure(`${entry}: no answer to ${verb} within ${answerMs / 1000} s`, exitCodes.failed);
  }
  const error = events.find((event) => event.type === 'error');
  if (error) throw new CommandFailure(error.message, exitCodeOf[error.code]);
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

/** What every family offers on the wanted adapter. Throws where one of them does not answer. */
export async function listFamilies(
  io: Io,
  families: readonly FamilyPackage[],
  gpu: AdapterRequest,
  cases: FurtherCases = {},
): Promise<readonly FamilyListing[]> {
  const listings: FamilyListing[] = [];
  for (const family of families)
    listings.push(...(await listOne(io, family, { gpu, seed: 1, cases })).listings);
  return listings;
}

type Listed = Pick<Survey, 'listings' | 'adapter'>;

async function listOne(io: Io, { entry }: FamilyPackage, job: Job): Promise<Listed> {
  const events = (await ask(io, entry, { args: ['list'], job })).filter((event) => event.type === 'family');
  const adapter = events.find((event) => event.adapter)?.adapter ?? null;
  return { listings: events.map(({ family }) => family), adapter };
}

/** How many families a survey wants to hear, all unless given, and of which cases besides their own. */
export interface SurveyWishes {
  readonly most?: number;
  readonly cases?: FurtherCases;
}

/**
 * What every family offers on the wanted adapter; one that does not start is told on stderr and left
 * out, and its fault makes the command fail in the end. Throws where no adapter will do, and where no family answers.
 */
export async function surveyFamilies(
  io: Io,
  families: readonly FamilyPackage[],
  gpu: AdapterRequest,
  { most = Infinity, cases = {} }: SurveyWishes = {},
): Promise<Survey> {
  const heard = new Map<FamilyPackage, Listed>();
  const silent = new Map<FamilyPackage, string>();
  // Who wants to hear a few wants the first ones: one is asked after the other.
  const width = Number.isFinite(most) ? 1 : mostAtOnce();
  await sideBySide(families, { width, interrupt: io.interrupt }, async (family) => {
    if (heard.size >= most) return;
    try {
      heard.set(family, await listOne(io, family, { gpu, seed: 1, cases }));
    } catch (error) {
      if (!(error instanceof CommandFailure) || error.exitCode !== exitCodes.failed) throw error;
      silent.set(family, `the family ${family.name} does not start: ${error.message}`);
    }
  });
  // In the order of the families, whoever answered first.
  const sound = families.filter((family) => heard.has(family));
  const listed = sound.flatMap((family) => heard.get(family) ?? []);
  const faults = families.flatMap((family) => silent.get(family) ?? []);
  tellFaults(io, sound, faults);
  return {
    listings: mergeListings(listed.flatMap(({ listings }) => listings)),
    families: sound,
    faults,
    adapter: listed.find(({ adapter }) => adapter !== null)?.adapter ?? null,
  };
}

// A process that lists starts on one core, opens the device and works it for a moment.
function mostAtOnce(): number {
  return Math.min(8, availableParallelism());
}

function tellFaults(io: Io, sound: readonly FamilyPackage[], faults: readonly string[]): void {
  if (sound.length === 0 && faults.length > 0)
    throw new CommandFailure(faults.join('\nbench: '), exitCodes.failed);
  for (const fault of faults) io.err(`left out: ${fault}\n`);
}
