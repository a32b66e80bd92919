// Waiting that leaves the processor alone. Dawn asks the device again in every turn of the event loop; a software adapter is made
// of the same cores, and a thread that asks without a pause takes one of them away.

const napMs = 0.2;
const never = new Int32Array(new SharedArrayBuffer(4));
let awaited = 0;
let isNapping = false;

/** Sleeps for a moment in every turn of the event loop until the work is settled. */
export async function nap<T>(work: Promise<T>): Promise<T> {
  awaited++;
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
  Atomics.wait(never, 0, 0, napMs);
  setImmediate(sleep);
}
