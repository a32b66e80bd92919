// A thread of the back end: computes the parts that it is sent, and writes their results where they belong.
import { parentPort } from 'node:worker_threads';
import { reference } from '../../kernels/cpu.ts';
import type { Answer, Question } from './pool.ts';

parentPort?.on('message', ({ id, operator, part, result }: Question) => {
  const answer = (error?: string): Answer => ({ id, ...(error === undefined ? {} : { error }) });
  try {
    result.set(reference(operator, part.call, part.operands));
    parentPort?.postMessage(answer());
  } catch (error) {
    parentPort?.postMessage(answer(error instanceof Error ? error.message : String(error)));
  }
});
