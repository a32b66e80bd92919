// Waiting that leaves the processor alone. Dawn asks the device again in every turn of the event loop; a software adapter is made
// of the same cores, and a thread that asks without a pause takes one of them away.

// The longer a wait has lasted, the longer a nap: each look at the device has its price, and its work is noticed an eighth of its time
// late at most.
const leastNapMs = 0.2;
const mostNapMs = 5;
const shareOfWait = 1 / 8;
const never = new Int32Array(new SharedArrayBuffer(4));
let awaited = 0;
let newestAt = 0;
let isNapping = false;

/** Sleeps in every turn of the event loop until the work is settled, for a moment that grows with the wait. */
export async function nap<T>(work: Promise<T>): Promise<T> {
  awaited++;
  newestAt = performance.now();
  if (!isNapping) setImmediate(sleep);
  isNapping = true;
  try {
    return await work;
  } finally {
    awaited--;
  }
}

function sleep(): void {
  isNapping = awaited > 0;
  if (!isNapping) return;
  const waitedMs = performance.now() - newestAt;
  Atomics.wait(never, 0, 0, Math.min(mostNapMs, Math.max(leastNapMs, waitedMs * shareOfWait)));
  setImmediate(sleep);
}
