// What surrounds the device: WebGPU says nothing of the system, so that whoever runs the harness does.
import type { Browser } from '@kernel-ladder/schema';
import type { HostCard } from './card.ts';

/** The system that a profile was made on. */
export interface HostFacts {
  /** Kind of operating system and of processor: parts of the machine's key. */
  readonly platform: string;
  readonly arch: string;
  /** Operating system with its version. */
  readonly os: string;
  /** Model of the processor: a software adapter is as fast as it. */
  readonly cpu: string;
  /** What runs the harness, with its version. */
  readonly runtime: string;
  /** Whose WebGPU it is, with its version. */
  readonly webgpu: string;
  /** The browser, where a page runs the harness. */
  readonly browser?: Browser;
  /** The physical cards; none where nobody lists them. */
  readonly cards: readonly HostCard[];
}

/** The system as a page or its worker sees it: a browser names itself, and no processor. */
export function pageHost(): HostFacts {
  const { userAgent, hardwareConcurrency } = globalThis.navigator;
  const browser = browserOf(globalThis.navigator);
  return {
    platform: browser.system,
    arch: 'page',
    os: browser.system,
    cpu: `${hardwareConcurrency} threads`,
    runtime: tokenOf(userAgent)?.[0] ?? userAgent,
    webgpu: `${browser.name}/${browser.version}`,
    browser,
    cards: [],
  };
}

/** What a browser says of itself: in fields, where it has them, and in a text that all have. */
export interface BrowserWords {
  readonly userAgent: string;
  readonly userAgentData?: {
    readonly brands: readonly { readonly brand: string; readonly version: string }[];
    readonly platform: string;
  };
}

/** The browser behind its words: name, major version and system. */
export function browserOf(words: BrowserWords): Browser {
  const { name, version } = brandOf(words) ?? agentOf(words);
  const system = words.userAgentData?.platform || systemOf(words.userAgent);
  return { name, version: /\d+/.exec(version)?.[0] ?? '0', system };
}

// One of the brands is there to confuse, as in `Not;A=Brand`; who is made of Chromium names that beside himself.
function brandOf({ userAgentData }: BrowserWords): Pick<Browser, 'name' | 'version'> | null {
  const brands = userAgentData?.brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand)) ?? [];
  const found = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0];
  return found ? { name: found.brand, version: found.version } : null;
}

function agentOf({ userAgent }: BrowserWords): Pick<Browser, 'name' | 'version'> {
  const [, token = 'unknown browser', version = ''] = tokenOf(userAgent) ?? [];
  return { name: names[token] ?? token, version };
}

const names: { readonly [token: string]: string } = { Edg: 'Microsoft Edge', Version: 'Safari' };

// `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36`: who is made of another
// names that one as well, and comes after it.
function tokenOf(userAgent: string): RegExpExecArray | undefined {
  return [...userAgent.matchAll(/(Edg|Firefox|HeadlessChrome|Chrome|Version|Node\.js)\/(\d+)\S*/g)].at(-1);
}

const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
] as const;

function systemOf(userAgent: string): string {
  return systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'unknown system';
}
