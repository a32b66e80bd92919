// Peers add rows to the ladders of other packages. Their package names these rows, so that nobody starts its process to learn
// whose an id is.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseId, readJson } from '@kernel-ladder/schema';
import picomatch from 'picomatch';
import { CommandFailure } from '../failure.ts';
import type { FamilyPackage } from './families.ts';

/** The package of the peers, where the workspace has one. */
export function findPeers(root: string): readonly FamilyPackage[] {
  const folder = join(root, 'packages', 'peers');
  const entry = join(folder, 'src', 'bench.ts');
  if (!existsSync(entry)) return [];
  return [{ name: 'peers', entry, ...readRows(join(folder, 'package.json')) }];
}

function readRows(file: string): Required<Pick<FamilyPackage, 'rungs' | 'together'>> {
  // Of a package.json, whatever else it holds, one field is read, and looked at before it is believed.
  const { bench } = readJson(file, readFileSync(file, 'utf8')) as {
    readonly bench?: { readonly rungs?: unknown; readonly together?: unknown };
  };
  const rungs = Array.isArray(bench?.rungs) ? bench.rungs.map(String) : [];
  if (rungs.length === 0 || !rungs.every((rung) => /^[^/]+\/[^/]+$/.test(rung)))
    throw new CommandFailure(`${file}: /bench/rungs: must name the rows of the peers as family/rung`);
  const together: unknown = bench?.together ?? [];
  if (!Array.isArray(together) || !together.every(isGroup))
    throw new CommandFailure(`${file}: /bench/together: must list names of rows, each list one process`);
  return { rungs, together };
}

function isGroup(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** The ids of a package by the process that runs them: each name of a rung has one of its own, unless some go together. */
export function splitByProcess<Listed extends { readonly variant: string }>(
  { together = [] }: Pick<FamilyPackage, 'together'>,
  ids: readonly Listed[],
): readonly (readonly Listed[])[] {
  const processOf = ({ variant }: Listed) => together.find((group) => group.includes(variant)) ?? variant;
  return [...Map.groupBy(ids, processOf).values()];
}

/** Who asks for peers: `isWanted` takes all that the globs can match, without it a glob has to name a row. */
export interface PeerWish {
  readonly globs: readonly string[];
  readonly isWanted: boolean;
}

/** The peers that are to be started. */
export function peersFor(root: string, { globs, isWanted }: PeerWish): readonly FamilyPackage[] {
  return findPeers(root).filter(({ rungs = [] }) =>
    isWanted ? globs.length === 0 || globs.some((glob) => reaches(glob, rungs)) : namesRow(globs, rungs),
  );
}

/** The package among some whose process runs an id: peers run their own rows, a family all else that is its. */
export function ownerOf(packages: readonly FamilyPackage[], id: string): FamilyPackage | undefined {
  const { family, variant } = parseId(id);
  const peers = packages.find(({ rungs }) => rungs?.includes(`${family}/${variant}`));
  return peers ?? packages.find(({ name, rungs }) => !rungs && name === family);
}

// A glob that is no plain pair of names at its head, such as `{reduce,gemm}/**`, can mean anything.
function reaches(glob: string, rungs: readonly string[]): boolean {
  const [family = '**', variant = '**'] = headOf(glob) ?? [];
  return rungs.some((rung) => {
    const [ofFamily = '', ofVariant = ''] = rung.split('/');
    return picomatch.isMatch(ofFamily, family) && picomatch.isMatch(ofVariant, variant);
  });
}

// `reduce/cpu-1` and `*/cpu-*` name rows; `reduce`, `reduce/**` and `reduce/*` mean the ladder.
function namesRow(globs: readonly string[], rungs: readonly string[]): boolean {
  return globs.some((glob) => {
    const variant = headOf(glob)?.[1];
    return variant !== undefined && !/^\*+$/.test(variant) && reaches(glob, rungs);
  });
}

function headOf(glob: string): readonly string[] | null {
  const head = glob.split('/').slice(0, 2);
  const isWhole = head.every((part) => part.split(/[{([]/).length === part.split(/[})\]]/).length);
  return isWhole ? head : null;
}
