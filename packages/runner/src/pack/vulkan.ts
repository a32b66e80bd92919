// The Vulkan loader and the X libraries that NVIDIA's driver links against, from Debian's packages.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io } from '../io.ts';

const debianPackages = [
  'libvulkan1',
  'libegl1',
  'libglvnd0',
  'libopengl0',
  'libgl1',
  'libglx0',
  'libgles2',
  'libx11-6',
  'libxext6',
  'libxcb1',
  'libxau6',
  'libxdmcp6',
  'libbsd0',
  'libmd0',
] as const;

/** Downloads and unpacks the libraries into `target`; without apt it says what the host must have instead. */
export function fetchVulkan(io: Io, target: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'kernel-ladder-vulkan-'));
  try {
    io.err('fetching the Vulkan loader …\n');
    const options = { cwd: scratch, stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] };
    execFileSync('apt-get', ['download', '-q', ...debianPackages], options);
    for (const name of readdirSync(scratch))
      execFileSync('dpkg', ['-x', name, join(scratch, 'root')], options);
    mkdirSync(target, { recursive: true });
    const libraries = join(scratch, 'root', 'usr', 'lib', 'x86_64-linux-gnu');
    for (const name of readdirSync(libraries)) {
      if (name.includes('.so')) cpSync(join(libraries, name), join(target, name), { verbatimSymlinks: true });
    }
    // The licences travel with the libraries.
    cpSync(join(scratch, 'root', 'usr', 'share', 'doc'), join(target, 'doc'), {
      recursive: true,
      verbatimSymlinks: true,
    });
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    io.err(
      `the bundle carries no Vulkan loader (${why}).\n` +
        `Run \`apt-get update\` and pack again on Debian or Ubuntu, or install on the host: ${debianPackages.join(' ')}\n`,
    );
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
