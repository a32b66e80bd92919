// `bench mutants`: how many small mistakes, put into every rung by a generator, the check rejects.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { mutationScore, percent } from '@kernel-ladder/reports';
import { parseEquivalentMutants, parseMutantScores, readJson } from '@kernel-ladder/schema';
import type {
  EquivalentMutant,
  FamilyListing,
  MutantScores,
  MutantSet,
  RungScore,
} from '@kernel-ladder/schema';
import { readText } from '@kernel-ladder/schema/node';
import { isSelected } from '@kernel-ladder/schema/select';
import type { Command } from '../command.ts';
import { exitCodes, unknown } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { writeWhole } from '../files/files.ts';
import { readCommit } from '../files/git.ts';
import { refuseTarget } from '../files/target.ts';
import { adapterFlags, integerOf, numberOf, textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { chooseCases, disproved, scoreRung } from '../judge/mutants.ts';
import { adapterRequest } from '../process/families.ts';
import type { FamilyPackage } from '../process/families.ts';
import { tryRungs } from '../process/mutants.ts';
import type { RungToTry, TrialSpec } from '../process/mutants.ts';
import { namedSeed } from '../run/seed.ts';
import { familiesFor } from '../run/suites.ts';
import { formatSeconds } from '../text/format.ts';
import { describeMutant, mutantTables } from '../text/mutant-text.ts';
import { surveyFamilies } from '../process/survey.ts';

const sets: readonly MutantSet[] = ['full', 'small', 'software'];

// Cases that a mutant is killed by before it is left alone, where cases are chosen by what they kill: a mutant that six
// of them kill is easy, and any choice finds it.
const killsToChoose = 6;

/** Measures the check. */
export const mutants: Command = {
  usage: 'bench mutants [FAMILY…] [--set full|small|software] [--out FILE]',
  summary: 'puts generated mistakes into every rung and says how many of them the check rejects',
  flags: {
    set: {
      value: 'SET',
      help: 'full (default): all awkward cases that the adapter can check; small: that a software adapter could; software: the six of each set that it does',
    },
    'per-rung': {
      value: 'N',
      help: 'most mutants of a rung (default 30); with --choose, 0 is the family’s own faults alone',
    },
    seed: { value: 'N', help: 'seed of the sample and of the inputs (default 1)' },
    choose: {
      help: 'write the small cases that kill most into src/chosen.json of each family: what a software adapter checks',
    },
    jobs: { value: 'N', help: 'processes side by side (default: half of the processors)' },
    timeout: { value: 'S', help: 'seconds that one check may take, or its mutant is killed (default 20)' },
    out: { value: 'FILE', help: 'keep the scores, survivors and what killed the others' },
    json: { help: 'the same on stdout' },
    ...adapterFlags,
  },
  execute,
};

async function execute(given: Given, io: Io): Promise<ExitCode> {
  const file = targetOf(given, io);
  const spec = specOf(given);
  const families = familiesFor(io.root, given.positionals);
  const { listings, faults } = await surveyFamilies(io, families, spec.job.gpu);
  const rungs = families.flatMap((family) =>
    (listings.find(({ name }) => name === family.name)?.rungs ?? [])
      .filter(({ kind, name }) => kind === 'gpu' && isAsked(given, `${family.name}/${name}`))
      .map(({ name }) => ({ family, rung: name })),
  );
  if (faults.length === 0) refuseNone(given, rungs, listings);
  const listed = new Map(families.map((family) => [family.name, readEquivalents(family)]));
  const dead: string[] = [];
  const onFault = (message: string) => io.err(`left out: ${dead[dead.push(message) - 1]}\n`);
  const scores = await measure(io, rungs, { spec, listed, onFault });
  if (!scores) return io.interrupt.aborted ? exitCodes.interrupted : exitCodes.failed;
  if (file !== null) writeWhole(file, `${JSON.stringify(parseMutantScores(file, scores))}\n`);
  io.out(given.flags['json'] === true ? `${JSON.stringify(scores, null, 2)}\n` : mutantTables(scores));
  if (given.flags['choose'] === true) for (const family of families) writeChosen(io, family, scores.rungs);
  const stale = tellStale(io, scores.rungs, listed);
  return faults.length + dead.length > 0 || stale ? exitCodes.failed : exitCodes.passed;
}

function targetOf(given: Given, io: Io): string | null {
  const out = textOf(given, 'out');
  if (out === undefined) return null;
  const file = resolve(io.cwd, out);
  refuseTarget({ file, said: `--out ${out}`, kind: 'file of mutation scores', parse: parseMutantScores });
  return file;
}

type Spec = Omit<TrialSpec, 'onRung' | 'onFault'>;

function specOf(given: Given): Spec {
  const isChoosing = given.flags['choose'] === true;
  const set = textOf(given, 'set') ?? (isChoosing ? 'small' : 'full');
  const known = sets.find((each) => each === set);
  if (!known) throw unknown('--set', set, sets);
  return {
    job: { gpu: adapterRequest(given), seed: namedSeed(given) ?? 1 },
    mutants: {
      most: integerOf(given, 'per-rung', { least: isChoosing ? 0 : 1 }) ?? 30,
      set: known,
      ...(isChoosing ? { kills: killsToChoose, faults: true } : {}),
    },
    timeoutMs: 1000 * (numberOf(given, 'timeout', 1) ?? 20),
    jobs: integerOf(given, 'jobs', { least: 1 }) ?? Math.max(1, Math.floor(availableParallelism() / 2)),
  };
}

function refuseNone(
  { positionals }: Given,
  rungs: readonly unknown[],
  listings: readonly FamilyListing[],
): void {
  if (rungs.length > 0) return;
  const known = listings.flatMap(({ name, rungs: all }) => all.map((rung) => `${name}/${rung.name}`));
  throw unknown('rung', positionals.join(' '), known);
}

function isAsked({ positionals }: Given, rung: string): boolean {
  return isSelected(`${rung}/-`, positionals);
}

type Listed = ReadonlyMap<string, readonly EquivalentMutant[]>;

function readEquivalents({ entry }: FamilyPackage): readonly EquivalentMutant[] {
  const file = join(dirname(entry), '..', 'mutants.json');
  return existsSync(file) ? parseEquivalentMutants(file, readJson(file, readText(file))) : [];
}

interface Measuring {
  readonly spec: Spec;
  readonly listed: Listed;
  readonly onFault: (message: string) => void;
}

// Null where no rung was tried to its end.
async function measure(
  io: Io,
  rungs: readonly RungToTry[],
  { spec, listed, onFault }: Measuring,
): Promise<MutantScores | null> {
  const start = performance.now();
  const { sha: commit, dirty } = readCommit(io.root);
  const scores: RungScore[] = [];
  let [machine, software] = ['', false];
  let done = 0;
  await tryRungs(io, rungs, {
    ...spec,
    onFault,
    onRung: (trials) => {
      ({ machine, software } = trials);
      const score = scoreRung(trials, listed.get(trials.family) ?? []);
      if (score.mutants > 0) scores.push(score);
      io.err(`${++done}/${rungs.length} ${progressLine(score)}\n`);
    },
  });
  if (io.interrupt.aborted || scores.length === 0) return null;
  const place = ({ family, rung }: RungScore) =>
    rungs.findIndex((each) => each.family.name === family && each.rung === rung);
  return {
    schemaVersion: 1,
    commit,
    dirty,
    machine,
    software,
    set: spec.mutants.set,
    seed: spec.job.seed,
    perRung: spec.mutants.most,
    startedAt: new Date(performance.timeOrigin + start).toISOString(),
    seconds: Math.round((performance.now() - start) / 1000),
    rungs: scores.toSorted((a, b) => place(a) - place(b)),
  };
}

function progressLine(score: RungScore): string {
  const { family, rung, mutants: count, killed, seconds } = score;
  if (count === 0) return `${family}/${rung}  runs nothing here`;
  return `${family}/${rung}  ${killed} of ${count} killed, ${percent(mutationScore([score]))}, ${formatSeconds(1000 * seconds)}`;
}

function writeChosen(io: Io, { name, entry }: FamilyPackage, rungs: readonly RungScore[]): void {
  const chosen = chooseCases(rungs.filter(({ family }) => family === name));
  const file = join(dirname(entry), 'chosen.json');
  writeWhole(file, `${JSON.stringify(chosen, null, 2)}\n`);
  io.err(`wrote ${file}; pnpm format\n`);
}

// A mutant that was killed computes something else: the list is wrong about it.
function tellStale(io: Io, rungs: readonly RungScore[], listed: Listed): boolean {
  const stale = rungs.flatMap((score) =>
    disproved(score, listed.get(score.family) ?? []).map(
      (mutant) =>
        `packages/kernel-${score.family}/mutants.json: was killed, take it out: ${describeMutant(mutant)}\n`,
    ),
  );
  for (const line of stale) io.err(line);
  return stale.length > 0;
}
