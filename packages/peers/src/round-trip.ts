// A family's own kernel as a caller on the CPU sees it: inputs to the device, one launch, outputs back.
import { cpus } from 'node:os';
import {
  allocate,
  createBuffer,
  createLaunch,
  destroyBuffer,
  planFor,
  raceLoss,
  writeBuffer,
} from '@kernel-ladder/harness';
import type {
  Arrays,
  CaseParams,
  Demand,
  DeviceFacts,
  Family,
  Given,
  Gpu,
  Launch,
  NumberArray,
  Plan,
  Prepared,
  SelfRunVariant,
  Skip,
} from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import type { CpuProblem } from './cpu/rows.ts';
import { mostBytes, refuseHuge } from './limits.ts';

/** A family whose kernels make the trip. */
export interface Trip<Case extends CaseParams> {
  readonly family: Family<Case>;
  /** The loops that the trip stands beside: it takes their cases. */
  readonly beside: Pick<CpuProblem<Case>, 'plan'>;
  /** The rung that the family's rules name for a case. */
  readonly pick: (params: Case, device: DeviceFacts) => string;
  /** The folder of the family's kernels. */
  readonly kernels: URL;
}

/** `round-trip`, below the CPU rows: what they are to be compared with where the data begins and ends in the host's memory. */
export function roundTrip<Case extends CaseParams>(trip: Trip<Case>): SelfRunVariant<Case> {
  return {
    name: 'round-trip',
    summary: 'the kernel that the rules name, with the transfers: inputs to the device, outputs back',
    boundBy: 'the transfers between host and device; short cases: one submission and the wait for it',
    kind: 'cpu',
    peer: {
      name: 'kernel with its transfers',
      version: `node ${process.version}`,
      settings: { cpu: cpus()[0]?.model ?? 'unknown' },
      timedBy:
        'wall time from the first byte written to the device until all outputs are read back, by performance.now',
    },
    clock: 'host',
    plan: (params, device) => {
      const plan = planTrip(trip, params, device);
      if ('skip' in plan) return plan;
      const { family } = trip;
      return refuseHuge(family.work(params), mostBytes.transfer) ?? demandOf(family, params, plan);
    },
    prepare: (params, given) => prepareTrip(trip, params, given),
  };
}

function planTrip<Case extends CaseParams>(
  { family, beside, pick }: Trip<Case>,
  params: Case,
  device: DeviceFacts,
): Plan | Skip {
  const loop = beside.plan(params, 1);
  if ('skip' in loop) return loop;
  const name = pick(params, device);
  const rung = family.variants.find((variant) => variant.name === name);
  if (!rung) throw new Error(`the rules name "${name}", which is no rung of ${family.name}`);
  return planFor(rung, params, device);
}

// Every input and output crosses once besides what the kernel itself moves.
function demandOf<Case extends CaseParams>(family: Family<Case>, params: Case, plan: Plan): Demand {
  const { implBytes, longestSum } = plan;
  return { implBytes: implBytes + family.work(params).minBytes, longestSum };
}

// A fault on the way leaves its buffers to the harness, which frees them.
async function prepareTrip<Case extends CaseParams>(
  trip: Trip<Case>,
  params: Case,
  { inputs, gpu }: Given,
): Promise<Prepared> {
  const { family, kernels } = trip;
  const plan = planTrip(trip, params, gpu.facts);
  if ('skip' in plan) throw new Error(plan.skip.message);
  const departures = new Map<string, Departure>();
  for (const [name, array] of Object.entries(inputs))
    departures.set(name, { array, buffer: await departureFor(gpu, name, array) });
  const buffers = new Map([...departures].map(([name, { buffer }]) => [name, buffer]));
  const launch = await createLaunch(gpu, {
    family,
    params,
    plan,
    data: { buffers },
    load: fileLoader(kernels),
  });
  const landings = new Map<string, Landing>();
  for (const [name, { type, length }] of Object.entries(family.outputs(params))) {
    const buffer = launch.outputs.get(name);
    if (!buffer) throw new Error(`the launch has no output "${name}"`);
    const array = allocate(type, length);
    landings.set(name, { array, buffer, staging: await stagingFor(gpu, name, array) });
  }
  return journey(gpu, { departures, launch, landings });
}

/** An array of the host and the buffer of the device that it is written to. */
interface Departure {
  readonly array: NumberArray;
  readonly buffer: GPUBuffer;
}

/** An array of the host and the buffer that it is read from, by way of one that the host maps. */
interface Landing extends Departure {
  readonly staging: GPUBuffer;
}

interface Route {
  readonly departures: ReadonlyMap<string, Departure>;
  readonly launch: Launch;
  readonly landings: ReadonlyMap<string, Landing>;
}

// Kernels read whole vec4s.
const vectorBytes = 16;

function departureFor(gpu: Gpu, label: string, { byteLength }: NumberArray): Promise<GPUBuffer> {
  const bytes = Math.max(1, Math.ceil(byteLength / vectorBytes)) * vectorBytes;
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  return createBuffer(gpu, { label, bytes, usage });
}

function stagingFor(gpu: Gpu, label: string, { byteLength: bytes }: NumberArray): Promise<GPUBuffer> {
  return createBuffer(gpu, { label, bytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
}

function journey(gpu: Gpu, { departures, launch, landings }: Route): Prepared {
  let others: Arrays = {};
  return {
    run: async () => {
      for (const [name, { buffer, array }] of departures) writeBuffer(gpu, buffer, 0, others[name] ?? array);
      submit(gpu, launch, landings);
      for (const landing of landings.values()) await land(gpu, landing);
    },
    spoil: (outputs) => {
      for (const [name, { buffer, array }] of landings) {
        array.set(outputs[name] ?? []);
        writeBuffer(gpu, buffer, 0, array);
      }
    },
    replace: (inputs) => {
      others = inputs;
    },
    outputs: () => Object.fromEntries([...landings].map(([name, { array }]) => [name, array])),
    free: () => {
      launch.free();
      for (const { buffer } of departures.values()) destroyBuffer(gpu, buffer);
      for (const { staging } of landings.values()) destroyBuffer(gpu, staging);
    },
  };
}

// Launch and copies in one submission: the host waits once.
function submit({ device }: Gpu, launch: Launch, landings: Route['landings']): void {
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  launch.encode(0)(pass);
  pass.end();
  for (const { buffer, staging } of landings.values())
    encoder.copyBufferToBuffer(buffer, 0, staging, 0, staging.size);
  device.queue.submit([encoder.finish()]);
}

async function land(gpu: Gpu, { staging, array }: Landing): Promise<void> {
  await raceLoss(gpu, staging.mapAsync(GPUMapMode.READ));
  const bytes = new Uint8Array(staging.getMappedRange(), 0, array.byteLength);
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes);
  staging.unmap();
}
