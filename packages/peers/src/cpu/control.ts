// How the pool and its threads call each other: four words of shared memory and a port.
import type { Task } from './task.ts';

/** Places in the control words. */
export const control = {
  /** Counts the calls to work; threads sleep on it. */
  calls: 0,
  /** Which task is called for. */
  task: 1,
  /** Threads that have done their part of this call; the pool sleeps on it. */
  done: 2,
  /** Threads whose part has failed. */
  failed: 3,
} as const;

/** Bytes of the control words. */
export const controlBytes = 4 * Object.keys(control).length;

/** The call that ends a thread. */
export const lastCall = -1;

/** What a thread is told between two calls: a task to come, or one that is over. */
export type Message =
  | { readonly type: 'task'; readonly id: number; readonly task: Task }
  | { readonly type: 'over'; readonly id: number };
