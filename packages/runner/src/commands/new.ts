// `bench new`: a working rung or a working family, to be made one's own.
import { relative } from 'node:path';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes, unknown } from '../failure.ts';
import { writeWhole } from '../files/files.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { makeFamily } from '../scaffold/family.ts';
import { makeKernel } from '../scaffold/kernel.ts';
import type { Written } from '../scaffold/kernel.ts';
import { format, install, refuseMissingTool } from '../scaffold/tools.ts';

/** Makes a rung or a family. */
export const newCommand: Command = {
  usage: 'bench new kernel FAMILY NAME | bench new family NAME',
  summary: 'writes a working rung (file, registry line, README row) or a working family (package)',
  flags: {
    from: { value: 'RUNG', help: 'kernel: the rung to copy; the first with a WGSL file when left out' },
    summary: { value: 'TEXT', help: 'kernel: what the rung changes, in one sentence' },
    'no-install': { help: 'family: leave links and lockfile to a pnpm install of your own' },
  },
  execute: async (given, io) => {
    const [kind = '', ...names] = given.positionals;
    const make = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (!make) throw kind === '' ? new CommandFailure(takes) : unknown('kind', kind, Object.keys(kinds));
    await make(given, io, names);
    return exitCodes.passed;
  },
};

const takes = 'new takes a kind: bench new kernel FAMILY NAME, or bench new family NAME';

const kinds: { readonly [kind: string]: (given: Given, io: Io, names: readonly string[]) => Promise<void> } =
  {
    kernel,
    family,
  };

async function kernel(given: Given, io: Io, names: readonly string[]): Promise<void> {
  const [family_, name, ...rest] = names;
  if (family_ === undefined || name === undefined || rest.length > 0)
    throw new CommandFailure('new kernel takes a family and a name: bench new kernel reduce unrolled');
  refuseMissingTool(io, 'oxfmt');
  const [from, summary] = [textOf(given, 'from'), textOf(given, 'summary')];
  const files = await makeKernel(io, { family: family_, name, from, summary });
  write(io, files);
  const [source] = files;
  if (!files.some(({ path }) => path.endsWith('.md')))
    io.err(
      `its README has no ladder with a row to copy: write one, with what ${name} changes and when not to use it\n`,
    );
  next(io, [
    ...(source ? [[`edit ${relative(io.root, source.path)}`, 'what the rung is about'] as const] : []),
    [`pnpm bench watch ${family_}/${name}`, 'checks and times it on every save'],
    [`pnpm --filter @kernel-ladder/kernel-${family_} test`, 'proves it on the awkward cases'],
    ['pnpm reports', 'names it in the write-ups'],
  ]);
}

async function family(given: Given, io: Io, names: readonly string[]): Promise<void> {
  const [name, ...rest] = names;
  if (name === undefined || rest.length > 0)
    throw new CommandFailure('new family takes one name: bench new family histogram');
  const isLinked = given.flags['no-install'] !== true;
  for (const tool of isLinked ? ['oxfmt', 'pnpm'] : ['oxfmt']) refuseMissingTool(io, tool);
  write(io, makeFamily(io, name));
  if (isLinked) install(io);
  next(io, [
    ...(isLinked ? [] : [['pnpm install', 'links the package and writes the lockfile'] as const]),
    [`edit packages/kernel-${name}`, 'cases, inputs, oracle, kernels: y = a·x + b is only where it begins'],
    [`pnpm --filter @kernel-ladder/kernel-${name} test`, 'proves every rung and rejects every fault'],
    [`pnpm bench ${name}`, 'times the ladder'],
    ['pnpm reports', 'writes its journey'],
  ]);
}

function write(io: Io, files: readonly Written[]): void {
  for (const { path, text } of files) writeWhole(path, text);
  format(
    io,
    files.map(({ path }) => path).filter((path) => !path.endsWith('.wgsl')),
  );
  for (const { path, note } of files)
    io.err(`wrote ${relative(io.root, path)}${note === '' ? '' : `: ${note}`}\n`);
}

function next(io: Io, steps: readonly (readonly [command: string, why: string])[]): void {
  const width = Math.max(...steps.map(([command]) => command.length));
  io.err(`\nnext:\n${steps.map(([command, why]) => `  ${command.padEnd(width)}  ${why}\n`).join('')}`);
}
