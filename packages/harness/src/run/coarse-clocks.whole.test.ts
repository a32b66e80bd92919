// What is timed where the clock is worth little: without timestamps, and with stamps in steps of 65 µs.
import { closeDevice } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { openGpu } from '@kernel-ladder/gpu/node';
import { parseResult } from '@kernel-ladder/schema';
import type { Machine } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { family } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { profileMachine } from '../machine/profile.ts';
import { nodeHost } from '../process/host.ts';
import { blind } from '../testing/blind.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { execute } from './execute.ts';
import { findSubject } from './listing.ts';
import { closeWorkbench, openWorkbench } from './workbench.ts';

const gpu = useTestGpu();

async function timeDouble(on: Gpu, machine: Machine) {
  const bench = openWorkbench({ gpu: on, family, load, machine, effort: 'quick', edgeCases: false });
  const result = await execute(bench, findSubject(family, 'double/double/n=100,f32'));
  closeWorkbench(bench);
  return parseResult('double', result);
}

// On a busy machine a coarse clock's times may be refused, as they should be.
const busy = { retry: 3 };

test(
  'without timestamps a right variant is timed by slopes on the host’s clock, and says so',
  busy,
  async () => {
    const gpuOfOldBrowser = blind(gpu());
    const profiled = await profileMachine(gpuOfOldBrowser, nodeHost());
    const result = await timeDouble(gpuOfOldBrowser, profiled);
    expect(result).toMatchObject({
      status: 'passed',
      timing: { clock: 'host', method: 'slope' },
      comparable: false,
      comparableReasons: expect.arrayContaining(['software-adapter', 'host-clock']),
    });
  },
);

test(
  'on a clock that counts in steps of 65 µs, as a browser’s does, a launch is timed in batches, and its rates are not what the steps make of it',
  busy,
  async () => {
    const quantised = await openGpu({ kind: 'software', toggles: ['timestamp_quantization'] });
    const profiled = await profileMachine(quantised, nodeHost());
    expect(profiled.timer).toMatchObject({ quantized: true, tickNs: 65_536 });
    const result = await timeDouble(quantised, profiled);
    closeDevice(quantised);
    expect(result).toMatchObject({
      status: 'passed',
      timing: { method: 'slope' },
      comparableReasons: expect.arrayContaining(['software-adapter', 'quantized-timestamps']),
    });
    // A single launch of some µs would read 0 or 65 µs.
    expect(result.timing!.medianNs % 65_536).toBeGreaterThan(0);
  },
);
