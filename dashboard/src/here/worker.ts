// The worker of the page: the device and the oracles keep this thread busy, and the page's own stays free.
import { parseRun, validateRun } from '@kernel-ladder/schema';
import { serveBench } from './serve.ts';
import type { Asked, Tell } from './words.ts';

const tell: Tell = (told) => postMessage(told);
const answer = serveBench(tell);

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if (data.type === 'check') tell({ type: 'checked', fault: faultOf(data.run) });
  else answer(data);
});

function faultOf(run: unknown): string | null {
  try {
    validateRun('run', parseRun('run', run));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
