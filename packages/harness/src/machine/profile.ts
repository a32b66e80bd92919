// Who measured: the device with its driver, clock, roofs and peaks, under a key that no other machine shares.
import { createHash } from 'node:crypto';
import { cpus, release, type } from 'node:os';
import { createRequire } from 'node:module';
import type { Gpu } from '@kernel-ladder/gpu';
import type { Machine } from '@kernel-ladder/schema';
import { calibrate } from './calibrate.ts';
import { lastLevelCache, peaksOf } from './devices.ts';
import { measureRoofs } from './roofs.ts';

/** Profiles an open device: about two seconds on hardware. */
export async function profileMachine(gpu: Gpu): Promise<Machine> {
  const { software } = gpu.facts;
  const llc = lastLevelCache(gpu.adapter.name, software);
  const identity = {
    adapter: gpu.adapter,
    backend: gpu.backend,
    driver: gpu.adapter.description,
    ...(software ? { cpu: cpus()[0]?.model ?? 'unknown CPU' } : {}),
    webgpu: webgpuVersion(),
    toggles: gpu.toggles,
  };
  return {
    key: machineKey(identity),
    ...identity,
    os: `${type()} ${release()} ${process.arch}`,
    node: process.version,
    features: [...gpu.facts.features].toSorted(),
    limits: gpu.facts.limits,
    timer: await calibrate(gpu),
    llc,
    roofs: await measureRoofs(gpu, llc.bytes),
    peaks: software ? null : peaksOf(gpu.adapter.name),
    software,
  };
}

type Identity = Pick<Machine, 'adapter' | 'backend' | 'driver' | 'cpu' | 'webgpu' | 'toggles'>;

/** `<device>-<backend>-<hash8>`: a series never mixes two of them. The OS counts by kind, not by kernel build. */
export function machineKey({ adapter, backend, driver, cpu, webgpu, toggles }: Identity): string {
  const { vendor, architecture, device } = adapter;
  const facts = [
    vendor,
    architecture,
    device,
    driver,
    backend,
    toggles,
    webgpu,
    process.platform,
    process.arch,
    cpu ?? null,
  ];
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 8);
  return `${slug(adapter.name)}-${slug(backend)}-${hash}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function webgpuVersion(): string {
  const require = createRequire(import.meta.resolve('@kernel-ladder/gpu'));
  const manifest: { version: string } = require('webgpu/package.json');
  return manifest.version;
}
