// What the page and whoever runs the kernels for it say to each other.
import type { FamilyEvent, FamilyListing, ListedId, Machine, Run, Ruler, Suite } from '@kernel-ladder/schema';

/** What is to run: a suite, narrowed by globs, on inputs of a seed. */
export interface RunWishes {
  readonly suite: Suite;
  readonly globs: readonly string[];
  readonly seed: number;
}

/** What the page asks. `look` opens the adapter, lists every family and closes it again. */
export type Asked =
  | { readonly type: 'look' }
  | { readonly type: 'run'; readonly wishes: RunWishes }
  | { readonly type: 'stop' }
  | { readonly type: 'check'; readonly run: Run };

/** Why nothing can run: no WebGPU where it was looked for, WebGPU without an adapter, or an adapter that did not open. */
export type Lack = 'no-webgpu' | 'no-adapter' | 'not-opened';

/** An adapter, and what each family offers on it. */
export interface Seen {
  readonly name: string;
  readonly software: boolean;
  /** Whether the device stamps its own passes. */
  readonly timestamps: boolean;
  readonly listings: readonly FamilyListing[];
}

/** How a run came to its end. */
export interface Ending {
  readonly how: 'finished' | 'stopped' | 'lost' | 'failed';
  /** What went wrong; empty where nothing did. */
  readonly message: string;
}

/** What is answered, and told while a run goes on. */
export type Told =
  | { readonly type: 'seen'; readonly seen: Seen }
  | { readonly type: 'lack'; readonly lack: Lack; readonly message: string }
  | {
      readonly type: 'begun';
      readonly machine: Machine;
      readonly listings: readonly FamilyListing[];
      readonly ids: readonly ListedId[];
    }
  | { readonly type: 'ruler'; readonly ruler: Ruler }
  | { readonly type: 'event'; readonly event: FamilyEvent }
  | { readonly type: 'ended'; readonly ending: Ending }
  /** What the schema and the rules of a run have against it; null where nothing. */
  | { readonly type: 'checked'; readonly fault: string | null };

/** Hears what is told. */
export type Tell = (told: Told) => void;
