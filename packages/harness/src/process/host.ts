// The system under a family's process.
import { createRequire } from 'node:module';
import { cpus, release, type } from 'node:os';
import type { HostFacts } from '../machine/host.ts';
import { hostCards } from './cards.ts';

/** What Node and the operating system say of themselves. */
export function nodeHost(): HostFacts {
  return { ...nodeSystem(), cards: hostCards() };
}

/** The same without the cards, which another program lists. */
export function nodeSystem(): Omit<HostFacts, 'cards'> {
  return {
    platform: process.platform,
    arch: process.arch,
    os: `${type()} ${release()} ${process.arch}`,
    cpu: cpus()[0]?.model ?? 'unknown CPU',
    runtime: process.version,
    webgpu: webgpuVersion(),
  };
}

function webgpuVersion(): string {
  const require = createRequire(import.meta.resolve('@kernel-ladder/gpu'));
  const manifest: { version: string } = require('webgpu/package.json');
  return manifest.version;
}
