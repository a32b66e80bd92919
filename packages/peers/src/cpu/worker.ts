// One thread of the pool: asleep until it is called, then its part of the task that the call names.
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { control, lastCall } from './control.ts';
import type { Message } from './control.ts';
import type { Part } from './loops/part.ts';
import { work } from './task.ts';
import type { Task } from './task.ts';

// The pool is the only one that starts this file.
const { words, port, part } = workerData as {
  readonly words: Int32Array;
  readonly port: MessagePort;
  readonly part: Part;
};
const tasks = new Map<number, Task>();

port.postMessage('ready');
for (let seen = 0; ;) {
  Atomics.wait(words, control.calls, seen);
  seen = Atomics.load(words, control.calls);
  const id = Atomics.load(words, control.task);
  if (id === lastCall) break;
  answer(id);
  if (Atomics.add(words, control.done, 1) === part.of - 1) Atomics.notify(words, control.done);
}

function answer(id: number): void {
  try {
    for (let mail = receiveMessageOnPort(port); mail; mail = receiveMessageOnPort(port)) file(mail.message);
    const task = tasks.get(id);
    if (!task) throw new Error(`no task ${id}`);
    work(task, part);
  } catch {
    Atomics.add(words, control.failed, 1);
  }
}

function file(message: Message): void {
  if (message.type === 'task') tasks.set(message.id, message.task);
  else tasks.delete(message.id);
}
