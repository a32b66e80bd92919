// A repository with one family of real kernels, and the machine of a GPU job around it: the steps of the workflow run in it as they
// are written, with the software adapter in the place of the GPU.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { interpolate } from '../testing/expression.ts';
import { jobOf, root as repository } from '../testing/workflow.ts';

/** A repository whose pull requests are measured. */
export interface Workspace {
  readonly root: string;
  readonly git: (...args: readonly string[]) => string;
  /** Writes a file of the working tree. */
  readonly write: (path: string, change: (text: string) => string) => void;
  /** Commits everything, and returns the hash. */
  readonly commit: (subject: string) => string;
  /** Runs a step of pull-request.yml by its name. */
  readonly step: (job: string, name: string, env: { readonly [name: string]: string }) => Promise<StepEnd>;
  /** Runs `bench`. */
  readonly bench: (...argv: readonly string[]) => Promise<StepEnd>;
  readonly remove: () => void;
}

/** How a step ended. */
export interface StepEnd {
  readonly code: number | null;
  readonly said: string;
}

const suite = {
  schemaVersion: 1,
  name: 'quick',
  select: ['planted'],
  effort: 'quick',
  cases: { hardware: ['tiny'], software: ['tiny'] },
};

// `npx -y pnpm@… bench …` of a step, on a machine without a GPU: two launches and six blocks have to do, and a time that nearly doubles is the least worth a verdict.
const npx = (main: string) => `#!/usr/bin/env bash
set -euo pipefail
shift 3
argv=()
for word in "$@"; do
  case $word in
    --hardware) argv+=(--software) ;;
    --peers) ;;
    *) argv+=("$word") ;;
  esac
done
case $1 in
  confirm) argv+=(--allow-incomparable --max-blocks 6 --minimum-effect 0.95) ;;
  aa) argv+=(-k 2) ;;
esac
exec '${process.execPath}' '${main}' "\${argv[@]}"
`;

/** Makes a repository with one commit on main. */
export function createWorkspace(): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'kernel-ladder-pull-')));
  fill(root);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  const commit = (subject: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '-m', subject);
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet', '--initial-branch', 'main');
  commit('Add a family');
  return {
    root,
    git,
    commit,
    write: (path, change) => put(root, path, change(readFileSync(join(root, path), 'utf8'))),
    step: (job, name, env) => shell(root, stepText(job, name), env),
    bench: (...argv) => shell(root, `npx -y pnpm bench ${argv.map((word) => `'${word}'`).join(' ')}`, {}),
    remove: () => {
      for (const folder of [root, `${root}.locks`]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function put(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function fill(root: string): void {
  const copy = (from: string, to: string) =>
    cpSync(join(repository, from), join(root, to), { recursive: true });
  copy('packages/github/fixtures/planted', 'packages/kernel-planted');
  copy(
    'packages/github/fixtures/planted/src/kernels/double.wgsl',
    'packages/kernel-planted/src/kernels/other.wgsl',
  );
  copy('.github/scripts', '.github/scripts');
  put(root, 'package.json', '{"type":"module"}');
  put(root, 'suites/quick.json', JSON.stringify(suite));
  put(root, '.gitignore', 'results\nnode_modules/.cache\n');
  // In git, so that a worktree of another commit finds the harness as well.
  mkdirSync(join(root, 'node_modules/@kernel-ladder'), { recursive: true });
  symlinkSync(join(repository, 'packages/harness'), join(root, 'node_modules/@kernel-ladder/harness'));
  put(root, 'results/bin/npx', npx(join(repository, 'packages/runner/fixtures/main.ts')));
  chmodSync(join(root, 'results/bin/npx'), 0o755);
}

function stepText(job: string, name: string): string {
  const step = jobOf('pull-request.yml', job).steps?.find(
    (each) => each.name === name || each.run?.includes(name),
  );
  if (step?.run === undefined) throw new Error(`pull-request.yml has no step "${name}" in ${job}`);
  // No script holds an expression; were one in it, it would be filled in here as there.
  return interpolate(step.run, {});
}

async function shell(
  root: string,
  script: string,
  env: { readonly [name: string]: string },
): Promise<StepEnd> {
  for (const name of ['summary', 'output']) writeFileSync(join(root, 'results', name), '');
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${join(root, 'results/bin')}:${process.env['PATH']}`,
      BENCH_ROOT: root,
      GITHUB_STEP_SUMMARY: join(root, 'results', 'summary'),
      GITHUB_OUTPUT: join(root, 'results', 'output'),
      ...env,
    },
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, said: out + err };
}
