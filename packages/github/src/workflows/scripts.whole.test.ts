// The scripts of workflows and of the runner, started as there: with hostile arguments, folders and variables.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { jobOf, root } from '../testing/workflow.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kernel-ladder-scripts-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function script(path: string, args: readonly string[], env: { readonly [name: string]: string } = {}) {
  const { status, stdout, stderr } = spawnSync('bash', [join(root, '.github', path), ...args], {
    encoding: 'utf8',
    cwd: scratch,
    env: { PATH: process.env['PATH'], ...env },
  });
  return { status, said: stdout + stderr };
}

describe('the hook of the runner', () => {
  const repository = 'o/r';
  const hook = (ref: string, env: { readonly [name: string]: string } = {}) =>
    script('runner/job-started.sh', [], {
      KERNEL_LADDER_REPOSITORY: repository,
      GITHUB_REPOSITORY: repository,
      GITHUB_WORKFLOW_REF: ref,
      ...env,
    }).status;

  test.for([
    ['o/r/.github/workflows/pull-request.yml@refs/heads/main', 0],
    ['o/r/.github/workflows/bench.yml@refs/heads/main', 0],
    ['o/r/.github/workflows/pull-request.yml@refs/pull/12/merge', 1],
    ['o/r/.github/workflows/pull-request.yml@refs/heads/topic', 1],
    ['o/r/.github/workflows/evil.yml@refs/heads/main', 1],
    ['o/r/.github/workflows/ci.yml@refs/heads/main', 1],
    ['stranger/r/.github/workflows/bench.yml@refs/heads/main', 1],
    ['o/r/.github/workflows/bench.yml@refs/heads/main\n', 1],
    ['$(touch owned)', 1],
    ['', 1],
  ] as const)('ends a job of %s with %i', ([ref, status]) => {
    expect(hook(ref)).toBe(status);
    expect(existsSync(join(scratch, 'owned'))).toBe(false);
  });

  test('refuses another repository, and a machine that nobody has told its own', () => {
    const good = 'o/r/.github/workflows/bench.yml@refs/heads/main';
    expect(hook(good, { GITHUB_REPOSITORY: 'stranger/r' })).toBe(1);
    expect(hook(good, { KERNEL_LADDER_REPOSITORY: '' })).toBe(1);
  });
});

describe('shards', () => {
  const [shards, run] = [join(scratch, 'shards'), join(scratch, 'run.json')];
  const bin = join(scratch, 'bin');
  const unite = () =>
    script('scripts/unite-shards.sh', [shards, run], { PATH: `${bin}:${process.env['PATH']}` });
  const put = (name: string) => {
    mkdirSync(join(shards, name), { recursive: true });
    writeFileSync(join(shards, name, 'run.json'), name);
    writeFileSync(join(shards, name, 'run.kernels.ndjson'), `kernels of ${name}`);
  };
  beforeEach(() => {
    for (const path of [shards, run, bin]) rmSync(path, { recursive: true, force: true });
    mkdirSync(bin);
    writeFileSync(join(bin, 'npx'), '#!/usr/bin/env bash\nprintf "%s\\n" "$@"\n');
    chmodSync(join(bin, 'npx'), 0o755);
  });

  test('of a matrix of one are that run, with its kernels', () => {
    put('shard-0');
    expect(unite().status).toBe(0);
    expect(readFileSync(run, 'utf8')).toBe('shard-0');
    expect(readFileSync(join(scratch, 'run.kernels.ndjson'), 'utf8')).toBe('kernels of shard-0');
  });

  test('of several are merged, whatever their names', () => {
    for (const name of ['shard-0', 'shard-1', '-rf $(touch owned)']) put(name);
    const { status, said } = unite();
    expect(status).toBe(0);
    expect(said.split('\n')).toEqual([
      '-y',
      'pnpm@12.18.0',
      'bench',
      'merge',
      `${shards}/-rf $(touch owned)/run.json`,
      `${shards}/shard-0/run.json`,
      `${shards}/shard-1/run.json`,
      '--out',
      run,
      '',
    ]);
    expect(existsSync(join(scratch, 'owned'))).toBe(false);
  });

  test('of none are an error with its reason', () => {
    expect(unite()).toEqual({ status: 1, said: `no shard in ${shards}: nothing was measured\n` });
  });
});

