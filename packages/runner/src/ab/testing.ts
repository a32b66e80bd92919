// A repository whose commits say how long their kernels take, for the tests of `ab` and `bisect`.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleResult, sampleRun } from '../testing.ts';

/** Median time in ns of each variant; null for one that fails. */
export interface Times {
  readonly [variant: string]: number | null;
}

/** A temporary repository with one family. */
export interface Repository {
  readonly root: string;
  /** Writes the times into the working tree. */
  readonly set: (times: Times) => void;
  /** Writes the times and commits them; returns the sha. */
  readonly commit: (times: Times, subject: string) => string;
  /** Everything that git and the temporary folder still know of worktrees. */
  readonly leftovers: () => readonly string[];
  readonly remove: () => void;
}

const source = fileURLToPath(new URL('../../fixtures/steady/bench.ts', import.meta.url));

/** Makes a repository without a commit. */
export function createRepository(): Repository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'kernel-ladder-repository-')));
  const family = join(root, 'packages', 'kernel-steady');
  mkdirSync(join(family, 'src'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  copyFileSync(source, join(family, 'src', 'bench.ts'));
  const sample = { machine: sampleRun().machine, result: sampleResult('naive', 1000) };
  writeFileSync(join(family, 'sample.json'), JSON.stringify(sample));
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8' }).trim();
  };
  git('init', '--quiet', '-b', 'main');
  const set = (times: Times) => writeFileSync(join(family, 'times.json'), JSON.stringify(times));
  return {
    root,
    set,
    commit: (times, subject) => {
      set(times);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '-m', subject);
      return git('rev-parse', 'HEAD');
    },
    leftovers: () => [
      ...git('worktree', 'list', '--porcelain')
        .split('\n')
        .filter((line) => line.startsWith('worktree ') && line !== `worktree ${root}`),
      ...readdirSync(tmpdir()).filter((name) => name.startsWith(`kernel-ladder-ab-${process.pid}-`)),
    ],
    remove: () => rmSync(root, { recursive: true }),
  };
}
