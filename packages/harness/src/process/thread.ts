// One thread that judges, seen from the thread that asks it.
import { Worker } from 'node:worker_threads';
import type { CaseParams } from '../contract/family.ts';
import type { InputRequest } from '../contract/inputs.ts';
import type { Accuracy, Finding } from '../contract/oracle.ts';
import type { Part } from '../contract/part.ts';
import type { Arrays } from '../contract/scalars.ts';

/** A case that a thread is to hold, its inputs in shared memory. */
export interface Opening {
  readonly type: 'open';
  readonly key: number;
  readonly params: CaseParams;
  readonly seed: number;
  readonly inputs: Arrays;
  readonly part: Part;
}

/** What a thread is told, and does not answer. */
export type Told = Opening | { readonly type: 'close'; readonly key: number } | { readonly type: 'collect' };

/** What a thread is asked. */
export type Asked =
  | { readonly type: 'inputs'; readonly request: InputRequest<CaseParams> }
  | { readonly type: 'verify'; readonly key: number; readonly outputs: Arrays; readonly accuracy: Accuracy }
  | { readonly type: 'name'; readonly key: number }
  | { readonly type: 'idle' };

interface Answers {
  readonly inputs: Arrays;
  readonly verify: Finding;
  readonly name: string;
  /** Behind all that the thread was told and asked before. */
  readonly idle: null;
}

/** A question under its number. */
export type Message = Told | { readonly type: 'ask'; readonly number: number; readonly asked: Asked };

/** The answer to the question of that number, or why there is none. */
export type Reply = { readonly number: number } & (
  | { readonly answer: Answers[keyof Answers] }
  | { readonly error: unknown }
);

/** A running thread. */
export interface Thread {
  readonly tell: (told: Told) => void;
  /** Rejects with what the thread threw, or once it has ended. */
  readonly ask: <Type extends Asked['type']>(
    asked: Extract<Asked, { readonly type: Type }>,
  ) => Promise<Answers[Type]>;
  /** How many questions wait. */
  readonly waiting: () => number;
  readonly hasEnded: () => boolean;
  readonly end: () => Promise<void>;
}

interface Pending {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

/** What a thread is started with. */
export interface ThreadData {
  /** Exports a problem as `family`. */
  readonly module: string;
  /** Whether others come first when processors are scarce: those who judge keep nobody waiting who has the device. */
  readonly isPatient: boolean;
}

/** Starts a thread for the family that a module exports. */
export function createThread(workerData: ThreadData): Thread {
  const worker = new Worker(new URL('./judge-thread.ts', import.meta.url), { workerData });
  const pending = new Map<number, Pending>();
  let [numbers, ended] = [0, false];
  const failAll = (error: unknown) => {
    ended = true;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on('message', (reply: Reply) => {
    const asked = pending.get(reply.number);
    pending.delete(reply.number);
    if ('error' in reply) asked?.reject(reply.error);
    else asked?.resolve(reply.answer as never);
  });
  worker.on('error', (cause) =>
    failAll(new Error(`a thread that judges fell: ${messageOf(cause)}`, { cause })),
  );
  worker.on('messageerror', (cause) =>
    failAll(new Error('a thread that judges answered what cannot be read', { cause })),
  );
  worker.on('exit', (code) => failAll(new Error(`a thread that judges ended with code ${code}`)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (message: Message) => worker.postMessage(message);
  return {
    tell: (told) => {
      if (!ended) post(told);
    },
    ask: (asked) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new Error('a thread that judges has ended'));
        const number = ++numbers;
        pending.set(number, { resolve, reject });
        post({ type: 'ask', number, asked });
      }),
    waiting: () => pending.size,
    hasEnded: () => ended,
    end: async () => void (await worker.terminate()),
  };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
