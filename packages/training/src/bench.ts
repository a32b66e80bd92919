// A training as a process: `node src/bench.ts train`, a job on stdin, events on fd 3.
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { serveJob } from '@kernel-ladder/harness/node';
import { snapshot } from './data.ts';
import { asFault, runSession } from './session.ts';

await serveJob(async ({ job, gpu, emit }) => {
  if (!job.train) throw new RangeError('the job says nothing of a training');
  const { machine } = job;
  const request = { gpu, job: job.train, corpus: snapshot(), machine, tell: emit };
  const { training, profiled } = await runSession(request).catch((error: unknown) => {
    throw asFault(error);
  });
  if (profiled && job.train.trace !== undefined) {
    const trace = { traceEvents: profiled.trace, displayTimeUnit: 'ms' };
    writeFileSync(job.train.trace, gzipSync(JSON.stringify(trace)));
  }
  emit({ type: 'trained', training });
});