describe('the history that a pull request is held against', () => {
  const [tree, bin] = [join(scratch, 'pull'), join(scratch, 'pull-bin')];
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: tree,
      encoding: 'utf8',
    }).trim();
  const put = (path: string) => {
    mkdirSync(join(tree, path, '..'), { recursive: true });
    writeFileSync(join(tree, path), 'x');
  };
  const commit = (...paths: readonly string[]) => {
    for (const path of paths) put(path);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Change');
    return git('rev-parse', 'HEAD');
  };
  const text =
    jobOf('pull-request.yml', 'confirm').steps?.find(({ name }) => name === 'Confirm what looks changed')
      ?.run ?? '';
  // What `bench` would read, as `npx` is told.
  const spy = `#!/usr/bin/env bash
while [ "$1" != --history ]; do shift; done
find "$2" -type f
`;
  const read = (base: string, recorded: 'success' | 'failure') => {
    const { status, stdout } = spawnSync('bash', ['-e', '-c', text], {
      cwd: tree,
      encoding: 'utf8',
      env: { PATH: `${bin}:${process.env['PATH']}`, BASE: base, FAIL_ON: 'confirmed', RECORDED: recorded },
    });
    return { status, files: [...new Set(stdout.split('\n').filter((line) => line !== ''))] };
  };
  beforeEach(() => {
    for (const path of [tree, bin]) {
      rmSync(path, { recursive: true, force: true });
      mkdirSync(path);
    }
    writeFileSync(join(bin, 'npx'), spy);
    chmodSync(join(bin, 'npx'), 0o755);
    git('init', '--quiet', '--initial-branch', 'main');
    writeFileSync(join(tree, '.gitignore'), 'results\n');
  });
  const folder = 'results/data/dashboard/history';

  test('is that of the data branch', () => {
    const base = commit('dashboard/history/machine/base.json');
    commit('dashboard/history/machine/own.json');
    put(`${folder}/machine/data.json`);
    expect(read(base, 'success')).toEqual({ status: 0, files: [`${folder}/machine/data.json`] });
  });

  test('is that of the base where there is no such branch, and nothing that the pull request brings', () => {
    const base = commit('dashboard/history/machine/base.json');
    commit('dashboard/history/machine/own.json');
    // Where git ignores it, it can still be added by force.
    put(`${folder}/machine/forced.json`);
    expect(read(base, 'failure')).toEqual({ status: 0, files: [`${folder}/machine/base.json`] });
  });

  test('is empty where the base has none', () => {
    const base = commit('README.md');
    commit('dashboard/history/machine/own.json');
    expect(read(base, 'failure')).toEqual({ status: 0, files: [] });
  });
});

describe('the file of an artifact', () => {
  const [folder, target] = [join(scratch, 'artifact'), join(scratch, 'taken.json')];
  const sha = 'a'.repeat(40);
  const take = () => script('scripts/take-file.sh', [folder, sha, target]);
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const good = JSON.stringify({ run: { commit: { sha } } });
  beforeEach(() => {
    for (const path of [folder, target]) rmSync(path, { recursive: true, force: true });
    mkdirSync(folder);
  });

  test('is taken, with the texts beside it', () => {
    put('run.json', good);
    put('run.kernels.ndjson', 'kernels');
    expect(take().status).toBe(0);
    expect(readFileSync(target, 'utf8')).toBe(good);
    expect(readFileSync(join(scratch, 'taken.kernels.ndjson'), 'utf8')).toBe('kernels');
  });

  test.for([
    [
      'another commit',
      () => put('run.json', JSON.stringify({ run: { commit: { sha: 'b'.repeat(40) } } })),
      'it is not about commit',
    ],
    ['no JSON', () => put('run.json', 'NaN'), 'neither a run nor outcomes of tests|it is not about commit'],
    ['two files', () => (put('run.json', good), put('other.json', good)), '2 entries, not one file'],
    ['a link', () => symlinkSync('/etc/passwd', join(folder, 'run.json')), 'not a regular file'],
    [
      'texts that are a link',
      () => (put('run.json', good), symlinkSync('/etc/passwd', join(folder, 'run.kernels.ndjson'))),
      'kernel texts that are no regular file',
    ],
    ['a folder', () => mkdirSync(join(folder, 'run.json')), 'not a regular file'],
    ['a name with a line end', () => (put('run.json', good), put('a\nb', '')), '2 entries, not one file'],
    [
      'too much',
      () => put('run.json', `${good}${' '.repeat(20_000_001)}`),
      'not a regular file of at most 20000000 bytes',
    ],
  ] as const)('that is %s is refused', ([, leave, why]) => {
    leave();
    const { status, said } = take();
    expect({ status, taken: existsSync(target) }).toEqual({ status: 1, taken: false });
    expect(said).toMatch(new RegExp(`refused: .*${why}`));
  });

  test('may have any name: none of them is obeyed', () => {
    put('$(touch owned); -rf.json', good);
    expect(take().status).toBe(0);
    expect(existsSync(join(scratch, 'owned'))).toBe(false);
  });
});

test('what takes the label off, admits or tells a week runs where nothing is installed', () => {
  const bare = join(scratch, 'bare');
  cpSync(join(root, 'packages/github/src'), join(bare, 'src'), { recursive: true });
  writeFileSync(join(bare, 'package.json'), '{"type":"module"}');
  const modules = { admit: 'admit', 'drop-label': 'drop-label', 'tell-week': 'week' } as const;
  for (const [command, name] of Object.entries(modules)) {
    const { stderr } = spawnSync(process.execPath, [join(bare, 'src/main.ts'), command], {
      encoding: 'utf8',
      env: {},
    });
    expect(stderr).toBe('refused: GITHUB_REPOSITORY is not set: this is a step of GitHub Actions\n');
    const module = join(bare, `src/flow/${name}.ts`);
    execFileSync(process.execPath, ['--input-type=module', '-e', `await import(${JSON.stringify(module)})`]);
  }
  expect(() =>
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', `await import(${JSON.stringify(join(bare, 'src/flow/report.ts'))})`],
      { stdio: 'pipe' },
    ),
  ).toThrow('@kernel-ladder/publish');
});
