// A training's process: started with its job, heard until its last word, ended where it hangs.
import { join } from 'node:path';
import type { FamilyEvent, Job, TrainEvent } from '@kernel-ladder/schema';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Io } from '../io.ts';
import { startFamily } from './child.ts';
import { createWatchdog, reasonOf } from './ends.ts';
import { exitCodeOf } from './families.ts';

/** What is trained, and who is told. */
export interface TrainSpec {
  readonly job: Job;
  /** How long the process may say nothing: a first step waits for every pipeline. */
  readonly timeoutMs: number;
  readonly onEvent: (event: TrainEvent) => void;
}

/** Trains until the process comes to its end. Throws with what it said where that is not a good one. */
export async function trainModel(io: Io, { job, timeoutMs, onEvent }: TrainSpec): Promise<void> {
  const entry = join(io.root, 'packages', 'training', 'src', 'bench.ts');
  const said: { isDone: boolean; error: Extract<FamilyEvent, { readonly type: 'error' }> | null } = {
    isDone: false,
    error: null,
  };
  const watchdog = createWatchdog(timeoutMs, () => child.kill());
  const hear = (event: FamilyEvent) => {
    watchdog.restart();
    if (event.type === 'done') said.isDone = true;
    else if (event.type === 'error') said.error = event;
    else if (isTrainEvent(event)) onEvent(event);
  };
  const child = startFamily(io, entry, { args: ['train'], job, onEvent: hear });
  watchdog.restart();
  const end = await child.ended.finally(watchdog.stop);
  if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
  if (said.error) throw new CommandFailure(said.error.message, exitCodeOf[said.error.code]);
  if (said.isDone) return;
  const reason = reasonOf(end, { timeoutMs: watchdog.fired() ? timeoutMs : null, fault: null });
  throw new CommandFailure(reason.message, exitCodes.failed);
}

const trainTypes: ReadonlySet<string> = new Set(['planned', 'steps', 'saved', 'exported', 'trained']);

function isTrainEvent(event: FamilyEvent): event is TrainEvent {
  return trainTypes.has(event.type);
}
