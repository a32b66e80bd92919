// Waiting that leaves the processor alone. Dawn asks the device again in every turn of the event loop. Where the device is made of the same cores, or other
// processes want them, a thread that asks without a pause takes one of them away.
import type { Idle } from './device.ts';

// The longer a wait has lasted, the longer a nap: each look at the device has its price, and its work is noticed an eighth of its time
// late at most.
const leastNapMs = 0.2;
const mostNapMs = 5;
const shareOfWait = 1 / 8;
const never = new Int32Array(new SharedArrayBuffer(4));

/** Sleeps in every turn of the event loop until the work is settled, for a moment that grows with the wait; not while `mayRest` says no. */
export function createNap(mayRest: () => boolean = () => true): Idle {
  let awaited = 0;
  let newestAt = 0;
  let isNapping = false;
  const sleep = () => {
    isNapping = awaited > 0;
    if (!isNapping) return;
    const waitedMs = performance.now() - newestAt;
    if (mayRest())
      Atomics.wait(never, 0, 0, Math.min(mostNapMs, Math.max(leastNapMs, waitedMs * shareOfWait)));
    setImmediate(sleep);
  };
  return async (work) => {
    if (!mayRest()) return work;
    awaited++;
    newestAt = performance.now();
    if (!isNapping) setImmediate(sleep);
    isNapping = true;
    try {
      return await work;
    } finally {
      awaited--;
    }
  };
}
