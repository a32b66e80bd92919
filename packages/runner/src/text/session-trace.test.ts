import { expect, test } from 'vitest';
import { createDeviceGate } from '../process/device-gate.ts';
import { createProgress } from './progress.ts';
import { createIo } from '../../fixtures/testing.ts';
import { createSessionTrace, deviceText, traced } from './session-trace.ts';

// A trace whose clock is set, in ms, and the spans in it as [track, name, from, to] in ms.
function opened() {
  let ms = 1000;
  const trace = createSessionTrace(() => ms);
  const spans = () => {
    const events = trace.read();
    const names = new Map(
      events.flatMap(({ name, pid, tid, args }) =>
        name === 'thread_name' ? [[`${pid} ${tid}`, args['name']]] : [],
      ),
    );
    return events.flatMap(({ ph, name, pid, tid, ts = 0, dur = 0 }) =>
      ph === 'X' ? [[names.get(`${pid} ${tid}`), name, ts / 1000, (ts + dur) / 1000]] : [],
    );
  };
  return { trace, spans, at: (next: number) => (ms = 1000 + next) };
}

test('what a process is at is a span until it is at something else, or at nothing', () => {
  const { trace, spans, at } = opened();
  trace.phase('a', 'check', 0);
  at(2);
  trace.phase('a', 'check', 0);
  trace.phase('b', 'edge cases', -1);
  at(3);
  trace.phase('a', 'sample', 0);
  at(4);
  trace.leave(0);
  at(7);
  trace.leave(1);
  expect(spans()).toEqual([
    ['process 0', 'check', 0, 3],
    ['process 0', 'sample', 3, 4],
    ['awkward cases', 'edge cases', 2, 7],
  ]);
});

test('a device tells who waits for it and who has it, and grants as it did', () => {
  const { trace, spans, at } = opened();
  const gate = trace.watch(createDeviceGate());
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  const granted: string[] = [];
  gate.ask(one, 'shared', () => granted.push('one'));
  at(1);
  gate.ask(other, 'alone', () => granted.push('other'));
  at(5);
  gate.ask(one, 'none', () => granted.push('nobody'));
  at(9);
  gate.ask(other, 'none', () => granted.push('nobody'));
  at(12);
  expect(granted).toEqual(['one', 'other']);
  expect(spans()).toEqual([
    ['one', 'shared', 0, 5],
    ['other', 'waits: alone', 1, 5],
    ['other', 'alone', 5, 9],
  ]);
});

test('who had the device is told in shares of the session, in which uses side by side count once', () => {
  const { trace, at } = opened();
  expect(deviceText(trace.read())).toBe('');
  const gate = trace.watch(createDeviceGate());
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  for (const who of [one, other]) gate.ask(who, 'shared', () => {});
  at(20);
  gate.ask(one, 'alone', () => {});
  at(30);
  gate.ask(other, 'none', () => {});
  at(80);
  gate.ask(one, 'none', () => {});
  at(100);
  trace.phase('a', 'check');
  at(100);
  expect(deviceText(trace.read())).toBe(
    'device: had alone 50 % of the time, shared 30 %, had by nobody 20 %\n',
  );
});

test('a session of more spans than a call has arguments is summed up', () => {
  const span = { name: 'shared', ph: 'X', pid: 1_000_002, tid: 1, ts: 0, dur: 5, args: {} } as const;
  expect(deviceText(Array.from({ length: 300_000 }, () => span))).toMatch(/shared 100 %/);
});

test('of what goes on there is as much as there has been; of nothing there is nothing', () => {
  const { trace, spans, at } = opened();
  expect(trace.read()).toEqual([]);
  traced(createProgress(createIo('.').io, 1, true), trace).phase('a', 'proof', 0.5, 3);
  at(6);
  expect(spans()).toEqual([['process 3', 'proof', 0, 6]]);
});
