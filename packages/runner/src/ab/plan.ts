// What `ab` and `bisect` are told, and the sides and ids that follow from it.
import { mayCompare } from '@kernel-ladder/publish';
import type { ListedId, Machine } from '@kernel-ladder/schema';
import { defaultMinimumEffect } from '@kernel-ladder/stats';
import { CommandFailure, exitCodes } from '../failure.ts';
import { adapterRequest } from '../process/families.ts';
import { adapterFlags, integerOf, numberOf } from '../flags.ts';
import type { FlagTable, Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { chooseOrHeadline, openSide } from './bench-side.ts';
import type { BenchSide, SideSpec } from './bench-side.ts';
import { waitFlag } from '../run/locks.ts';
import type { Hold } from '../run/locks.ts';
import { effortOf } from '../run/plan.ts';
import { chooseSeed, seedFlag } from '../run/seed.ts';
import type { Workspace } from './workspace.ts';

/** The flags of every command that measures in blocks. */
export const blockFlags: FlagTable = {
  ...adapterFlags,
  effort: { value: 'LEVEL', help: 'quick (default), normal or strict, for each launch' },
  seed: seedFlag,
  wait: waitFlag,
  timeout: { value: 'S', help: 'seconds that one id may take (default 120)' },
  'minimum-effect': { value: 'SHARE', help: 'smallest change worth a verdict (default 0.02)' },
  'max-blocks': { value: 'N', help: 'A B B A blocks at most (default 12)' },
  'allow-incomparable': {
    help: 'judge software adapters, and sides that see different machines, all the same',
  },
};

/** How blocks are measured. */
export interface BlockOptions {
  readonly wanted: SideSpec;
  readonly timeoutMs: number;
  readonly minimumEffect: number;
  readonly maxBlocks: number;
  readonly allowIncomparable: boolean;
  readonly hold: Hold;
}

/** Reads the flags. Throws on a number that cannot be. */
export function readBlockOptions(given: Given, hold: Hold): BlockOptions {
  const minimumEffect = numberOf(given, 'minimum-effect', 0) ?? defaultMinimumEffect;
  if (minimumEffect <= 0 || minimumEffect >= 1)
    throw new CommandFailure(
      `--minimum-effect takes a share between 0 and 1, e.g. 0.02, not "${minimumEffect}"`,
    );
  const gpu = adapterRequest(given);
  const allowIncomparable = given.flags['allow-incomparable'] === true;
  if (gpu.kind === 'software' && !allowIncomparable)
    throw new CommandFailure(
      'the times of a software adapter say nothing: judge them all the same with --allow-incomparable',
    );
  return {
    wanted: {
      gpu,
      seed: chooseSeed(given),
      effort: effortOf(given, { effort: 'quick' }),
    },
    timeoutMs: 1000 * (numberOf(given, 'timeout', 1) ?? 120),
    minimumEffect,
    maxBlocks: integerOf(given, 'max-blocks', { least: 2 }) ?? 12,
    allowIncomparable,
    hold,
  };
}

/** Profiles and lists a workspace. Throws on a software adapter unless that is allowed. */
export function openBenchSide(io: Io, { root }: Workspace, options: BlockOptions): Promise<BenchSide> {
  return openSide(io, root, options.wanted, {
    hold: options.hold,
    refuse: (machine) => refuseSoftware(machine, options),
  });
}

function refuseSoftware(machine: Machine, { allowIncomparable }: BlockOptions): void {
  if (mayCompare([{ machine }], allowIncomparable ? 'everything' : 'nothing').may) return;
  throw new CommandFailure(
    `${machine.adapter.name} is a software adapter, whose times say nothing: run on a GPU, or say --allow-incomparable`,
    exitCodes.noAdapter,
  );
}

/** Throws where the two sides see different machines, as after an update of Dawn, unless that is allowed. */
export function refuseOtherMachine(base: BenchSide, head: BenchSide, options: BlockOptions): void {
  if (options.allowIncomparable || !mayCompare([base, head]).reasons.includes('other-machine')) return;
  throw new CommandFailure(
    `the base sees ${base.machine.key}, the head ${head.machine.key}: their Dawn or toggles differ; say --allow-incomparable to judge that too`,
  );
}

/** The ids to measure: those of the head that match, else its headline cases; `onlyHead` are not in the base. */
export function chooseShared(
  base: BenchSide,
  head: BenchSide,
  globs: readonly string[],
): { readonly ids: readonly ListedId[]; readonly onlyHead: readonly string[] } {
  const runnable = chooseOrHeadline(head, globs).filter(({ status }) => status === 'runnable');
  const known = new Set(
    base.listings.flatMap(({ ids }) => ids.filter(({ status }) => status === 'runnable').map(({ id }) => id)),
  );
  return {
    ids: runnable.filter(({ id }) => known.has(id)),
    onlyHead: runnable.filter(({ id }) => !known.has(id)).map(({ id }) => id),
  };
}
