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

// The proof submits one or two by themselves.
const fewest = 3;

/** What a launch costs the host; of a launch that is too long to be submitted for that, all but its submission. */
export interface HostCost extends Omit<Host, 'submitUs'> {
  readonly submitUs: number | null;
}

/** Launches that are submitted to see what that costs the host: 20 ms of them; of what is too long, or in software, none. */
export function submissionsFor(medianNs: number, isSoftware: boolean): number {
  const wanted = isSoftware ? 0 : Math.min(20, Math.floor(longestNs / medianNs));
  return wanted < fewest ? 0 : wanted;
}

/** Median times to encode and to submit one launch that takes `medianNs`, in µs. */
export async function measureHost(gpu: Gpu, launch: Launch, medianNs: number): Promise<HostCost> {
  const encodeMs = medianOf(gpu.facts.software ? 1 : encodings, () => {
    encodeLaunch(gpu, launch);
  });
  const count = submissionsFor(medianNs, gpu.facts.software);
  const submitMs = count > 0 ? await medianSubmitMs(gpu, launch, count) : null;
  return {
    compileMs: round(launch.compileMs),
    encodeUs: round(encodeMs * 1000),
    submitUs: submitMs === null ? null : round(submitMs * 1000),
  };
}

/** The same where submissions that were made anyway have taken so many ms. */
export function withSubmissions({ submitUs, ...cost }: HostCost, submitsMs: readonly number[]): Host {
  return { ...cost, submitUs: submitUs ?? round(median(submitsMs) * 1000) };
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
