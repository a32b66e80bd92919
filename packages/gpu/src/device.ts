// One open device with everything the adapter offers that a kernel can use.
import { GpuFault } from './fault.ts';

/** One shape of the subgroup-matrix unit, in components (m × k times k × n). */
export interface SubgroupMatrixConfig {
  readonly componentType: string;
  readonly resultComponentType: string;
  readonly M: number;
  readonly N: number;
  readonly K: number;
}

/** What a kernel may decide by: plain data, so that a plan is a pure function. */
export interface DeviceFacts {
  /** The driver's own name of the device. */
  readonly name: string;
  readonly features: ReadonlySet<string>;
  readonly limits: { readonly [name: string]: number };
  readonly subgroupMinSize: number;
  readonly subgroupMaxSize: number;
  readonly subgroupMatrixConfigs: readonly SubgroupMatrixConfig[];
  readonly software: boolean;
  /** The parameters that were found fastest here, by rung and class of cases; left out where no table of this machine was read. */
  readonly tuned?: { readonly [rungAndClass: string]: TunedChoice };
}

/** What a search found. */
export interface TunedChoice {
  /** A value for each parameter of a rung. */
  readonly choice: { readonly [parameter: string]: number | string | boolean };
  /** Hash of the values that it searched. */
  readonly space: string;
  /** When it ended. */
  readonly at: string;
}

/** How an adapter is called; `name` is the driver's own, the rest is WebGPU's normalised text. */
export interface AdapterNames {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  readonly name: string;
}

/** The query set and the two buffers that bring its values back; made once per device. */
export interface TimestampSlots {
  readonly querySet: GPUQuerySet;
  readonly resolved: GPUBuffer;
  readonly staging: GPUBuffer;
  readonly free: () => void;
}

/** An open device. `memoryCapBytes` bounds all live buffers: some drivers accept any size and fail later. */
export interface Gpu {
  readonly device: GPUDevice;
  readonly adapter: AdapterNames;
  readonly backend: string;
  readonly toggles: readonly string[];
  readonly facts: DeviceFacts;
  readonly memoryCapBytes: number;
  readonly ledger: Map<GPUBuffer, number>;
  readonly timestamps: { slots: TimestampSlots | null };
  /** Resolves with the reason once the device is gone. */
  readonly lost: Promise<string>;
  /** How this thread passes the time until the device has done its work; it asks all the time where nothing is said. */
  readonly idle?: Idle;
}

/** Follows work until it is settled. */
export type Idle = <T>(work: Promise<T>) => Promise<T>;

/** Where the adapter came from, as far as WebGPU itself does not say it. */
export interface AdapterOrigin {
  readonly name: string;
  readonly backend: string;
  readonly toggles: readonly string[];
  readonly memoryCapBytes: number;
  readonly idle?: Idle;
  /** Take an adapter without timestamps as well: its passes are timed by the host's clock. */
  readonly hostClock?: boolean;
}

// Features that change what a kernel can do; the texture features of a renderer are left off.
const usefulFeatures = [
  'timestamp-query',
  'subgroups',
  'subgroup-size-control',
  'shader-f16',
  'chromium-experimental-subgroup-matrix',
] as const;

/** Whether an adapter of this name renders in software. */
export function isSoftware(name: string): boolean {
  return /llvmpipe|lavapipe|swiftshader|softpipe|basic render|\bwarp\b|software/i.test(name);
}

/** Whether the device stamps its own passes; without that, the host's clock round a submission is all that there is. */
export function hasTimestamps({ facts }: Pick<Gpu, 'facts'>): boolean {
  return facts.features.has('timestamp-query');
}

/**
 * Opens a device with the adapter's own limits and every useful feature.
 * Throws when the adapter has no timestamp queries and its origin wants them: a host clock is no measure of GPU time.
 */
export async function openDevice(adapter: GPUAdapter, origin: AdapterOrigin): Promise<Gpu> {
  if (!origin.hostClock && !adapter.features.has('timestamp-query')) {
    throw new GpuFault(
      'crashed',
      `${origin.name} offers no timestamp-query: GPU time cannot be measured on it`,
    );
  }
  const features = usefulFeatures.filter((name) => adapter.features.has(name));
  const device = await adapter.requestDevice({
    // dawn.node knows experimental names that the type list does not have yet.
    requiredFeatures: features as unknown as GPUFeatureName[],
    requiredLimits: readLimits(adapter.limits),
  });
  const { vendor, architecture, device: deviceName, description } = adapter.info;
  return {
    device,
    adapter: { vendor, architecture, device: deviceName, description, name: origin.name },
    backend: origin.backend,
    toggles: origin.toggles,
    facts: readFacts(adapter, device, origin.name),
    memoryCapBytes: origin.memoryCapBytes,
    ledger: new Map(),
    timestamps: { slots: null },
    ...(origin.idle ? { idle: origin.idle } : {}),
    lost: device.lost.then((info) => `${info.reason}: ${info.message || 'no message from the driver'}`),
  };
}

/** Frees all that is left and destroys the device; returns how many buffers the caller had forgotten. */
export function closeDevice(gpu: Gpu): number {
  gpu.timestamps.slots?.free();
  const forgotten = gpu.ledger.size;
  for (const buffer of gpu.ledger.keys()) buffer.destroy();
  gpu.ledger.clear();
  gpu.device.destroy();
  return forgotten;
}

/** Waits for `work`, or throws device-lost as soon as the device is gone: a lost device answers nothing. */
export async function raceLoss<T>(gpu: Gpu, work: Promise<T>): Promise<T> {
  const loss = gpu.lost.then((reason): never => {
    throw new GpuFault('device-lost', reason);
  });
  try {
    return await Promise.race([gpu.idle?.(work) ?? work, loss]);
  } catch (error) {
    if (error instanceof GpuFault) throw error;
    // A destroyed device rejects what is pending a moment before it reports its own loss.
    await Promise.race([loss, new Promise((resolve) => setTimeout(resolve, 50))]);
    throw error;
  }
}

function readFacts(adapter: GPUAdapter, device: GPUDevice, name: string): DeviceFacts {
  const info = adapter.info as GPUAdapterInfo & { subgroupMatrixConfigs?: Iterable<SubgroupMatrixConfig> };
  const text = [info.vendor, info.architecture, info.device, info.description].join(' ');
  return {
    name,
    features: new Set(device.features),
    limits: readLimits(device.limits),
    subgroupMinSize: info.subgroupMinSize ?? 0,
    subgroupMaxSize: info.subgroupMaxSize ?? 0,
    subgroupMatrixConfigs: [...(info.subgroupMatrixConfigs ?? [])].map(copyConfig),
    software: info.isFallbackAdapter || isSoftware(text),
  };
}

function copyConfig(config: SubgroupMatrixConfig): SubgroupMatrixConfig {
  const { componentType, resultComponentType, M, N, K } = config;
  return { componentType, resultComponentType, M, N, K };
}

// Limits are getters on the prototype, so they are listed with for…in.
function readLimits(limits: GPUSupportedLimits): { readonly [name: string]: number } {
  const values: { [name: string]: number } = {};
  for (const name in limits) {
    const value: unknown = Reflect.get(limits, name);
    if (typeof value === 'number') values[name] = value;
  }
  return values;
}
