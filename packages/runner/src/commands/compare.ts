import { isSelected } from '@kernel-ladder/schema/select';
// `bench compare BASE HEAD`: a verdict per id between two runs of one machine.
import { join, resolve } from 'node:path';
import { mayCompare, unknownNoise } from '@kernel-ladder/publish';
import type { NoiseOf } from '@kernel-ladder/publish';
import { compareSides, withFiniteMean } from '@kernel-ladder/publish/compare';
import type { RunComparison } from '@kernel-ladder/publish/compare';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { readFailOn, textOf, textsOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { failsGuard } from '../judge/guard.ts';
import { readNoise } from '../judge/noise.ts';
import { findSides } from '../judge/sides.ts';
import type { RunSide } from '../judge/sides.ts';
import { cardRemedy } from '../text/card-text.ts';
import { comparisonMarkdown, comparisonText } from '../text/verdict-text.ts';
import { refuseMissingGithub } from '../run/flags.ts';
import { refuseUnmatched } from '../run/suites.ts';

/** Compares two runs. */
export const compare: Command = {
  usage: 'bench compare BASE HEAD [--json | --markdown] [--fail-on slower]',
  summary: 'judges each id between two runs: run files, commits in the history, or latest',
  flags: {
    json: { help: 'verdicts, geometric mean and lists of ids on stdout' },
    markdown: { help: 'the same as Markdown on stdout' },
    'fail-on': {
      value: 'slower',
      help: 'exit 1 when an id is REGRESSED or newly fails, or none could be compared',
    },
    github: { help: 'write the job summary, annotations and outputs of GitHub Actions' },
    select: { value: 'GLOB', multiple: true, help: 'only ids that match; !GLOB leaves ids out' },
    machine: { value: 'TEXT', help: 'the machine whose key contains TEXT, where commits ran on several' },
    history: { value: 'DIR', help: 'the history’s folder (default dashboard/history)' },
    'allow-incomparable': {
      help: 'judge software adapters, different machines and doubtful timings all the same',
    },
  },
  execute: async (given, io) => {
    const failOn = readFailOn(given);
    if (given.flags['json'] === true && given.flags['markdown'] === true)
      throw new CommandFailure('--json and --markdown both write to stdout: give one of them');
    refuseMissingGithub(given, io);
    const history = resolve(io.cwd, textOf(given, 'history') ?? join(io.root, 'dashboard', 'history'));
    const { base, head } = findSides(io, { ...readNames(given), history, machine: textOf(given, 'machine') });
    const allowIncomparable = given.flags['allow-incomparable'] === true;
    if (!allowIncomparable) refuseIncomparable(base, head);
    const globs = textsOf(given, 'select');
    refuseUnmatched(globs, [...idsOf(base), ...idsOf(head)]);
    const comparison = compareSides(base, head, {
      noiseOf: noiseBetween(io, history, { base, head }),
      allowIncomparable,
      isWanted: (id) => isSelected(id, globs),
    });
    print(given, io, { base, head, comparison });
    if (given.flags['github'] === true) {
      const { announceComparison } = await import('../text/github.ts');
      await announceComparison(comparison, failOn);
    }
    return failOn && failsGuard(io, comparison) ? exitCodes.failed : exitCodes.passed;
  },
};

function idsOf({ runs }: RunSide): readonly string[] {
  return runs.flatMap(({ results }) => results.map(({ id }) => id));
}

function noiseBetween(
  io: Io,
  history: string,
  { base, head }: { readonly base: RunSide; readonly head: RunSide },
): NoiseOf {
  if (mayCompare([base, head]).reasons.includes('other-machine')) return unknownNoise;
  const { noiseOf, faults } = readNoise(history, head.machine.key);
  for (const fault of faults) io.err(`left out: ${fault}\n`);
  return noiseOf;
}

function readNames(given: Given): { readonly base: string; readonly head: string } {
  const [base, head, ...rest] = given.positionals;
  if (base === undefined || head === undefined || rest.length > 0)
    throw new CommandFailure('compare takes two runs: bench compare latest results/….json');
  return { base, head };
}

function refuseIncomparable(base: RunSide, head: RunSide): void {
  const remedy = 'or compare all the same with --allow-incomparable';
  const { reasons } = mayCompare([base, head]);
  if (reasons.includes('other-machine'))
    throw new CommandFailure(
      `${base.name} is of ${base.machine.key}, ${head.name} of ${head.machine.key}: measure both on one machine, ${remedy}`,
    );
  if (reasons.includes('software-adapter'))
    throw new CommandFailure(
      `${base.machine.key} is a software adapter, whose times say nothing: measure on a GPU, ${remedy}`,
    );
}

interface Comparison {
  readonly base: RunSide;
  readonly head: RunSide;
  readonly comparison: RunComparison;
}

function print(given: Given, io: Io, { base, head, comparison }: Comparison): void {
  const isMachine = given.flags['json'] === true || given.flags['markdown'] === true;
  const title = `${describe(base)} → ${describe(head)}\n`;
  for (const id of sharedRuns(base, head))
    io.err(`run ${id} is on both sides: it says nothing beside a copy of itself\n`);
  for (const side of [base, head]) {
    if (side.runs.some(({ run }) => run.interrupted))
      io.err(`${side.name} was interrupted: ids are missing\n`);
  }
  if (given.flags['json'] === true)
    io.out(
      `${JSON.stringify({ base: toJson(base), head: toJson(head), ...withFiniteMean(comparison) }, null, 2)}\n`,
    );
  const remedy = remedyOf({ base, head, comparison });
  if (given.flags['markdown'] === true)
    io.out(`### ${title}\n${comparisonMarkdown(comparison)}${remedy && `\n${remedy}`}`);
  if (!isMachine)
    io.err(
      `${title}${base.machine.adapter.name}, ${base.machine.driver}\n${comparisonText(comparison)}${remedy}`,
    );
}

function remedyOf({ base, head, comparison }: Comparison): string {
  if (!comparison.compared.some(({ cards }) => cards !== undefined)) return '';
  const [was, is] = [base, head].map(({ commit }) => commit.sha.slice(0, 8));
  return `another card: ${cardRemedy} (pnpm bench ab ${was} ${is})\n`;
}

function sharedRuns(base: RunSide, head: RunSide): readonly string[] {
  const ids = new Set(base.runs.map(({ run }) => run.id));
  return head.runs.map(({ run }) => run.id).filter((id) => ids.has(id));
}

function describe({ name, commit, runs }: RunSide): string {
  const sha = commit.sha.slice(0, 8);
  const launches = runs.length === 1 ? '' : `, ${runs.length} runs`;
  return `${name === sha ? sha : `${name} (${sha}${launches})`}${commit.dirty ? ', uncommitted' : ''}`;
}

function toJson({ name, commit, machine, runs }: RunSide) {
  const { sha, dirty } = commit;
  return { name, sha, dirty, machineKey: machine.key, runs: runs.map(({ run }) => run.id) };
}
