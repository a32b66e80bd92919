// Other people's libraries in a bundle: of all that is installed the files that their rows load, as the libraries' own package.json lists them.
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJson } from '@kernel-ladder/schema';
import { CommandFailure } from '../failure.ts';

const folder = join('packages', 'peers', 'libraries');

/** Copies the listed files of the workspace's libraries into a stage; throws with the command that installs them where one is missing. */
export function addLibraries(root: string, stage: string): void {
  const listed = readBundle(join(root, folder, 'package.json'));
  const fileOf = (at: string, name: string) => join(at, folder, 'node_modules', name);
  const missing = listed.find((name) => !existsSync(fileOf(root, name)));
  if (missing !== undefined)
    throw new CommandFailure(
      `${fileOf(root, missing)} is missing: \`pnpm libraries\` installs what --peers packs`,
    );
  for (const name of listed) {
    mkdirSync(dirname(fileOf(stage, name)), { recursive: true });
    cpSync(fileOf(root, name), fileOf(stage, name), { dereference: true });
  }
}

/** Whether the workspace has a list of libraries, and none of them is installed. */
export function lacksLibraries(root: string): boolean {
  const own = join(root, folder);
  return existsSync(join(own, 'package.json')) && !existsSync(join(own, 'node_modules'));
}

function readBundle(file: string): readonly string[] {
  if (!existsSync(file))
    throw new CommandFailure(`${file} is missing: --peers packs the libraries that it lists`);
  // Whatever else a package.json holds, one field of it is read, and looked at before it is believed.
  const { bundle } = readJson(file, readFileSync(file, 'utf8')) as { readonly bundle?: unknown };
  const names = Array.isArray(bundle) ? bundle.map(String) : [];
  if (names.length === 0 || names.some((name) => name.split('/').includes('..')))
    throw new CommandFailure(`${file}: /bundle: must list files below node_modules`);
  return names;
}
