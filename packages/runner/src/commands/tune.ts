// `bench tune`: searches the declared parameters of a rung on this machine, and keeps what it finds where plans read it.
import { resolve } from 'node:path';
import type { Job, Machine, TuneEvent, TuneObservation, TuneSpace, TuningEntry } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes, unknown } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { readCommit } from '../files/git.ts';
import {
  appendTuneLine,
  readEntries,
  readTuneJournal,
  settleTuneJournal,
  tableOf,
  tuneJournalOf,
  writeEntry,
} from '../files/tuning.ts';
import { adapterFlags, integerOf, numberOf, textOf, textsOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { adapterRequest, ask, findFamilies, togglesNote } from '../process/families.ts';
import type { FamilyPackage } from '../process/families.ts';
import { tuneFamily } from '../process/tune.ts';
import { adapterOf, holdAdapter, holdFile, waitFlag, withLocks } from '../run/locks.ts';
import type { Hold } from '../run/locks.ts';
import { readProfile } from '../run/plan.ts';
import { namedSeed } from '../run/seed.ts';
import { entriesText, landscapeText, lookText, spaceText, wrongText } from '../text/tune-text.ts';

/** Tunes a family. */
export const tune: Command = {
  usage: 'bench tune FAMILY[/RUNG] [--case GLOB…] [--budget S]',
  summary: 'searches a rung’s parameters on this machine, each checked before it is timed, for plans to read',
  flags: {
    case: {
      value: 'GLOB',
      multiple: true,
      help: 'cases by name, * for anything; the headline’s, or the small ones in software, unless given',
    },
    budget: { value: 'S', help: 'begin no look after so many seconds; the same command goes on from there' },
    explain: { help: 'draw the landscape, and say what was refused and why' },
    'dry-run': { help: 'show the space and what is pruned, and look at nothing' },
    again: { help: 'search also what the table answers' },
    exhaustive: { help: 'look at every candidate alike' },
    samples: { value: 'N', help: 'samples of each candidate in the first round (default 5, in software 3)' },
    seed: { value: 'N', help: 'seed of the inputs and of the order of the candidates (default 1)' },
    tables: { value: 'DIR', help: 'keep tables under DIR instead of packages/kernel-*/tuning' },
    timeout: { value: 'S', help: 'seconds that one look may take (default 120)' },
    wait: waitFlag,
    json: { help: 'spaces, looks and entries on stdout' },
    quiet: { help: 'no progress, no tables' },
    ...adapterFlags,
  },
  execute: (given, io) =>
    withLocks(io, { wait: given.flags['wait'] === true }, (hold) => execute(given, io, hold)),
};

/** What a command has heard. */
interface Heard {
  readonly spaces: TuneSpace[];
  readonly observations: { key: string; observation: TuneObservation }[];
  readonly entries: TuningEntry[];
  readonly notes: string[];
  readonly untuned: Extract<TuneEvent, { readonly type: 'untuned' }>[];
}

async function execute(given: Given, io: Io, hold: Hold): Promise<ExitCode> {
  const { family, rung } = subjectOf(given, io);
  const heard: Heard = { spaces: [], observations: [], entries: [], notes: [], untuned: [] };
  await (given.flags['dry-run'] === true ? look : search)(given, io, {
    family,
    rung,
    heard,
    hold,
  });
  if (io.interrupt.aborted) return exitCodes.interrupted;
  tell(given, io, heard);
  return heard.untuned.some(({ why }) => why === 'none-right') ? exitCodes.failed : exitCodes.passed;
}

function subjectOf({ positionals }: Given, io: Io): Pick<Task, 'family' | 'rung'> {
  const [named, ...others] = positionals;
  if (named === undefined || others.length > 0)
    throw new CommandFailure('bench tune takes one FAMILY or FAMILY/RUNG: `bench tune gemm/tuned`');
  const [name = '', rung, ...parts] = named.split('/');
  if (rung === '' || parts.length > 0)
    throw new CommandFailure(
      `bench tune takes FAMILY or FAMILY/RUNG, not "${named}": name cases by --case, as \`bench tune gemm/tuned --case 'm=64,*'\``,
    );
  const families = findFamilies(io.root);
  const family = families.find((each) => each.name === name);
  if (!family)
    throw unknown(
      'family',
      name,
      families.map((each) => each.name),
    );
  return { family, rung };
}

interface Task {
  readonly family: FamilyPackage;
  readonly rung: string | undefined;
  readonly heard: Heard;
  readonly hold: Hold;
}

// The space alone: no profile is needed for that, and nobody is kept waiting.
function look(given: Given, io: Io, { family, rung, heard }: Task): Promise<void> {
  const wishes = { ...wishesOf(given, rung), dryRun: true as const, entries: [], journal: {}, versions: {} };
  return tuneFamily(io, family, {
    job: jobOf(given),
    wishes,
    timeoutMs: timeoutOf(given),
    onEvent: (event) => hear(heard, event),
  });
}

async function search(given: Given, io: Io, { family, rung, heard, hold }: Task): Promise<void> {
  const job = jobOf(given);
  // What is written wrongly is told before anybody waits for a profile.
  const [asked, timeoutMs] = [wishesOf(given, rung), timeoutOf(given)];
  const events = await ask(io, family.entry, { args: ['profile'], job });
  const { machine, firstRuler } = readProfile(events);
  io.err(togglesNote(job.gpu, machine.key));
  const tables = textOf(given, 'tables');
  const table = tableOf(family, machine.key, tables === undefined ? undefined : resolve(io.cwd, tables));
  const journal = tuneJournalOf(io.root, family, machine.key);
  await holdAdapter(hold, adapterOf(machine));
  await holdFile(hold, table);
  // Two searches with tables of their own would write into one journal.
  await holdFile(hold, journal);
  const wishes = {
    ...asked,
    entries: readEntries(table, { machine: machine.key, family: family.name }),
    journal: readTuneJournal(journal),
    versions: versionsOf(io, machine),
  };
  const progress = progressOf(given, io, heard);
  return tuneFamily(io, family, {
    job: { ...job, machine, ...(firstRuler ? { canaryNs: firstRuler.fmaNs } : {}) },
    wishes,
    timeoutMs,
    onEvent: (event) => {
      hear(heard, event);
      keep(event, { journal, table, family, machine });
      progress(event);
    },
  });
}

function jobOf(given: Given): Pick<Job, 'gpu' | 'seed'> {
  // The same command takes the same steps, and goes on where it was cut short.
  return { gpu: adapterRequest(given), seed: namedSeed(given) ?? 1 };
}

function wishesOf(given: Given, rung: string | undefined) {
  const samples = integerOf(given, 'samples', { least: 1, most: 1000 });
  const budget = numberOf(given, 'budget', 0);
  return {
    ...(rung === undefined ? {} : { rung }),
    cases: textsOf(given, 'case'),
    ...(samples === undefined ? {} : { samples }),
    ...(budget === undefined ? {} : { budgetMs: 1000 * budget }),
    ...(given.flags['exhaustive'] === true ? { exhaustive: true as const } : {}),
    ...(given.flags['again'] === true ? { again: true as const } : {}),
  };
}

function timeoutOf(given: Given): number {
  return 1000 * (numberOf(given, 'timeout', 1) ?? 120);
}

function versionsOf(io: Io, { webgpu, node, driver }: Machine): { readonly [name: string]: string } {
  const { sha, dirty } = readCommit(io.root);
  return { commit: dirty ? `${sha} and edits` : sha, node, webgpu, driver };
}

interface Places {
  readonly journal: string;
  readonly table: string;
  readonly family: FamilyPackage;
  readonly machine: Machine;
}

function keep(event: TuneEvent, { journal, table, family, machine }: Places): void {
  if (event.type === 'space')
    appendTuneLine(journal, { key: event.key, fingerprint: event.space.fingerprint });
  if (event.type === 'observed') appendTuneLine(journal, { key: event.key, observation: event.observation });
  if (event.type !== 'tuned') return;
  if (!event.isKnown) writeEntry(table, { machine: machine.key, family: family.name }, event.entry);
  settleTuneJournal(journal, event.key);
}

function hear(heard: Heard, event: TuneEvent): void {
  if (event.type === 'space') heard.spaces.push(event.space);
  if (event.type === 'observed') heard.observations.push(event);
  if (event.type === 'tuned') heard.entries.push(event.entry);
  if (event.type === 'untuned') heard.untuned.push(event);
  if (event.type === 'note') heard.notes.push(event.message);
}

function progressOf(given: Given, io: Io, heard: Heard): (event: TuneEvent) => void {
  if (given.flags['quiet'] === true) return () => {};
  return (event) => {
    if (event.type === 'note') io.err(`${event.message}\n`);
    if (event.type === 'tuned')
      io.err(`${event.key}: ${event.isKnown ? 'known from the table, nothing is searched' : 'tuned'}\n`);
    if (event.type !== 'observed') return;
    const line = `${heard.observations.length} looks  ${event.key}  ${lookText(event.observation)}`;
    if (io.isTerminal) io.redraw(line);
    else io.err(`${line}\n`);
  };
}

function tell(given: Given, io: Io, heard: Heard): void {
  const { spaces, observations, entries, untuned, notes } = heard;
  if (given.flags['json'] === true)
    return io.out(`${JSON.stringify({ spaces, observations, entries, untuned, notes }, null, 2)}\n`);
  if (given.flags['quiet'] === true) return;
  if (io.isTerminal) io.redraw('');
  if (given.flags['dry-run'] === true) {
    for (const note of notes) io.err(`${note}\n`);
    return io.out(spaces.map(spaceText).join('\n'));
  }
  if (given.flags['explain'] === true) explain(io, heard);
  if (entries.length > 0) io.out(entriesText(entries));
  io.out(wrongText(observations.map(({ observation }) => observation)));
  io.out(untuned.map(untunedText).join(''));
}

function explain(io: Io, { spaces, entries }: Heard): void {
  io.out(spaces.map((space) => `${spaceText(space)}\n`).join(''));
  io.out(entries.map((entry) => `${landscapeText(entry, io.isTerminal)}\n`).join(''));
}

function untunedText({ key, why }: Heard['untuned'][number]): string {
  return why === 'budget'
    ? `${key}: out of budget, nothing is chosen yet; the same command goes on from there\n`
    : `${key}: no candidate was right, nothing is chosen\n`;
}
