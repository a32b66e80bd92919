// Node's entry: finds an adapter through dawn.node, or brings its own in software.
import { totalmem } from 'node:os';
import { create, globals } from 'webgpu';
import { listAdapters, NoAdapter, pickAdapter } from './adapters.ts';
import type { AdapterListing } from './adapters.ts';
import { openDevice } from './device.ts';
import type { Gpu } from './device.ts';
import { createNap } from './nap.ts';
import { NoSwiftShader, useSwiftShader } from './swiftshader.ts';

export {
  duplicateNames,
  listAdapters,
  NoAdapter,
  parseListing,
  pickAdapter,
  UnknownAdapter,
} from './adapters.ts';
export type { AdapterListing } from './adapters.ts';
export { validateWgsl } from './validate.ts';

/** Which adapter is wanted. `auto` takes hardware where there is any, else SwiftShader. */
export interface GpuRequest {
  readonly kind: 'auto' | 'hardware' | 'software';
  /** Part of the adapter's name; overrides `kind`. */
  readonly adapter?: string;
  /** Dawn toggles beyond the defaults, or in the place of their opposites; a leading minus disables one. */
  readonly toggles?: readonly string[];
}

/** Toggles that only expose what the device has; they keep results comparable. */
export const defaultToggles = [
  'allow_unsafe_apis',
  'vulkan_enable_f16_on_nvidia',
  '-timestamp_quantization',
] as const;

/**
 * Toggles of a software adapter beside the defaults. Its driver writes out a store for every zero of workgroup memory that starts as a
 * null constant, and compiles thousands of them; a loop in the kernel, which Dawn writes instead, compiles in no time.
 */
export const softwareToggles = ['-use_vulkan_zero_initialize_workgroup_memory_extension'] as const;

// Dawn dies with the object that create() returns: collected, it takes every device down.
const instances: GPU[] = [];

Object.assign(globalThis, globals);

/** What is known before a device is opened. */
export interface Opening {
  /** The adapter that an earlier process has found for the same request; taken on hardware. */
  readonly found?: AdapterListing | undefined;
  /** Whether this thread may leave its processor to others while it waits for hardware; never when left out. In software it always does. */
  readonly mayRest?: (() => boolean) | undefined;
}

/** Opens the wanted device. Throws NoAdapter with the remedy, or UnknownAdapter with the names there are. */
export async function openGpu(request: GpuRequest, { found, mayRest }: Opening = {}): Promise<Gpu> {
  // What software needs of its environment is brought by looking for it.
  const listing = found && !found.software ? found : await chooseAdapter(request);
  const toggles = togglesFor(listing, request.toggles ?? []);
  const instance = create([...toggleFlags(toggles), `backend=${listing.backend}`, `adapter=${listing.name}`]);
  instances.push(instance);
  const adapter = await instance.requestAdapter().catch(() => null);
  if (!adapter) throw new NoAdapter(`${listing.name} was listed but could not be opened`);
  const rests = listing.software ? () => true : mayRest;
  return openDevice(adapter, {
    name: listing.name,
    backend: listing.backend,
    toggles,
    memoryCapBytes: listing.software ? totalmem() / 2 : Number.POSITIVE_INFINITY,
    ...(rests ? { idle: createNap(rests) } : {}),
  });
}

// Who asks for what a default forbids, or the other way round, gets it.
function togglesFor({ software }: AdapterListing, asked: readonly string[]): readonly string[] {
  const opposites = new Set(asked.map((toggle) => (toggle.startsWith('-') ? toggle.slice(1) : `-${toggle}`)));
  const usual = [...defaultToggles, ...(software ? softwareToggles : [])];
  return [...usual.filter((toggle) => !opposites.has(toggle)), ...asked];
}

/** Settles which adapter the request means; on a machine without hardware it brings SwiftShader in. */
export async function chooseAdapter(request: GpuRequest): Promise<AdapterListing> {
  if (request.adapter !== undefined) return named(request.adapter);
  if (request.kind === 'software') return embedded();
  const hardware = (await listAdapters()).find((listing) => !listing.software && listing.backend !== 'null');
  if (hardware) return hardware;
  const remedy = 'install the GPU vendor’s Vulkan driver and the Vulkan loader (libvulkan1)';
  if (request.kind === 'hardware') {
    throw new NoAdapter(
      `no hardware GPU adapter: ${remedy}, or leave --hardware off to run on the embedded software adapter`,
    );
  }
  try {
    return await embedded();
  } catch (error) {
    if (!(error instanceof NoAdapter)) throw error;
    throw new NoAdapter(`no hardware GPU adapter: ${remedy}; no software adapter either: ${error.message}`);
  }
}

/** Flags for Dawn's create(): enabled and disabled features apart. */
export function toggleFlags(toggles: readonly string[]): readonly string[] {
  const disabled = toggles.filter((toggle) => toggle.startsWith('-')).map((toggle) => toggle.slice(1));
  const enabled = toggles.filter((toggle) => !toggle.startsWith('-'));
  return [
    ...(enabled.length > 0 ? [`enable-dawn-features=${enabled.join(',')}`] : []),
    ...(disabled.length > 0 ? [`disable-dawn-features=${disabled.join(',')}`] : []),
  ];
}

// The embedded adapter is one of the names, but is brought in only where no other one is meant.
async function named(text: string): Promise<AdapterListing> {
  const listings = await listAdapters();
  const isListed = listings.some(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  if (isListed || listings.some((listing) => listing.software)) return pickAdapter(listings, text);
  return pickAdapter([...listings, await embedded()], text);
}

async function embedded(): Promise<AdapterListing> {
  try {
    await useSwiftShader();
  } catch (error) {
    if (error instanceof NoSwiftShader) throw new NoAdapter(error.message);
    throw error;
  }
  const software = (await listAdapters()).find((listing) => listing.software);
  if (!software) throw new NoAdapter('SwiftShader was unpacked but Dawn does not list it');
  return software;
}
