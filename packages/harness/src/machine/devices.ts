// What datasheets say about devices: theoretical peaks, the size of the last-level cache, multiprocessors.
import type { DeviceFacts } from '@kernel-ladder/gpu';
import type { LastLevelCache, Peaks } from '@kernel-ladder/schema';

interface DeviceSheet {
  readonly pattern: RegExp;
  readonly llcMiB: number;
  /** Streaming multiprocessors, compute units, cores: what runs workgroups. */
  readonly multiprocessors: number;
  readonly peaks: Peaks;
  readonly residency: Residency;
}

/** What one multiprocessor has room for at the same time. */
export interface Residency {
  readonly threads: number;
  readonly groups: number;
  /** Workgroup memory of all workgroups together, of which each takes 1 KiB for itself. */
  readonly sharedBytes: number;
}

// CUDA C++ Programming Guide, technical specifications per compute capability 8.0, 8.9 and 9.0. Of its 228 KiB of workgroup memory a multiprocessor
// of an H200 gives out some 48 through Vulkan: three workgroups of 12.4 KiB were seen to run at once, three of 16.4 and two of 24.7 not. What
// the others give has not been looked at.
const residencies = {
  ampere: { threads: 2048, groups: 32, sharedBytes: 164 * 1024 },
  ada: { threads: 1536, groups: 24, sharedBytes: 100 * 1024 },
  hopper: { threads: 2048, groups: 32, sharedBytes: 48 * 1024 },
} as const;

// Dense rates at boost clock. `tensor:in-acc` is the matrix unit, the plain types are the ordinary lanes.
const hopper = {
  f32: 67e3,
  f16: 134e3,
  i32: 33.5e3,
  u32: 33.5e3,
  'tensor:f16-f32': 989e3,
  'tensor:i8-i32': 1979e3,
};

const sheets: readonly DeviceSheet[] = [
  {
    pattern: /\bH200\b/i,
    llcMiB: 60,
    multiprocessors: 132,
    residency: residencies.hopper,
    peaks: {
      name: 'NVIDIA H200 SXM',
      source: 'NVIDIA H200 Tensor Core GPU datasheet; Hopper architecture white paper for the plain lanes',
      gbps: 4800,
      gflops: hopper,
    },
  },
  {
    pattern: /\bH100\b.*\b(HBM3|SXM)|\bH100\b(?!.*(PCIe|NVL))/i,
    llcMiB: 50,
    multiprocessors: 132,
    residency: residencies.hopper,
    peaks: {
      name: 'NVIDIA H100 SXM',
      source: 'NVIDIA H100 Tensor Core GPU datasheet; Hopper architecture white paper for the plain lanes',
      gbps: 3350,
      gflops: hopper,
    },
  },
  {
    pattern: /\bA100\b(?!.*PCIe).*80GB/i,
    llcMiB: 40,
    multiprocessors: 108,
    residency: residencies.ampere,
    peaks: {
      name: 'NVIDIA A100 80GB SXM',
      source: 'NVIDIA A100 Tensor Core GPU datasheet',
      gbps: 2039,
      gflops: {
        f32: 19.5e3,
        f16: 78e3,
        i32: 19.5e3,
        u32: 19.5e3,
        'tensor:f16-f32': 312e3,
        'tensor:i8-i32': 624e3,
      },
    },
  },
  {
    pattern: /\bRTX 4090\b(?!.*Laptop)/i,
    llcMiB: 72,
    multiprocessors: 128,
    residency: residencies.ada,
    peaks: {
      name: 'NVIDIA GeForce RTX 4090',
      source: 'NVIDIA Ada GPU architecture white paper',
      gbps: 1008,
      gflops: {
        f32: 82.6e3,
        f16: 82.6e3,
        i32: 41.3e3,
        u32: 41.3e3,
        'tensor:f16-f32': 165.2e3,
        'tensor:i8-i32': 660.6e3,
      },
    },
  },
];

const MiB = 2 ** 20;

/** The datasheet's peaks; null for a device that is not in the table. */
export function peaksOf(adapterName: string): Peaks | null {
  return sheets.find((sheet) => sheet.pattern.test(adapterName))?.peaks ?? null;
}

/** The last-level cache: by table, else 32 MiB for a CPU and 128 MiB for a GPU, which is more than most have. */
export function lastLevelCache(adapterName: string, isSoftware: boolean): LastLevelCache {
  const sheet = sheets.find((candidate) => candidate.pattern.test(adapterName));
  if (sheet) return { bytes: sheet.llcMiB * MiB, source: 'table' };
  return { bytes: (isSoftware ? 32 : 128) * MiB, source: 'default' };
}

// Between what is in a notebook and what is in a server. A software adapter has the threads of a CPU.
const usualMultiprocessors = { hardware: 64, software: 4 } as const;

/** How many multiprocessors a plan may count on: by table, else a usual number. */
export function multiprocessorsOf({ name, software }: Pick<DeviceFacts, 'name' | 'software'>): number {
  const sheet = sheets.find((candidate) => candidate.pattern.test(name));
  return sheet?.multiprocessors ?? usualMultiprocessors[software ? 'software' : 'hardware'];
}

/** What a multiprocessor has room for; null for a device that is not in the table, and in software. */
export function residencyOf({ name, software }: Pick<DeviceFacts, 'name' | 'software'>): Residency | null {
  return software ? null : (sheets.find((sheet) => sheet.pattern.test(name))?.residency ?? null);
}
