// Who measured: the device with its driver, clock, roofs and peaks, under a key that no other machine shares.
import type { Gpu } from '@kernel-ladder/gpu';
import { machineKey } from '@kernel-ladder/schema/measuring';
import type { Machine, MachineIdentity, Roofs } from '@kernel-ladder/schema';
import { calibrate } from './calibrate.ts';
import { cardOf } from './card.ts';
import { lastLevelCache, peaksOf } from './devices.ts';
import type { HostFacts } from './host.ts';
import { measureRoofs } from './roofs.ts';

/** What tells the machine of an open device from another one. */
export function identityOf(gpu: Gpu, host: Omit<HostFacts, 'cards'>): MachineIdentity {
  const { software } = gpu.facts;
  const isBrowser = gpu.backend === 'browser';
  return {
    adapter: gpu.adapter,
    backend: gpu.backend,
    driver: isBrowser ? '' : gpu.adapter.description,
    ...(isBrowser && host.browser ? { browser: host.browser } : {}),
    ...(software ? { cpu: host.cpu } : {}),
    webgpu: host.webgpu,
    toggles: gpu.toggles,
  };
}

/** The key of the machine of an open device: known at once, whatever its profile is going to say. */
export function keyOfMachine(gpu: Gpu, host: Omit<HostFacts, 'cards'>): string {
  return machineKey(identityOf(gpu, host), host);
}

/** Profiles an open device: about two seconds on hardware, most of them for the roofs, unless these are known. */
export async function profileMachine(gpu: Gpu, host: HostFacts, roofs?: Roofs): Promise<Machine> {
  const { software } = gpu.facts;
  const llc = lastLevelCache(gpu.adapter.name, software);
  const card = software ? null : cardOf(gpu.adapter.name, host.cards);
  const identity = identityOf(gpu, host);
  const timer = await calibrate(gpu);
  return {
    key: machineKey(identity, host),
    ...identity,
    ...(card ? { card } : {}),
    os: host.os,
    node: host.runtime,
    features: [...gpu.facts.features].toSorted(),
    limits: gpu.facts.limits,
    timer,
    llc,
    roofs: roofs ?? (await measureRoofs(gpu, llc.bytes, timer)),
    peaks: software ? null : peaksOf(gpu.adapter.name),
    software,
  };
}
