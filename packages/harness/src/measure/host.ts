// What a launch costs the CPU, by tinybench on the host's clock.
import { raceLoss } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Host } from '@kernel-ladder/schema';
import { Bench } from 'tinybench';
import type { Launch } from '../launch/launch.ts';

// Encoding alone gives the device nothing to do.
const leastEncodings = 3;

/** Median times to encode and to submit one launch, in µs; so many launches run. */
export async function measureHost(gpu: Gpu, launch: Launch, iterations: number): Promise<Host> {
  const { queue } = gpu.device;
  const encodings = gpu.facts.software ? iterations : Math.max(leastEncodings, iterations);
  const encodeMs = medianOf(encodings, () => {
    encodeLaunch(gpu, launch);
  });
  const commands = Array.from({ length: iterations }, () => encodeLaunch(gpu, launch));
  const submitMs = medianOf(iterations, () => {
    const command = commands.pop();
    if (command) queue.submit([command]);
  });
  await raceLoss(gpu, queue.onSubmittedWorkDone());
  return {
    compileMs: round(launch.compileMs),
    encodeUs: round(encodeMs * 1000),
    submitUs: round(submitMs * 1000),
  };
}

function encodeLaunch(gpu: Gpu, launch: Launch): GPUCommandBuffer {
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  launch.encode(0)(pass);
  pass.end();
  return encoder.finish();
}

function medianOf(iterations: number, work: () => void): number {
  const bench = new Bench({ time: 0, iterations, warmup: false, throws: true });
  bench.add('host', work, { async: false });
  const [task] = bench.runSync();
  if (task?.result.state !== 'completed') throw new Error(`tinybench stopped: ${task?.result.state}`);
  return task.result.latency.p50;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
