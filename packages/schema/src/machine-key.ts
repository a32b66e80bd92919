// The key of a machine: what tells it from another, and what it is called.
import { sha256 } from './sha256.ts';
import type { Browser, Machine } from './types.generated.ts';

/** The parts of a profile that the key is made of. */
export type MachineIdentity = Pick<
  Machine,
  'adapter' | 'backend' | 'driver' | 'cpu' | 'webgpu' | 'toggles' | 'browser'
>;

/** Kind of operating system and of processor, as Node names them. */
export interface HostKind {
  readonly platform: string;
  readonly arch: string;
}

/**
 * `<device>-<backend>-<hash8>`: a series never mixes two of them. The OS counts by kind, not by kernel build. A browser tells neither
 * driver nor toggles: it counts itself with its major version, and the system as it names it.
 */
export function machineKey(identity: MachineIdentity, { platform, arch }: HostKind): string {
  const { adapter, backend, driver, cpu, webgpu, toggles, browser } = identity;
  if (browser) return `${keyStem(identity)}-${browserHash(identity, browser)}`;
  const { vendor, architecture, device } = adapter;
  const facts = [vendor, architecture, device, driver, backend, toggles, webgpu, platform, arch, cpu ?? null];
  return `${keyStem(identity)}-${sha256(JSON.stringify(facts)).slice(0, 8)}`;
}

function browserHash({ adapter, cpu }: MachineIdentity, { name, version, system }: Browser): string {
  const { vendor, architecture, device, description } = adapter;
  const facts = ['browser', vendor, architecture, device, description, name, version, system, cpu ?? null];
  return sha256(JSON.stringify(facts)).slice(0, 8);
}

/** The id of a physical card, from the UUID that its driver gives it: the same on every host that it is plugged into. */
export function cardId(uuid: string): string {
  return sha256(uuid).slice(0, 16);
}

/** The key without its hash. */
export function keyStem({
  adapter,
  backend,
  browser,
}: Pick<Machine, 'adapter' | 'backend' | 'browser'>): string {
  if (browser) {
    const parts = ['browser', adapter.vendor, adapter.architecture, browser.name];
    return parts.map(slug).filter(Boolean).join('-');
  }
  return `${slug(adapter.name)}-${slug(backend)}`;
}

const platforms: { readonly [type: string]: string } = {
  Linux: 'linux',
  Darwin: 'darwin',
  Windows_NT: 'win32',
};

/** What a profile's `os` says of the host's kind: `Linux 6.18.44 x64`. Null where another than Node wrote it. */
export function hostKindOf(os: string): HostKind | null {
  const [type = '', ...rest] = os.split(' ');
  const [platform, arch] = [platforms[type], rest.at(-1)];
  return platform === undefined || arch === undefined || rest.length < 2 ? null : { platform, arch };
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
