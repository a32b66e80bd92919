// The steps of the action: install, launch a new machine again and again, run, confirm, tell.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as core from '@actions/core';
import type { Confirmed, Run } from '@kernel-ladder/schema';
import { baseOf, refuseMissing } from './base.ts';
import { startPnpm } from './command.ts';
import type { Ended } from './command.ts';
import { readInputs } from './inputs.ts';
import type { Inputs } from './inputs.ts';
import { summaryOf } from './summary.ts';
import { fails, verdictOf } from './verdict.ts';
import type { Verdict } from './verdict.ts';
import { findWorkspace } from './workspace.ts';
import type { Workspace } from './workspace.ts';

/** Does what the step asks for and sets its outputs. Throws with the message that fails the step. */
export async function act(): Promise<void> {
  const inputs = readInputs(core.getInput);
  const checkout = process.env['GITHUB_WORKSPACE'] ?? process.cwd();
  const base = baseFor(inputs);
  if (base !== null) refuseMissing(findWorkspace(checkout, inputs.workingDirectory).root, base);
  const workspace = await install(checkout, inputs);
  await launchNewMachine(workspace, inputs);
  const { run, file } = await measure(workspace, inputs);
  const out = file.replace(/\.json$/, '.confirmed.json');
  const confirmed =
    base && !run.machine.software ? await confirm(workspace, inputs, { base, file, out }) : null;
  const verdict = verdictOf(run, confirmed);
  setOutputs(run, verdict, { 'run-file': file, 'confirmed-file': confirmed ? out : '' });
  await core.summary.addRaw(summaryOf(run, confirmed, verdict)).write();
  if (fails(run, confirmed, inputs.failOn)) throw new Error(failureText(verdict));
}

// Times of a software adapter are held against nothing.
function baseFor({ adapter, base }: Inputs): string | null {
  if (adapter === 'software' || base === null) return null;
  return base || baseOf(readEvent());
}

async function install(checkout: string, { workingDirectory }: Inputs): Promise<Workspace> {
  const workspace = findWorkspace(checkout, workingDirectory);
  if (workspace.isInstalled) return workspace;
  const { code, lastWords } = await startPnpm(workspace, ['install', '--frozen-lockfile']);
  if (code !== 0) throw new Error(`pnpm install ended with ${code}: ${lastWords}`);
  return findWorkspace(checkout, workingDirectory);
}

const meanings: { readonly [code: number]: string } = {
  2: 'wrong usage or a malformed file',
  3: 'no adapter of the wanted kind: label a runner that has one, or give adapter: software',
  130: 'interrupted',
};

// pnpm is silent: what it says of itself would stand among the workflow commands.
async function bench(workspace: Workspace, args: readonly string[]): Promise<Ended> {
  const ended = await startPnpm(workspace, ['--silent', 'bench', ...args]);
  const meaning = meanings[ended.code];
  if (meaning !== undefined)
    throw new Error(`bench ${args[0]} ended with ${ended.code}, ${meaning}: ${ended.lastWords}`);
  return ended;
}

function adapterArgs({ adapter }: Inputs): readonly string[] {
  return adapter === 'any' ? [] : [`--${adapter}`];
}

function historyArgs({ history }: Inputs, { root }: Workspace): readonly string[] {
  return history === '' ? [] : ['--history', join(root, history)];
}

// Verdicts need to know how far launches of one commit lie apart. Without a GPU there are no verdicts.
async function launchNewMachine(workspace: Workspace, inputs: Inputs): Promise<void> {
  const { launches, adapter, base } = inputs;
  if (launches === 0 || adapter !== 'hardware' || base === null) return;
  const args = ['aa', '--if-new', '-k', String(launches), ...adapterArgs(inputs)];
  const { code, lastWords } = await bench(workspace, [...args, ...historyArgs(inputs, workspace)]);
  // What fails there fails in the run as well, which says more of it.
  if (code !== 0) core.warning(`the noise of this machine is not known: ${lastWords}`);
}

interface Measured {
  readonly run: Run;
  readonly file: string;
}

async function measure(workspace: Workspace, inputs: Inputs): Promise<Measured> {
  const file = join(workspace.root, 'results', `${new Date().toISOString().replaceAll(/\D/g, '')}.json`);
  const { code, lastWords } = await bench(workspace, [
    'run',
    `--suite=${inputs.suite}`,
    ...inputs.select.map((glob) => `--select=${glob}`),
    ...(inputs.peers ? ['--peers'] : []),
    ...adapterArgs(inputs),
    ...historyArgs(inputs, workspace),
    '--github',
    '--out',
    file,
  ]);
  if (!existsSync(file)) throw new Error(`bench run ended with ${code}, without a run: ${lastWords}`);
  const run = read<Run>(file);
  const isExplained = run.results.some(({ status }) => status === 'failed');
  if (code !== 0 && !isExplained) throw new Error(`bench run ended with ${code}: a family does not start`);
  return { run, file };
}

async function confirm(
  workspace: Workspace,
  inputs: Inputs,
  { base, file, out }: { readonly base: string; readonly file: string; readonly out: string },
): Promise<Confirmed> {
  await bench(workspace, [
    'confirm',
    base,
    file,
    ...adapterArgs(inputs),
    ...historyArgs(inputs, workspace),
    `--most=${inputs.confirmAtMost}`,
    `--fail-on=${inputs.failOn}`,
    '--github',
    '--out',
    out,
  ]);
  if (!existsSync(out)) throw new Error(`bench confirm ${base} wrote nothing: its last lines say why`);
  return read<Confirmed>(out);
}

function readEvent(): unknown {
  const file = process.env['GITHUB_EVENT_PATH'] ?? '';
  return existsSync(file) ? read<unknown>(file) : null;
}

// Written by `bench` in this step, which has checked it against its schema.
function read<Document>(file: string): Document {
  return JSON.parse(readFileSync(file, 'utf8')) as Document;
}

function setOutputs(run: Run, verdict: Verdict, files: { readonly [name: string]: string }): void {
  const { word, regressions, suspects, failures, reasons } = verdict;
  const outputs = {
    verdict: word,
    regressions,
    suspects,
    failures,
    reasons,
    'machine-key': run.machine.key,
    software: run.machine.software,
    ...files,
  };
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
}

function failureText({ word, regressions, suspects, failures }: Verdict): string {
  const ids = { FAILED: failures, REGRESSED: regressions, SUSPECT: suspects }[String(word)] ?? [];
  const named = ids.slice(0, 3).join(', ');
  return `${word}: ${named}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}; the job summary has them all`;
}
