// What surrounds the device: WebGPU says nothing of the system, so that whoever runs the harness does.

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
  /** The physical cards; none where nobody lists them. */
  readonly cards: readonly HostCard[];
}

/** The system as a page sees it: a browser names itself, and no processor. */
export function pageHost(): HostFacts {
  const { userAgent, hardwareConcurrency } = globalThis.navigator;
  // `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36`
  const [, platform = 'unknown system'] = /\(([^)]*)\)/.exec(userAgent) ?? [];
  const browser = /(?:Edg|Firefox|Chrome|HeadlessChrome|Version)\/\S+/.exec(userAgent)?.[0] ?? userAgent;
  return {
    platform,
    arch: 'page',
    os: platform,
    cpu: `${hardwareConcurrency} threads`,
    runtime: browser,
    webgpu: browser,
    cards: [],
  };
}
