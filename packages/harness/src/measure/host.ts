// What a launch costs the CPU, by tinybench on the host's clock.
import { raceLoss } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Host } from '@kernel-ladder/schema';
import { median } from '@kernel-ladder/stats';
import { Bench } from 'tinybench';
import type { Launch } from '../launch/launch.ts';

// Encoding alone gives the device nothing to do.
const encodings = 20;
const longestNs = 20e6;

/** A launch that has been timed, and the host's time of the times that it was submitted by itself, in ms. */
export interface HostRequest {
  readonly medianNs: number;
  readonly submitsMs: readonly number[];
}

/** Launches that are submitted to see what that costs the host: 20 ms of them; of what is too long, or in software, none beyond the `had` ones. */
export function submissionsFor(medianNs: number, isSoftware: boolean, had: number): number {
  const wanted = isSoftware ? 1 : Math.min(20, Math.floor(longestNs / medianNs));
  return wanted <= had ? 0 : wanted;
}

/** Median times to encode and to submit one launch, in µs. */
export async function measureHost(
  gpu: Gpu,
  launch: Launch,
  { medianNs, submitsMs }: HostRequest,
): Promise<Host> {
  const encodeMs = medianOf(gpu.facts.software ? 1 : encodings, () => {
    encodeLaunch(gpu, launch);
  });
  const count = submissionsFor(medianNs, gpu.facts.software, submitsMs.length);
  const submitMs = count > 0 ? await medianSubmitMs(gpu, launch, count) : median(submitsMs);
  return {
    compileMs: round(launch.compileMs),
    encodeUs: round(encodeMs * 1000),
    submitUs: round(submitMs * 1000),
  };
}

async function medianSubmitMs(gpu: Gpu, launch: Launch, count: number): Promise<number> {
  const { queue } = gpu.device;
  const commands = Array.from({ length: count }, () => encodeLaunch(gpu, launch));
  const submitMs = medianOf(count, () => {
    const command = commands.pop();
    if (command) queue.submit([command]);
  });
  await raceLoss(gpu, queue.onSubmittedWorkDone());
  return submitMs;
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
