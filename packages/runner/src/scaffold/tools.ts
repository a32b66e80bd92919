// What scaffolding needs of the workspace's own tools, each started as its users start it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Io } from '../io.ts';

/** Formats files in place, as `pnpm format` does. */
export function format(io: Io, files: readonly string[]): void {
  runTool(io, 'oxfmt', files);
}

/** Links a new package and writes the lockfile, from what is on this machine already. */
export function install(io: Io): void {
  runTool(io, 'pnpm', ['install', '--prefer-offline', '--no-frozen-lockfile']);
}

/** Throws where a tool is not installed: better before anything is written than after. */
export function refuseMissingTool(io: Io, tool: string): string {
  const path = join(io.root, 'node_modules', '.bin', tool);
  if (!existsSync(path)) throw new CommandFailure(`${path} is not there: run pnpm install`);
  return path;
}

function runTool(io: Io, tool: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(refuseMissingTool(io, tool), args, {
    cwd: io.root,
    env: io.env,
    encoding: 'utf8',
  });
  if (status === 0) return;
  const said = error?.message ?? `${stdout}${stderr}`.trim();
  throw new CommandFailure(
    `what was written stays, but ${tool} ${args.join(' ')} failed: ${said}`,
    exitCodes.failed,
  );
}
