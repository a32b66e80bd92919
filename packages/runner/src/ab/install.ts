// The dependencies of a checked-out commit, from its own lockfile.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Io } from '../io.ts';

/** Installs what a worktree's lockfile names, from the local store where it has everything. Throws with pnpm's last words. */
export async function installWorktree(io: Io, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'pnpm-lock.yaml'))) return;
  const own = join(io.root, 'node_modules', '.bin', 'pnpm');
  const pnpm = existsSync(own) ? own : 'pnpm';
  const offline = await start(io, pnpm, ['install', '--frozen-lockfile', '--offline'], folder);
  if (offline.code === 0) return;
  if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
  io.err('the local store lacks a dependency: asking the registry …\n');
  const online = await start(io, pnpm, ['install', '--frozen-lockfile', '--prefer-offline'], folder);
  if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
  if (online.code !== 0)
    throw new CommandFailure(`pnpm could not install ${folder}:\n${online.said}`, exitCodes.failed);
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

const keptOutput = 4000;

function start(io: Io, command: string, args: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(command, args, { cwd, env: io.env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  io.interrupt.addEventListener('abort', kill, { once: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-keptOutput);
    });
  }
  return new Promise((resolve) => {
    const end = (code: number | null, words: string) => {
      io.interrupt.removeEventListener('abort', kill);
      resolve({ code, said: words });
    };
    child.on('error', (error) => end(null, error.message));
    child.on('close', (code) => end(code, said));
  });
}
