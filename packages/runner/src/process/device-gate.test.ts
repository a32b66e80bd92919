import type { DeviceUse } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { aloneOn, createDeviceGate } from './device-gate.ts';
import type { DeviceUser } from './device-gate.ts';

function opened() {
  const gate = createDeviceGate();
  const who = new Map<string, DeviceUser>();
  const granted: string[] = [];
  const ask = (name: string, use: DeviceUse) => {
    const asking = who.get(name) ?? { name };
    who.set(name, asking);
    gate.ask(asking, use, () => granted.push(`${name} ${use}`));
    return granted.splice(0);
  };
  return ask;
}

test('what is timed waits for all who share the device, and they for it', () => {
  const ask = opened();
  expect(ask('a', 'shared')).toEqual(['a shared']);
  expect(ask('b', 'shared')).toEqual(['b shared']);
  expect(ask('a', 'alone')).toEqual([]);
  expect(ask('c', 'shared')).toEqual(['c shared']);
  expect(ask('b', 'none')).toEqual([]);
  expect(ask('c', 'none')).toEqual(['a alone']);
  expect(ask('b', 'shared')).toEqual([]);
  expect(ask('a', 'shared').toSorted()).toEqual(['a shared', 'b shared']);
});

test('all that is to be timed follows at a stretch, one after another, before others share the device again', () => {
  const ask = opened();
  for (const name of ['a', 'b', 'c']) ask(name, 'shared');
  expect([...ask('a', 'alone'), ...ask('b', 'alone')]).toEqual([]);
  expect(ask('c', 'alone')).toEqual(['a alone']);
  expect(ask('a', 'shared')).toEqual(['b alone']);
  expect(ask('b', 'shared')).toEqual(['c alone']);
  expect(ask('c', 'none')).toEqual(['a shared', 'b shared']);
});

test('who goes away while it waits, or has the device, is in nobody’s way', () => {
  const ask = opened();
  ask('a', 'alone');
  expect([...ask('b', 'alone'), ...ask('c', 'shared')]).toEqual([]);
  expect(ask('b', 'none')).toEqual([]);
  expect(ask('a', 'none')).toEqual(['c shared']);
  expect(ask('a', 'alone')).toEqual([]);
  expect(ask('c', 'none')).toEqual(['a alone']);
});

test('who gives way shares the device while nobody waits to have it alone, or beside those for whom that one waits anyway', () => {
  const ask = opened();
  expect([...ask('a', 'shared'), ...ask('b', 'yielding')]).toEqual(['a shared', 'b yielding']);
  expect(ask('e', 'alone')).toEqual([]);
  expect(ask('c', 'yielding')).toEqual(['c yielding']);
  expect(ask('a', 'none')).toEqual([]);
  // What is left are two who give way: a third one would only be waited for as well.
  expect(ask('f', 'yielding')).toEqual([]);
  expect(ask('b', 'none')).toEqual([]);
  // Whoever comes to share it takes along who waits to.
  expect(ask('d', 'shared')).toEqual(['d shared', 'f yielding']);
  expect([...ask('c', 'none'), ...ask('f', 'none'), ...ask('c', 'yielding')]).toEqual(['c yielding']);
  expect([...ask('d', 'alone'), ...ask('c', 'none')]).toEqual(['e alone']);
  expect(ask('c', 'yielding')).toEqual([]);
  expect(ask('e', 'shared')).toEqual(['d alone']);
  expect(ask('d', 'none')).toEqual(['e shared', 'c yielding']);
});

test('whoever does not ask has the device alone by somebody who does, also where that fails', async () => {
  const gate = createDeviceGate();
  const told: string[] = [];
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  gate.ask(one, 'shared', () => told.push('one'));
  const fails = aloneOn(gate, 'who fails', async () => {
    told.push('alone');
    gate.ask(other, 'shared', () => told.push('other'));
    throw new Error('fell');
  });
  expect(told).toEqual(['one']);
  gate.ask(one, 'none', () => {});
  await expect(fails).rejects.toThrow('fell');
  expect(told).toEqual(['one', 'alone', 'other']);
  expect(await aloneOn(undefined, 'nobody', async () => 'done')).toBe('done');
});
