// `bench pack`: one archive that runs on a Linux x64 host with a GPU and no network.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from '../cli.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { textOf } from '../flags.ts';
import { readCommit } from '../git.ts';
import type { Io } from '../io.ts';
import { runtimePackages, workspacePackages } from '../pack/packages.ts';
import { fetchVulkan } from '../pack/vulkan.ts';

const mostBytes = 60e6;

/** Packs the workspace. */
export const pack: Command = {
  usage: 'bench pack [--out FILE]',
  summary: 'makes one .tar.xz with its own Node, Dawn and Vulkan loader: tar xf … && ./bench --out run.json',
  flags: { out: { value: 'FILE', help: 'the archive (default packs/kernel-ladder-<sha8>.tar.xz)' } },
  execute: async (given, io) => {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      throw new CommandFailure(
        `pack copies the running Node, which must be for linux-x64, not ${process.platform}-${process.arch}`,
      );
    }
    const commit = readCommit(io.root);
    const name = `kernel-ladder-${commit.sha.slice(0, 8)}`;
    const file = resolve(io.cwd, textOf(given, 'out') ?? join(io.root, 'packs', `${name}.tar.xz`));
    const scratch = mkdtempSync(join(tmpdir(), 'kernel-ladder-pack-'));
    try {
      const stage = join(scratch, name);
      fillStage(io, stage);
      writeFileSync(join(stage, 'commit.json'), `${JSON.stringify(commit, null, 2)}\n`);
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

function fillStage(io: Io, stage: string): void {
  io.err('copying sources, Node and Dawn …\n');
  const links = join(stage, 'node_modules', '@kernel-ladder');
  mkdirSync(links, { recursive: true });
  for (const { folder, short } of workspacePackages(io.root)) {
    const target = join(stage, 'packages', basename(folder));
    cpSync(folder, target, { recursive: true, filter: isSource });
    // Node does not strip types under node_modules, but a link is taken for where it leads.
    symlinkSync(join('..', '..', 'packages', basename(folder)), join(links, short));
  }
  for (const { name, folder } of runtimePackages(io.root)) {
    cpSync(folder, join(stage, 'node_modules', name), {
      recursive: true,
      dereference: true,
      filter: isRuntime,
    });
  }
  cpSync(join(io.root, 'suites'), join(stage, 'suites'), { recursive: true });
  for (const file of ['package.json', 'LICENSE']) cpSync(join(io.root, file), join(stage, file));
  mkdirSync(join(stage, 'node'));
  cpSync(process.execPath, join(stage, 'node', 'node'), { dereference: true });
  fetchVulkan(io, join(stage, 'lib'));
  writeFileSync(join(stage, 'bench'), launcher);
  chmodSync(join(stage, 'bench'), 0o755);
}

function isSource(path: string): boolean {
  return !/\/(node_modules|coverage|fixtures|test|\.turbo)$|\.test\.ts$/.test(path);
}

// webgpu carries Dawn for five platforms; type declarations and source maps run nowhere.
function isRuntime(path: string): boolean {
  const platform = /\/webgpu\/dist\/([^/]+)/.exec(path)?.[1];
  if (platform !== undefined && platform !== 'linux-x64') return false;
  return !/\/node_modules$|\.d\.[cm]?ts$|\.map$/.test(path.replace(/^.*\/node_modules\/(?=[^/]+)/, ''));
}

function compress(io: Io, stage: string, file: string): void {
  io.err('compressing …\n');
  mkdirSync(dirname(file), { recursive: true });
  try {
    const env = { ...io.env, XZ_OPT: '-6 -T0' };
    execFileSync('tar', ['-cJf', file, '-C', dirname(stage), basename(stage)], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    if (existsSync(file)) rmSync(file);
    throw new CommandFailure(
      `tar could not write the archive (is xz-utils installed?): ${error instanceof Error ? error.message : ''}`,
    );
  }
}

// The bundle's loader and X libraries serve only a host without a Vulkan loader of its own.
const launcher = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
if [ -d "$here/lib" ] && ! { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep -q 'libvulkan\\.so\\.1'; then
  LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib"
  export LD_LIBRARY_PATH
fi
if [ -z "$VK_DRIVER_FILES$VK_ICD_FILENAMES" ]; then
  for file in /usr/share/vulkan/icd.d/nvidia_icd.json /etc/vulkan/icd.d/nvidia_icd.json /usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json; do
    [ -f "$file" ] && VK_DRIVER_FILES=$file && export VK_DRIVER_FILES && break
  done
fi
INIT_CWD=\${INIT_CWD:-$PWD} exec "$here/node/node" "$here/packages/runner/src/main.ts" "$@"
`;
