// What makes two kernels the same: the final texts, what they bind, and their workgroups.
import type { KernelPass } from './types.generated.ts';

/** The first 16 hexadecimal digits of the SHA-256 of a launch's passes; the names of their files do not count. */
export async function hashKernel(passes: readonly Omit<KernelPass, 'file'>[]): Promise<string> {
  const identity = passes.map(({ text, bindings, workgroups }) => [text, bindings, workgroups]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(identity)));
  return [...new Uint8Array(digest, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
