// Who measured: the device with its driver, clock, roofs and peaks, under a key that no other machine shares.
import type { Gpu } from '@kernel-ladder/gpu';
import type { Machine, Roofs } from '@kernel-ladder/schema';
import { sha256 } from '../launch/digest.ts';
import { calibrate } from './calibrate.ts';
import { lastLevelCache, peaksOf } from './devices.ts';
import type { HostFacts } from './host.ts';
import { measureRoofs } from './roofs.ts';

/** Profiles an open device: about two seconds on hardware, most of them for the roofs, unless these are known. */
export async function profileMachine(gpu: Gpu, host: HostFacts, roofs?: Roofs): Promise<Machine> {
  const { software } = gpu.facts;
  const llc = lastLevelCache(gpu.adapter.name, software);
  const identity = {
    adapter: gpu.adapter,
    backend: gpu.backend,
    driver: gpu.adapter.description,
    ...(software ? { cpu: host.cpu } : {}),
    webgpu: host.webgpu,
    toggles: gpu.toggles,
  };
  return {
    key: await machineKey(identity, host),
    ...identity,
    os: host.os,
    node: host.runtime,
    features: [...gpu.facts.features].toSorted(),
    limits: gpu.facts.limits,
    timer: await calibrate(gpu),
    llc,
    roofs: roofs ?? (await measureRoofs(gpu, llc.bytes)),
    peaks: software ? null : peaksOf(gpu.adapter.name),
    software,
  };
}

type Identity = Pick<Machine, 'adapter' | 'backend' | 'driver' | 'cpu' | 'webgpu' | 'toggles'>;

/** `<device>-<backend>-<hash8>`: a series never mixes two of them. The OS counts by kind, not by kernel build. */
export async function machineKey(
  { adapter, backend, driver, cpu, webgpu, toggles }: Identity,
  { platform, arch }: Pick<HostFacts, 'platform' | 'arch'>,
): Promise<string> {
  const { vendor, architecture, device } = adapter;
  const facts = [vendor, architecture, device, driver, backend, toggles, webgpu, platform, arch, cpu ?? null];
  const hash = (await sha256(JSON.stringify(facts))).slice(0, 8);
  return `${slug(adapter.name)}-${slug(backend)}-${hash}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
