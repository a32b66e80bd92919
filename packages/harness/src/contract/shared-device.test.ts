import type { FamilyEvent } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { alone, aside, createSharedDevice, leaveFor, ownDevice } from './shared-device.ts';

function asking() {
  const told: string[] = [];
  const emit = (event: FamilyEvent) => void (event.type === 'device' && told.push(event.use));
  const granted = async () => void told.push('granted');
  return { told, device: createSharedDevice({ emit, granted }) };
}

test('asks for another use and waits until it is granted; giving the device up needs no grant', async () => {
  const { told, device } = asking();
  for (const use of ['shared', 'shared', 'alone', 'none', 'none'] as const) await device.use(use);
  expect(told).toEqual(['shared', 'granted', 'alone', 'granted', 'none']);
});

test('is alone from when it asks to be until it asks for another use', async () => {
  const { device } = asking();
  const uses = ['shared', 'alone', 'alone', 'yielding', 'none'] as const;
  const found = [];
  for (const use of uses) found.push(await device.use(use).then(device.isAlone));
  expect([...found, ownDevice.isAlone()]).toEqual([false, true, true, false, false, true]);
  const asked = device.use('alone');
  expect(device.isAlone()).toBe(true);
  await asked;
});

test('is left for what takes processors alone, whatever comes of that', async () => {
  const { told, device } = asking();
  await device.use('shared');
  await leaveFor(device, async () => {
    told.push('work');
    throw new Error('shown to whoever asks');
  });
  expect(told).toEqual(['shared', 'granted', 'none', 'work', 'shared', 'granted']);
});

test('is shared again behind what was timed, also where that fails', async () => {
  const { told, device } = asking();
  const failing = alone(device, async () => {
    told.push('timed');
    throw new Error('fell');
  });
  await expect(failing).rejects.toThrow('fell');
  expect(told).toEqual(['alone', 'granted', 'timed', 'shared', 'granted']);
});

test('nobody waits for a device of its own', async () => {
  let worked = 0;
  await leaveFor(ownDevice, async () => void worked++);
  expect([worked, await alone(ownDevice, async () => 'timed')]).toEqual([0, 'timed']);
});

test('is had again behind what was done aside, as it is said, also where that fails', async () => {
  const { told, device } = asking();
  await device.use('yielding');
  const failing = async () => {
    told.push('judged');
    throw new Error('fell');
  };
  await expect(aside(device, failing, 'yielding')).rejects.toThrow('fell');
  await leaveFor(device, failing, 'alone');
  const again = ['none', 'judged', 'yielding', 'granted', 'none', 'judged', 'alone', 'granted'];
  expect(told).toEqual(['yielding', 'granted', ...again]);
});
