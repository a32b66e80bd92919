// Suites by name or path, and the ids they mean on this machine.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSuite, readJson } from '@kernel-ladder/schema';
import type { FamilyListing, FurtherCases, ListedId, Suite } from '@kernel-ladder/schema';
import { matches, pickIds, readSelect, resolveGlobs } from '@kernel-ladder/schema/select';
import type { Wishes } from '@kernel-ladder/schema/select';
import picomatch from 'picomatch';
import { CommandFailure, unknown } from '../failure.ts';
import { findFamilies } from '../process/families.ts';
import type { FamilyPackage } from '../process/families.ts';
import type { Io } from '../io.ts';

/** Loads `suites/NAME.json` or a file; throws a usage failure with the nearest name. */
export function loadSuite(io: Io, nameOrFile: string): Suite {
  const folder = join(io.root, 'suites');
  const named = join(folder, `${nameOrFile}.json`);
  const file = existsSync(named) ? named : resolve(io.cwd, nameOrFile);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    if (/[/\\]|\.json$/.test(nameOrFile)) throw new CommandFailure(`there is no suite file ${file}`);
    throw unknown('suite', nameOrFile, suiteNames(io.root));
  }
  return parseSuite(file, readJson(file, readFileSync(file, 'utf8')));
}

function suiteNames(root: string): readonly string[] {
  const folder = join(root, 'suites');
  const names = existsSync(folder) ? readdirSync(folder).filter((entry) => entry.endsWith('.json')) : [];
  return names.map((entry) => entry.slice(0, -'.json'.length));
}

/**
 * The families of a workspace whose ids the globs can match, all of them where no glob takes any: the others need not be
 * asked. Throws a usage failure for a glob that is about none, one after `!` included.
 */
export function familiesFor(root: string, globs: readonly string[]): readonly FamilyPackage[] {
  const families = findFamilies(root);
  const { globs: taken, except } = readSelect(globs);
  const stray = [...taken, ...except].find((glob) => !families.some(({ name }) => canMatch(glob, name)));
  if (stray !== undefined && families.length > 0) throw unknownFamily(root, stray, families);
  return familiesIn(families, globs);
}

/** The families whose ids the globs can match, all of them where no glob takes any. */
export function familiesIn(
  families: readonly FamilyPackage[],
  select: readonly string[],
): readonly FamilyPackage[] {
  const { globs } = readSelect(select);
  if (globs.length === 0) return families;
  return families.filter(({ name }) => globs.some((glob) => canMatch(glob, name)));
}

/**
 * The cases that globs write out, by family, so that it can say what they are where it lists none of that name:
 * `gemm/register/m=1000,n=777,k=333,f32`. The rung may be a glob.
 */
export function writtenCases(globs: readonly string[]): FurtherCases {
  const cases: { [family: string]: string[] } = {};
  for (const glob of globs) {
    const [family = '', rung, name, ...rest] = glob.split('/');
    const isWritten = rung && name && rest.length === 0 && !/[*?{}()[\]!]/.test(family + name);
    if (isWritten) (cases[family] ??= []).push(name);
  }
  return cases;
}

function unknownFamily(root: string, glob: string, families: readonly FamilyPackage[]): CommandFailure {
  const [family = ''] = glob.split('/');
  if (suiteNames(root).includes(glob))
    return new CommandFailure(`unknown family "${glob}"; the suite of that name is bench --suite ${glob}`);
  return unknown(
    'family',
    family,
    families.map(({ name }) => name),
  );
}

function canMatch(glob: string, family: string): boolean {
  const [head = ''] = glob.split('/');
  return isWhole(head) ? head !== '' && picomatch(head)(family) : true;
}

// A slash inside of brackets cuts nothing: `{gemm/naive,scan}/**`.
function isWhole(part: string): boolean {
  return part.split(/[{([]/).length === part.split(/[})\]]/).length;
}

/** How ids are chosen: a suite, narrowed by globs, cut into shards. */
export interface Selection extends Wishes {
  readonly shard: { readonly index: number; readonly count: number } | null;
}

/** The selected ids, a family's together, a case's variants side by side; throws a usage failure for a glob that means none. */
export function selectIds(listings: readonly FamilyListing[], selection: Selection): readonly ListedId[] {
  const { shard } = selection;
  const { ids, stray } = pickIds(listings, selection);
  if (stray !== null) throw unknownId(stray, namesOf(listings.flatMap((listing) => listing.ids)));
  return shard ? ids.filter((_, index) => index % shard.count === shard.index - 1) : ids;
}

function namesOf(ids: readonly ListedId[]): readonly string[] {
  return ids.map(({ id }) => id);
}

/** Reads `I/N`, 1 ≤ I ≤ N. */
export function parseShard(text: string): { readonly index: number; readonly count: number } {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count)
    throw new CommandFailure(`--shard takes I/N with 1 ≤ I ≤ N, e.g. 1/4, not "${text}"`);
  return { index, count };
}

/** The ids that globs mean, but for exceptions; throws a usage failure with the nearest name for a glob that means none. */
export function chooseIds(globs: readonly string[], ids: readonly ListedId[]): readonly ListedId[] {
  const { ids: meant, stray } = resolveGlobs(globs, ids, ids);
  if (stray !== null) throw unknownId(stray, namesOf(ids));
  const wanted = new Set(meant);
  return ids.filter((entry) => wanted.has(entry));
}

/** Throws a usage failure with the nearest name for a glob that matches none of the ids; an exception may be in vain. */
export function refuseUnmatched(select: readonly string[], ids: readonly string[]): void {
  const stray = readSelect(select).globs.find((glob) => !ids.some((id) => matches(id, [glob])));
  if (stray !== undefined) throw unknownId(stray, ids);
}

/** The usage failure for an id or glob that means none of the ids, with the nearest name at the level that is wrong. */
export function unknownId(glob: string, ids: readonly string[]): CommandFailure {
  let near = ids;
  for (const [depth, what] of ['family', 'rung'].entries()) {
    const head = headOf(glob, depth);
    // What spans levels is wrong at none of them.
    if (head.includes('**') || !isWhole(head) || head === '') break;
    const found = near.filter((id) => picomatch(head)(headOf(id, depth)));
    if (found.length === 0) return unknown(what, head, [...new Set(near.map((id) => headOf(id, depth)))]);
    near = found;
  }
  return unknown('id', glob, near);
}

// `gemm`, `gemm/naive`.
function headOf(id: string, depth: number): string {
  return id
    .split('/')
    .slice(0, depth + 1)
    .join('/');
}
