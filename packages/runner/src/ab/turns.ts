// Two workspaces opened and measured in turns: what `ab` is asked for, and what `confirm` does with what looks changed.
import type { Session } from '@kernel-ladder/schema';
import { editsSince } from '../files/code.ts';
import type { Io } from '../io.ts';
import { judgeSession } from '../run/session.ts';
import type { BenchSide } from './bench-side.ts';
import { measureBlocks, setAsideUnmeasured } from './measure-blocks.ts';
import type { MeasuredComparison } from './measure-blocks.ts';
import { chooseShared, openBenchSide, refuseOtherMachine } from './plan.ts';
import type { BlockOptions } from './plan.ts';
import { openWorkspace, ownWorkspace } from './workspace.ts';
import type { Workspace } from './workspace.ts';
import { withWorktrees } from './worktrees.ts';

/** The sides as the user calls them; without a head this tree is it. */
export interface Names {
  readonly base: string;
  readonly head: string | undefined;
}

/** What turns have come to. */
export interface Measured {
  readonly base: NamedSide;
  readonly head: NamedSide;
  readonly comparison: MeasuredComparison;
  readonly session: Session;
  readonly minimumEffect: number;
}

/** A side, and what the user called it. */
export interface NamedSide extends Workspace {
  readonly side: BenchSide;
}

/** Both sides as folders that are there and installed. */
export interface Workspaces {
  readonly base: Workspace;
  readonly head: Workspace;
}

/** Measures what is selected on both sides; null where they have nothing of it in common. Throws with what stands in the way of a side. */
export function measureInTurns(io: Io, names: Names, options: BlockOptions): Promise<Measured | null> {
  return withWorktrees(io.root, async (worktrees) => {
    const open = (text: string) => openWorkspace(io, worktrees, text);
    const base = await open(names.base);
    const head = names.head === undefined ? ownWorkspace(io) : await open(names.head);
    return measureWorkspaces(io, { base, head }, options);
  });
}

/** The same of workspaces that somebody else has opened. */
export async function measureWorkspaces(
  io: Io,
  workspaces: Workspaces,
  options: BlockOptions,
): Promise<Measured | null> {
  const open = async (workspace: Workspace): Promise<NamedSide> => ({
    ...workspace,
    side: await openBenchSide(io, workspace, options),
  });
  const base = await open(workspaces.base);
  const head = await open(workspaces.head);
  refuseOtherMachine(base.side, head.side, options);
  const { ids, onlyHead } = chooseShared(base.side, head.side, options.wanted.globs ?? []);
  if (ids.length === 0) return null;
  io.err(
    `${describeSide(base)} → ${describeSide(head)}, ${ids.length} ids on ${head.side.machine.adapter.name}, seed ${head.side.job.seed}\n`,
  );
  const { timeoutMs, minimumEffect, maxBlocks } = options;
  const plan = { base: base.side, head: head.side, ids, timeoutMs, minimumEffect, maxBlocks };
  const comparison = { ...setAsideUnmeasured(await measureBlocks(io, plan)), added: onlyHead };
  const session = await judgeSession(io, head.side);
  return { base: settle(io, base), head: settle(io, head), comparison, session, minimumEffect };
}

// A side that was touched between its launches is no commit, whatever it was at the start.
function settle(io: Io, named: NamedSide): NamedSide {
  const { name, side } = named;
  const edits = editsSince(side);
  if (edits === null) return named;
  io.err(`edited while it was measured: ${edits}; the ${name} is no commit\n`);
  return { ...named, side: { ...side, commit: { ...side.commit, dirty: true } } };
}

/** `main (0123abcd), uncommitted`. */
export function describeSide({ name, side: { commit } }: NamedSide): string {
  const sha = commit.sha.slice(0, 8);
  return `${name === sha ? sha : `${name} (${sha})`}${commit.dirty ? ', uncommitted' : ''}`;
}
