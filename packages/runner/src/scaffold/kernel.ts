// A new rung: the file of a neighbour under a name of its own, its entry in the registry, its row in the README.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FamilyListing, ShownId } from '@kernel-ladder/schema';
import { CommandFailure, unknown } from '../failure.ts';
import { ask, findFamilies } from '../process/families.ts';
import type { FamilyPackage } from '../process/families.ts';
import type { Io } from '../io.ts';
import { refuseName } from './names.ts';
import { withRow } from './readme.ts';
import { isNamed, entryHas, withRung } from './registry.ts';
import type { RungCopy } from './registry.ts';
import { listFamilies } from '../process/survey.ts';

/** What the rung is to be. */
export interface KernelWish {
  readonly family: string;
  readonly name: string;
  /** The neighbour; the first rung that has a WGSL file when left out. */
  readonly from: string | undefined;
  readonly summary: string | undefined;
}

/** A file to write, and what to say of it. */
export interface Written {
  readonly path: string;
  readonly text: string;
  readonly note: string;
}

/** Files that make the rung, nothing of them written yet; throws a usage failure where there cannot be such a rung. */
export async function makeKernel(io: Io, wish: KernelWish): Promise<readonly Written[]> {
  refuseName('rung', wish.name);
  const family = findFamily(io, wish.family);
  const folder = dirname(dirname(family.entry));
  const [listing] = await listFamilies(io, [family], { kind: 'software' });
  if (!listing) throw new CommandFailure(`the family ${family.name} lists nothing`);
  refuseTaken(folder, listing, wish.name);
  const { from, file } = await chooseNeighbour(io, { family, folder, listing, wanted: wish.from });
  const copy = {
    from,
    name: wish.name,
    summary: wish.summary ?? summaryOf(listing, from),
    kernel: { file, copy: `${besides(file)}${wish.name}.wgsl` },
  };
  return filesOf(folder, listing.name, copy);
}

function findFamily(io: Io, name: string): FamilyPackage {
  const families = findFamilies(io.root).filter((one) => one.name !== 'peers');
  const found = families.find((one) => one.name === name);
  if (!found)
    throw unknown(
      'family',
      name,
      families.map((one) => one.name),
    );
  return found;
}

function refuseTaken(folder: string, { name: family, rungs }: FamilyListing, name: string): void {
  const isRung = rungs.some((rung) => rung.name === name);
  const isFault = faultFiles(join(folder, 'src')).some((file) => isNamed(readFileSync(file, 'utf8'), name));
  if (isRung || isFault)
    throw new CommandFailure(
      `${family} has a ${isRung ? 'rung' : 'fault'} "${name}" already: choose another name`,
    );
}

// One file, or one for each class of faults beside it.
function faultFiles(source: string): readonly string[] {
  const folder = join(source, 'wrong');
  const classes = existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : [];
  return [join(source, 'wrong.ts'), ...classes].filter(existsSync);
}

function summaryOf({ rungs }: FamilyListing, from: string): string {
  const own = rungs.find((rung) => rung.name === from)?.summary ?? '';
  return `as ${from}: ${own}`;
}

interface Choice {
  readonly family: FamilyPackage;
  readonly folder: string;
  readonly listing: FamilyListing;
  readonly wanted: string | undefined;
}

// The neighbour that was asked for, or the first rung that can be copied; the fault of the first one where none can.
async function chooseNeighbour(io: Io, { family, folder, listing, wanted }: Choice) {
  const rungs = listing.rungs.map(({ name }) => name);
  if (wanted !== undefined && !rungs.includes(wanted)) throw unknown('rung', wanted, rungs);
  const shown = await showRungs(io, family, listing, wanted === undefined ? rungs : [wanted]);
  const registry = readFileSync(join(folder, 'src', 'family.ts'), 'utf8');
  const choices = shown.map(({ rung, id }) => ({ from: rung, ...kernelOf(registry, rung, id) }));
  const sound = choices.filter((choice) => choice.fault === null);
  // One that is there to get cases wrong is copied only on request.
  const found = sound.find(({ from }) => !entryHas(registry, from, 'breaksOn')) ?? sound[0];
  if (found) return { from: found.from, file: found.file };
  const { from, fault } = choices[0] ?? { from: wanted ?? 'any rung', fault: runsNowhere };
  throw new CommandFailure(`${family.name}/${from} cannot be copied: ${fault}`);
}

const runsNowhere = 'it runs nowhere on the software adapter, which every machine has';

// The first runnable id of each rung, as it runs on the adapter that every machine has.
async function showRungs(io: Io, family: FamilyPackage, listing: FamilyListing, rungs: readonly string[]) {
  const firsts = rungs.flatMap((rung) => {
    const id = listing.ids.find(({ variant, status }) => variant === rung && status === 'runnable')?.id;
    return id === undefined ? [] : [{ rung, id }];
  });
  const job = { gpu: { kind: 'software' as const }, seed: 1, ids: firsts.map(({ id }) => id) };
  const events = await ask(io, family.entry, { args: ['show'], job });
  const shown = new Map(
    events.flatMap((event) => (event.type === 'shown' ? [[event.shown.id, event.shown] as const] : [])),
  );
  return firsts.flatMap(({ rung, id }) => {
    const one = shown.get(id);
    return one ? [{ rung, id: one }] : [];
  });
}

type Kernel =
  | { readonly file: string; readonly fault: null }
  | { readonly file: null; readonly fault: string };

// Of several kernels the one that the registry names, else the one called like the rung, else the longest.
function kernelOf(registry: string, rung: string, { passes }: ShownId): Kernel {
  const own = passes.filter(({ file }) => !file.startsWith('@'));
  const files = own
    .filter(({ file }) => file.endsWith('.wgsl'))
    .toSorted((a, b) => b.text.length - a.text.length);
  const best =
    files.find(({ file }) => entryHas(registry, rung, `'${file}'`)) ??
    files.find(({ file }) => file.endsWith(`${rung}.wgsl`)) ??
    files[0];
  if (best) return { file: best.file, fault: null };
  const [generator] = own;
  if (!generator) return { file: null, fault: 'no kernel of this family is in it' };
  return {
    file: null,
    fault: `${generator.file} is a generator, and a copy of it needs a plan that calls the copy: copy src/kernels/${generator.file} by hand, or start from a rung of one .wgsl file with --from`,
  };
}

function besides(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function filesOf(folder: string, family: string, copy: RungCopy): readonly Written[] {
  const [kernel, registry, readme] = ['src/kernels', 'src/family.ts', 'README.md'].map((path) =>
    join(folder, path),
  ) as [string, string, string];
  const target = join(kernel, copy.kernel.copy);
  if (existsSync(target)) throw new CommandFailure(`${target} is there already: choose another name`);
  const registered = withRung(readFileSync(registry, 'utf8'), copy);
  if (registered === null)
    throw new CommandFailure(
      `${registry} has no entry of its own for ${copy.from}, with a plan to copy: choose another neighbour with --from`,
    );
  const row = existsSync(readme) ? withRow(readFileSync(readme, 'utf8'), copy) : null;
  const source = readFileSync(join(kernel, copy.kernel.file), 'utf8');
  return [
    { path: target, text: source, note: `a copy of ${copy.kernel.file}` },
    { path: registry, text: registered, note: `the rung ${family}/${copy.name} behind ${copy.from}` },
    ...(row === null ? [] : [{ path: readme, text: row, note: 'its row' }]),
  ];
}
