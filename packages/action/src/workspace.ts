// The workspace in the checkout, and how its `bench` is started.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A workspace that has the command. */
export interface Workspace {
  readonly root: string;
  /** The program and its first words that stand before what pnpm is asked for. */
  readonly pnpm: readonly string[];
  readonly isInstalled: boolean;
}

/** Finds the workspace. Throws where the folder has none, with what to do. */
export function findWorkspace(checkout: string, folder: string): Workspace {
  const root = resolve(checkout, folder);
  const file = join(root, 'package.json');
  const { packageManager = '', scripts } = readManifest(file);
  if (typeof scripts?.bench !== 'string')
    throw new Error(
      `input working-directory: ${file} has no script bench: give the folder of the Kernel Ladder workspace, and check its submodule out`,
    );
  if (!/^pnpm@[\w.+-]+$/.test(packageManager))
    throw new Error(`${file}: packageManager is "${packageManager}": pin pnpm there, as pnpm@12.18.0`);
  const own = join(root, 'node_modules', '.bin', 'pnpm');
  const isInstalled = existsSync(own);
  return { root, pnpm: isInstalled ? [own] : ['npx', '-y', packageManager], isInstalled };
}

interface Manifest {
  readonly packageManager?: string;
  readonly scripts?: { readonly bench?: unknown };
}

// The workspace's own tools have read it, or nothing of it will run.
function readManifest(file: string): Manifest {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
}

// What a runner tells an action and not a script: tokens for caches, artifacts and identity, and files that steer later steps.
const withheld = /^(?:ACTIONS_|INPUT_)|^GITHUB_(?:TOKEN|ENV|PATH|STATE)$/;

/**
 * The environment of the commands: kernels are code of whoever wrote the commit, and get no more than a step with `run` has. Outputs
 * go nowhere, for the action sets its own.
 */
export function commandEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !withheld.test(name));
  return { ...Object.fromEntries(kept), GITHUB_OUTPUT: '/dev/null' };
}
