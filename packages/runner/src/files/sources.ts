// The files that a run is made of, by what lies there: git can be told to overlook an edit, and a file can be edited and put back.
import { createHash } from 'node:crypto';
import { existsSync, globSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readJson } from '@kernel-ladder/schema';
import { callGit } from './call-git.ts';
import { furtherSources } from './family-folders.ts';

/** A source file at one moment. */
interface Source {
  /** As git names the content; null where there is no file. */
  readonly hash: string | null;
  /** Of the commit; null for a file that it does not have. */
  readonly committed: string | null;
  /** Time and place of the last write. */
  readonly stamp: string;
}

/** The sources of a workspace at one moment, by path; none where nothing says what they should be. */
export type Sources = ReadonlyMap<string, Source>;

/** In a bundle: hashes of its files by path, as `bench pack` copied them. */
export const packedSources = 'sources.json';

const rootFiles = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.json'];
// The folders of the code; families may lie in further ones.
function foldersOf(root: string): readonly string[] {
  return ['packages', 'suites', ...furtherSources(root)];
}

/** Reads all of packages/, suites/ and further folders of families, and what says how they are installed. */
export function readSources(root: string): Sources {
  const committed = committedFiles(root);
  if (committed === null) return new Map();
  const paths = new Set([...committed.keys(), ...presentFiles(root)]);
  const folders = foldersOf(root);
  return new Map(
    [...paths]
      .filter((path) => isSource(path, folders))
      .map((path) => [path, readSource(root, path, committed.get(path) ?? null)]),
  );
}

/** The files that are not as in their commit. */
export function uncommitted(sources: Sources): readonly string[] {
  return [...sources].filter(([, { hash, committed }]) => hash !== committed).map(([path]) => path);
}

/** The files that were written, made or removed since, though they may be by now as they were. */
export function editedSince(root: string, before: Sources): readonly string[] {
  const after = readSources(root);
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => {
    const [was, is] = [before.get(path), after.get(path)];
    return was?.hash !== is?.hash || was?.stamp !== is?.stamp;
  });
}

/** Hashes of the sources under a folder, for a bundle to carry. */
export function hashSources(root: string): { readonly [path: string]: string | null } {
  return Object.fromEntries(walk(root).map((path) => [path, readSource(root, path, null).hash]));
}

/** `packages/a.ts, packages/b.ts and 3 more`. */
export function namePaths(paths: readonly string[]): string {
  const named = paths.slice(0, 2).join(', ');
  return paths.length > 2 ? `${named} and ${paths.length - 2} more` : named;
}

// By path; null without a commit to hold them against.
function committedFiles(root: string): ReadonlyMap<string, string> | null {
  const packed = join(root, packedSources);
  if (existsSync(join(root, 'commit.json')))
    // Written by `bench pack` from hashSources.
    return existsSync(packed)
      ? new Map(Object.entries(readJson(packed, readFileSync(packed, 'utf8')) as object))
      : null;
  const tree = callGit(root, ['ls-tree', '-r', '-z', 'HEAD']);
  if (tree === null) return null;
  const entries = [...tree.matchAll(/[^\0]+ blob ([0-9a-f]+)\t([^\0]+)/g)];
  return new Map(entries.map(([, hash = '', path = '']) => [path, hash]));
}

// Only what the tree itself ignores is left out: a user's own list of ignored files can hold a kernel that runs.
function presentFiles(root: string): readonly string[] {
  const asked = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-per-directory=.gitignore',
    '--',
    ...foldersOf(root),
  ];
  if (existsSync(join(root, 'commit.json'))) return walk(root);
  return (callGit(root, asked) ?? '').split('\0').filter((path) => /\.([cm]?[jt]s|json|wgsl)$/.test(path));
}

function walk(root: string): readonly string[] {
  return globSync([...foldersOf(root).map((folder) => `${folder}/**`), ...rootFiles], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function isSource(path: string, folders: readonly string[]): boolean {
  return (
    rootFiles.includes(path) ||
    (folders.some((folder) => path.startsWith(`${folder}/`)) && !path.includes('/node_modules/'))
  );
}

function readSource(root: string, path: string, committed: string | null): Source {
  const file = join(root, path);
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (!found || !(found.isFile() || found.isSymbolicLink())) return { hash: null, committed, stamp: '' };
  const content = found.isSymbolicLink() ? Buffer.from(readlinkSync(file)) : readFileSync(file);
  const { mtimeNs, ctimeNs, size, ino } = found;
  return { hash: blobHash(content, committed), committed, stamp: [mtimeNs, ctimeNs, size, ino].join(' ') };
}

// What git calls a blob. A repository of SHA-256 has longer names.
function blobHash(content: Buffer, committed: string | null): string {
  const algorithm = committed?.length === 64 ? 'sha256' : 'sha1';
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex');
}
