// Awkward cases on a device that others use: real launches, each while the device was granted, and oracles while it was not.
import type { DeviceUse } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { createSharedDevice, ownDevice } from '../contract/shared-device.ts';
import type { SharedDevice } from '../contract/shared-device.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { coverTogether } from './coverage.ts';

const gpu = useTestGpu();
// As if the larger one took a million operations: a software adapter is checked on nothing that does.
const [little, much] = [64, 1000];
const some = {
  ...family,
  edgeCases: [{ set: 'sizes', cases: [little, much].map(doubleCase) }],
  work: ({ n }: Pick<DoubleCase, 'n'>) => ({ flops: n === much ? 2 ** 20 : n, minBytes: 8 * n }),
};
const variants = family.variants.filter(({ name }) => name === 'double' || name === 'only-once');

interface Seen {
  readonly asked: DeviceUse[];
  readonly submitted: Set<DeviceUse>;
  readonly made: Set<DeviceUse>;
  readonly judged: Map<number, Set<DeviceUse>>;
}

// What the device was granted for while inputs were made, something was submitted, and outputs of so many elements were judged.
async function watch(shared: (seen: Seen) => SharedDevice) {
  const seen: Seen = { asked: [], submitted: new Set(), made: new Set(), judged: new Map() };
  const now = () => seen.asked.at(-1) ?? 'none';
  const judges: Judges = {
    ...sameThread,
    inputs: (of, request) => {
      seen.made.add(now());
      return sameThread.inputs(of, request);
    },
    judge: (trial) => {
      const judge = sameThread.judge(trial);
      const n = Number(trial.params['n']);
      return {
        ...judge,
        verify: (...asked) => {
          seen.judged.set(n, (seen.judged.get(n) ?? new Set()).add(now()));
          return judge.verify(...asked);
        },
      };
    },
  };
  const { queue } = gpu().device;
  const submit = queue.submit.bind(queue);
  queue.submit = (commands) => {
    seen.submitted.add(now());
    return submit(commands);
  };
  const request = { family: some, load, seed: 1, judges };
  const found = await coverTogether(gpu(), { ...request, device: shared(seen) }, variants).finally(() => {
    queue.submit = submit;
  });
  return { ...seen, found };
}

test('launches while the device is its own or nobody waits for it, and leaves it for inputs and long oracles', async () => {
  const { asked, submitted, made, judged, found } = await watch(({ asked: uses }) =>
    createSharedDevice({
      emit: (event) => void (event.type === 'device' && uses.push(event.use)),
      granted: async () => {},
    }),
  );
  expect([...submitted]).toEqual(['yielding']);
  expect([...made]).toEqual(['none']);
  expect([...(judged.get(little) ?? [])]).toEqual(['yielding']);
  expect([...(judged.get(much) ?? [])]).toEqual(['none']);
  expect(asked.at(-1)).toBe('none');
  const own = await watch(() => ownDevice);
  expect(own.asked).toEqual([]);
  expect(found).toEqual(own.found);
});
