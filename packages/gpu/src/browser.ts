// The page's entry: the browser chooses the adapter, and its toggles are its own.
import { openDevice } from './device.ts';
import type { Gpu } from './device.ts';

/** Opens the browser's high-performance adapter, with or without timestamps; null when the browser offers none. */
export async function openBrowserGpu(): Promise<Gpu | null> {
  const gpu: GPU | undefined = globalThis.navigator.gpu;
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return null;
  return openDevice(adapter, {
    name: nameOf(adapter.info),
    backend: 'browser',
    toggles: [],
    memoryCapBytes: Number.POSITIVE_INFINITY,
    hostClock: true,
  });
}

// Most browsers tell no more than the vendor and the architecture.
function nameOf({ description, device, vendor, architecture }: GPUAdapterInfo): string {
  return description || device || [vendor, architecture].filter(Boolean).join(' ') || 'unnamed adapter';
}
