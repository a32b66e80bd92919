// The page's entry: the browser chooses the adapter, and its toggles are its own.
import { openDevice } from './device.ts';
import type { Gpu } from './device.ts';

/** Opens the browser's high-performance adapter; null when the browser offers none. */
export async function openBrowserGpu(): Promise<Gpu | null> {
  const gpu: GPU | undefined = globalThis.navigator.gpu;
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return null;
  return openDevice(adapter, {
    name: adapter.info.description || adapter.info.device || adapter.info.vendor,
    backend: 'browser',
    toggles: [],
    memoryCapBytes: Number.POSITIVE_INFINITY,
  });
}
