// What an id does on a device that other processes use too.
import { beforeAll, expect, test, vi } from 'vitest';
import type { DeviceUse, Machine } from '@kernel-ladder/schema';
import { doubleCase, family, wrongVariant } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import type { Variant } from '../contract/family.ts';
import { createSharedDevice, ownDevice } from '../contract/shared-device.ts';
import type { SharedDevice } from '../contract/shared-device.ts';
import { profileMachine } from '../machine/profile.ts';
import { nodeHost } from '../process/host.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { execute } from './execute.ts';
import { closeWorkbench, openWorkbench } from './workbench.ts';

const gpu = useTestGpu();
let machine: Machine;
beforeAll(async () => {
  machine = await profileMachine(gpu(), nodeHost());
});

/** The device among those who use it, who are never in the way, and the uses that are asked for. */
function shared() {
  const uses: DeviceUse[] = [];
  const device = createSharedDevice({
    emit: (event) => void (event.type === 'device' && uses.push(event.use)),
    granted: async () => {},
  });
  return { device, uses };
}

/** Runs one id: what it came to, and how many buffers were made for it. */
async function run(variant: Variant<DoubleCase>, device: SharedDevice) {
  const create = vi.spyOn(gpu().device, 'createBuffer');
  const usual = { gpu: gpu(), family, load, machine, effort: 'quick', edgeCases: false } as const;
  const bench = openWorkbench({ ...usual, device });
  const { status } = await execute(bench, { variant, params: doubleCase(100) });
  closeWorkbench(bench);
  const buffers = create.mock.calls.length;
  create.mockRestore();
  return { status, buffers };
}

test('an id that is right has the device alone while it is timed', async () => {
  const { device, uses } = shared();
  expect(await run(family.variants[0]!, device)).toMatchObject({ status: 'passed' });
  expect(uses.filter((use) => use === 'alone')).toHaveLength(1);
});

test('an id that is wrong never has the device alone, and nothing is uploaded for its proof', async () => {
  const wrong = wrongVariant('nan');
  // What the harness keeps of its own on a device is made by the first.
  await run(wrong, ownDevice);
  const own = await run(wrong, ownDevice);
  const { device, uses } = shared();
  expect(await run(wrong, device)).toEqual(own);
  expect(own.status).toBe('failed');
  expect(uses).not.toContain('alone');
});
