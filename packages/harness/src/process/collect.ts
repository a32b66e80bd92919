// Shared memory is given back once no thread holds it, and V8 does not count it: what is freed must be collected by hand.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Collects what this thread no longer holds. */
export function collect(): void {
  gc();
}
