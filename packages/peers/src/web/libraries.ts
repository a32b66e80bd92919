// Other people's libraries lie outside of the workspace and are installed on demand: where, in which version, under which licence.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Skip } from '@kernel-ladder/harness';
import { readJson } from '@kernel-ladder/schema';

/** A library, by the name that its rows have. */
export type LibraryName = 'tfjs' | 'onnxruntime-web' | 'jax-js';

/** The package that computes, and the file that is loaded of it. */
const packages: {
  readonly [Name in LibraryName]: { readonly name: string; readonly file: string };
} = {
  tfjs: { name: '@tensorflow/tfjs-backend-webgpu', file: 'dist/tf-backend-webgpu.node.js' },
  'onnxruntime-web': { name: 'onnxruntime-web', file: 'dist/ort.webgpu.min.mjs' },
  'jax-js': { name: '@jax-js/jax', file: 'dist/index.js' },
};

/** The variable that names another folder of libraries. */
export const librariesVariable = 'KERNEL_LADDER_LIBRARIES';

/** The folder of package.json, its lock and, once they are installed, node_modules. */
export function librariesFolder(): string {
  return process.env[librariesVariable] ?? fileURLToPath(new URL('../../libraries', import.meta.url));
}

/** What is loaded of a library. */
export function entryOf(library: LibraryName): string {
  const { name, file } = packages[library];
  return join(librariesFolder(), 'node_modules', name, file);
}

/** Package, version and licence: of what is installed, else of what the lock would bring. */
export interface Identity {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Which library a row has. */
export function identityOf(library: LibraryName): Identity {
  const { name } = packages[library];
  const installed = join(librariesFolder(), 'node_modules', name, 'package.json');
  const manifest = existsSync(installed) ? readObject(installed) : lockedAs(name);
  return { name, version: textIn(manifest, 'version'), licence: textIn(manifest, 'license') };
}

/** A skip that says what brings a library; null where it is installed. */
export function refuseMissing(library: LibraryName): Skip | null {
  if (existsSync(entryOf(library))) return null;
  const { name, version } = identityOf(library);
  const remedy = '`pnpm libraries` installs it, `bench pack --peers` puts it into a bundle';
  return { skip: { code: `missing:${name}`, message: `${name} ${version} is not installed: ${remedy}` } };
}

function lockedAs(name: string): object {
  const file = join(librariesFolder(), 'package-lock.json');
  const lock = existsSync(file) ? readObject(file) : {};
  const locked: unknown = Reflect.get(Reflect.get(lock, 'packages') ?? {}, `node_modules/${name}`);
  return typeof locked === 'object' && locked !== null ? locked : {};
}

function readObject(file: string): object {
  const content: unknown = readJson(file, readFileSync(file, 'utf8'));
  if (typeof content !== 'object' || content === null) throw new Error(`${file}: must be an object`);
  return content;
}

function textIn(manifest: object, field: string): string {
  const value: unknown = Reflect.get(manifest, field);
  return typeof value === 'string' && value !== '' ? value : 'unknown';
}
