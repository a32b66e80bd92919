import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from './pool.ts';

test('a part of a thread that is gone is rejected, and the next part has threads again', async () => {
  const pool = createPool(1);
  onTestFinished(() => pool.close());
  const type = { dtype: 'f32', shape: [2] } as const;
  const part = {
    from: 0,
    call: { operands: [type], attributes: {}, type },
    operands: [Float64Array.of(1, -2)],
  };
  const negated = async () => {
    const result = new Float64Array(new SharedArrayBuffer(16));
    await pool.compute({ operator: 'neg', part, result });
    return [...result];
  };
  const started = once(process, 'worker') as Promise<[Worker]>;
  const first = negated();
  const ended = started.then(([worker]) => worker.terminate());
  await expect(first).rejects.toThrow('a thread of the device was lost: it ended with code');
  await ended;
  expect(await negated()).toEqual([-1, 2]);
});
