// What a device must be able to do: hold elements, run graphs of operators on them, and give them back when somebody asks.
import type { Dtype, Graph, Type } from '@kernel-ladder/fusion';
import type { HostArray } from './arrays.ts';
import type { Handle, Ledger } from './resources/ledger.ts';

/** Where kernels run: one thread that computes in f64, several of them, or a GPU. */
export type BackendName = 'cpu' | 'threads' | 'webgpu';

/** Memory of a backend, owned: disposed, it goes back to where it came from. Only its own backend knows what is in it. */
export type Memory = Handle<unknown>;

/** How a graph is to be run. */
export interface RunOptions {
  /** Whether neighbours become one kernel, where the backend generates kernels. */
  readonly fuse: boolean;
}

/** A device's memory and kernels. Calls are made one after another. */
export interface Backend {
  readonly name: BackendName;
  /** The element types that it computes with. */
  readonly dtypes: readonly Dtype[];
  /** Everything that is alive on it. */
  readonly ledger: Ledger;
  /** Memory with a copy of the elements. */
  readonly upload: (name: string, type: Type, data: HostArray) => Promise<Memory>;
  /** The outputs of a graph. Whoever calls owns them, and keeps the inputs until this is done. Throws MissingKernel, or what the device throws. */
  readonly run: (graph: Graph, inputs: readonly Memory[], options: RunOptions) => Promise<readonly Memory[]>;
  /** A copy of the elements. */
  readonly read: (memory: Memory, type: Type) => Promise<HostArray>;
  /** Gives back what is cached, and ends its threads. */
  readonly close: () => Promise<void>;
}
