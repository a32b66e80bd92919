// The folder that becomes a bundle: everything that a run needs, and nothing that only a developer does.
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Commit } from '@kernel-ladder/schema';
import { hashSources, packedSources } from '../files/sources.ts';
import { addLibraries } from './libraries.ts';
import { runtimePackages, workspacePackages } from './packages.ts';

/** What a bundle is of, and whether it takes other people's libraries along. */
export interface Contents {
  readonly commit: Commit;
  readonly peers?: boolean;
}

/** Fills a new folder with the workspace's sources, what they need at run time, this Node, and a launcher. */
export function fillStage(root: string, stage: string, { commit, peers = false }: Contents): void {
  if (peers) addLibraries(root, stage);
  const links = join(stage, 'node_modules', '@kernel-ladder');
  mkdirSync(links, { recursive: true });
  for (const { folder, short } of workspacePackages(root)) {
    const target = join(stage, relative(root, folder));
    cpSync(folder, target, { recursive: true, filter: isSource });
    // Node does not strip types under node_modules, but a link is taken for where it leads.
    symlinkSync(relative(links, target), join(links, short));
  }
  for (const { name, folder } of runtimePackages(root)) {
    cpSync(folder, join(stage, 'node_modules', name), {
      recursive: true,
      dereference: true,
      filter: isRuntime,
    });
  }
  cpSync(join(root, 'suites'), join(stage, 'suites'), { recursive: true });
  for (const file of ['package.json', 'LICENSE']) cpSync(join(root, file), join(stage, file));
  writeFileSync(join(stage, 'commit.json'), `${JSON.stringify(commit, null, 2)}\n`);
  writeFileSync(join(stage, packedSources), `${JSON.stringify(hashSources(stage), null, 2)}\n`);
  mkdirSync(join(stage, 'node'));
  cpSync(process.execPath, join(stage, 'node', 'node'), { dereference: true });
  writeFileSync(join(stage, 'bench'), launcher);
  chmodSync(join(stage, 'bench'), 0o755);
}

function isSource(path: string): boolean {
  return !/\/(node_modules|coverage|fixtures|test|\.turbo|__pycache__)$|\.test\.ts$/.test(path);
}

// webgpu carries Dawn for five platforms; type declarations and source maps run nowhere.
function isRuntime(path: string): boolean {
  const platform = /\/webgpu\/dist\/([^/]+)/.exec(path)?.[1];
  if (platform !== undefined && platform !== 'linux-x64') return false;
  return !/\/node_modules$|\.d\.[cm]?ts$|\.map$/.test(path.replace(/^.*\/node_modules\/(?=[^/]+)/, ''));
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
