// `bench pack`: one archive that runs on a Linux x64 host with a GPU and no network.
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { makeFolder } from '../files/files.ts';
import { textOf } from '../flags.ts';
import { readCommit } from '../files/git.ts';
import type { Io } from '../io.ts';
import { fillStage } from '../pack/stage.ts';
import { fetchVulkan } from '../pack/vulkan.ts';
import { refuseUnwritable } from '../files/target.ts';

const mostBytes = 60e6;

/** Packs the workspace. */
export const pack: Command = {
  usage: 'bench pack [--peers] [--out FILE]',
  summary: 'makes one .tar.xz with its own Node, Dawn and Vulkan loader: tar xf … && ./bench --out run.json',
  flags: {
    out: { value: 'FILE', help: 'the archive (default packs/kernel-ladder-<sha8>.tar.xz)' },
    peers: { help: 'with other people’s libraries, as far as their rows load them' },
  },
  execute: async (given, io) => {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      throw new CommandFailure(
        `pack copies the running Node, which must be for linux-x64, not ${process.platform}-${process.arch}`,
      );
    }
    const commit = readCommit(io.root);
    const name = `kernel-ladder-${commit.sha.slice(0, 8)}`;
    const file = resolve(io.cwd, textOf(given, 'out') ?? join(io.root, 'packs', `${name}.tar.xz`));
    refuseArchive(file);
    const scratch = mkdtempSync(join(tmpdir(), 'kernel-ladder-pack-'));
    try {
      const stage = join(scratch, name);
      io.err('copying sources, Node and Dawn …\n');
      fillStage(io.root, stage, { commit, peers: given.flags['peers'] === true });
      fetchVulkan(io, join(stage, 'lib'));
      compress(io, stage, file);
    } finally {
      rmSync(scratch, { recursive: true });
    }
    const { size } = statSync(file);
    io.err(
      `packed ${file}: ${(size / 1e6).toFixed(1)} MB${commit.dirty ? ', from uncommitted changes' : ''}\n`,
    );
    if (size > mostBytes)
      throw new CommandFailure(`the archive is larger than ${mostBytes / 1e6} MB`, exitCodes.failed);
    return exitCodes.passed;
  },
};

// Said before a minute of packing; only an archive may be replaced by one.
function refuseArchive(file: string): void {
  refuseUnwritable(dirname(file), `--out ${file}`);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !(found.isFile() && file.endsWith('.tar.xz')))
    throw new CommandFailure(
      `--out ${file} is there and no .tar.xz: give a new file, or remove this one first`,
    );
}

function compress(io: Io, stage: string, file: string): void {
  io.err('compressing …\n');
  makeFolder(dirname(file));
  const part = `${file}.${process.pid}.tmp`;
  try {
    const env = { ...io.env, XZ_OPT: '-6 -T0' };
    execFileSync('tar', ['-cJf', part, '-C', dirname(stage), basename(stage)], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw new CommandFailure(
      `tar could not write the archive (is xz-utils installed?): ${error instanceof Error ? error.message : ''}`,
    );
  }
}
