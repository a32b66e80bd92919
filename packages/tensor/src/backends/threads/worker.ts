// A thread of the back end: computes the parts that it is sent, and writes their results where they belong.
import { parentPort } from 'node:worker_threads';
import { reference } from '../../kernels/reference.ts';
import type { Answer, Question } from './pool.ts';

parentPort?.on('message', (question: Question) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of Node, not a window
  parentPort?.postMessage(answerTo(question));
});

function answerTo({ id, operator, part, result }: Question): Answer {
  try {
    result.set(reference(operator, part.call, part.operands));
    return { id };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
