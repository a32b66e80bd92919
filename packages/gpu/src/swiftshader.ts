// A GPU for everyone: SwiftShader, a Vulkan driver in software, from the npm package @sparticuz/chromium.
import { createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

/** What stands in the way of software rendering, with the remedy. */
export class NoSwiftShader extends Error {
  override name = 'NoSwiftShader' as const;
}

/**
 * Makes SwiftShader the Vulkan driver of this process. Call it before anything else has made an instance for
 * a machine without a driver; a later instance reads the driver list again.
 */
export async function useSwiftShader(): Promise<void> {
  const folder = await unpackSwiftShader();
  // The loader reads this at every vkCreateInstance, so setting it in-process is early enough.
  process.env['VK_DRIVER_FILES'] = join(folder, 'vk_swiftshader_icd.json');
  preload(join(folder, 'libvulkan.so.1'));
}

/** Unpacks the driver into the user's cache folder once and returns the folder. */
export async function unpackSwiftShader(): Promise<string> {
  const { archive, version } = findArchive();
  const folder = join(cacheFolder(), `swiftshader-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const scratch = mkdtempSync(`${folder}-`);
  const { extract } = await import('tar-fs');
  try {
    await pipeline(createReadStream(archive), createBrotliDecompress(), extract(scratch));
    // One rename, so that a process beside this one sees a whole folder or none.
    renameSync(scratch, folder);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function findArchive(): { readonly archive: string; readonly version: string } {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new NoSwiftShader(
      `no software adapter for ${process.platform}-${process.arch}: use a machine with a GPU`,
    );
  }
  const require = createRequire(import.meta.url);
  try {
    const entry = require.resolve('@sparticuz/chromium');
    const root = entry.slice(
      0,
      entry.lastIndexOf(join('@sparticuz', 'chromium')) + join('@sparticuz', 'chromium').length,
    );
    const manifest: { version: string } = require(join(root, 'package.json'));
    return { archive: join(root, 'bin', 'swiftshader.tar.br'), version: manifest.version };
  } catch {
    throw new NoSwiftShader(
      'the package @sparticuz/chromium, which carries SwiftShader, is not installed: run pnpm install',
    );
  }
}

function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kernel-ladder');
}

// Dawn asks for "libvulkan.so.1" by name. A library that is already in the process answers to its name, so
// loading the file here is enough where LD_LIBRARY_PATH would have to be set before the process starts.
// RTLD_NODELETE keeps it when Node, finding no addon in it, throws and closes its handle.
const rtldNoDelete = 0x1000;

function preload(library: string): void {
  try {
    process.dlopen({ exports: {} }, library, constants.dlopen.RTLD_NOW | rtldNoDelete);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!message.includes('did not self-register'))
      throw new NoSwiftShader(`cannot load ${library}: ${message}`);
  }
}
