// A thread that judges: it generates inputs, holds a part of the reference of each open case, and compares outputs with it.
import { constants, getPriority, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { CaseParams, Problem } from '../contract/family.ts';
import { inputsLike } from '../contract/inputs.ts';
import { findingOf, oracleOf } from '../contract/judges.ts';
import type { Oracle } from '../contract/oracle.ts';
import type { Part } from '../contract/part.ts';
import { inSharedMemory } from '../contract/scalars.ts';
import { collect } from './collect.ts';
import { shared } from './shared.ts';
import type { Asked, Message, Opening, Reply, ThreadData } from './thread.ts';

// Of the thread's starter, which names a module of a family.
const { module, isPatient } = workerData as ThreadData;
if (isPatient) yieldToOthers();
const { family } = (await import(module)) as { readonly family: Problem };

// Linux has a priority for each thread; elsewhere it would be that of the whole process. It may only be lowered.
function yieldToOthers(): void {
  const { PRIORITY_BELOW_NORMAL: below } = constants.priority;
  if (platform() === 'linux' && getPriority() < below) setPriority(below);
}

interface Held {
  readonly oracle: () => Oracle;
  readonly part: Part;
}

const held = new Map<number, Held>();

parentPort?.on('message', (message: Message) => {
  if (message.type === 'close') held.delete(message.key);
  else if (message.type === 'collect') collect();
  else if (message.type === 'open') open(message);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  else parentPort?.postMessage(reply(message.number, message.asked));
});

// A fault of the reference belongs to the question that needs it.
function open({ key, params, seed, inputs, part }: Opening): void {
  let made: Oracle | null = null;
  const oracle = () => (made ??= oracleOf({ family, params, seed, inputs }, part));
  held.set(key, { oracle, part });
  try {
    oracle();
  } catch {
    made = null;
  }
}

function reply(number: number, asked: Asked): Reply {
  try {
    return { number, answer: answerTo(asked) };
  } catch (error) {
    return { number, error };
  }
}

function answerTo(asked: Asked) {
  // What a family does not allocate in shared memory is moved there.
  if (asked.type === 'inputs')
    return shared(inSharedMemory(() => inputsLike<CaseParams>(family, asked.request)));
  if (asked.type === 'idle') return null;
  const { oracle, part } = heldBy(asked.key);
  if (asked.type === 'name') return oracle().name;
  const { outputs, accuracy } = asked;
  return findingOf(oracle(), { outputs, accuracy, part });
}

function heldBy(key: number): Held {
  const found = held.get(key);
  if (!found) throw new Error(`no case ${key} is open in this thread`);
  return found;
}
