// Inputs of the case at hand: its variants follow one another and share what takes seconds to make.

/** What holds memory until it is freed. */
interface Freeable {
  readonly free: () => void;
}

/** Holds the inputs of one case at a time. */
export interface InputCache<Inputs extends Freeable> {
  /** The inputs under `key`, made when another case was held. */
  readonly get: (key: string, make: () => Promise<Inputs>) => Promise<Inputs>;
  /** Frees what is held: after a fault nobody knows what the device did to it. */
  readonly drop: () => void;
}

/** An empty cache. */
export function createInputCache<Inputs extends Freeable>(): InputCache<Inputs> {
  let held: { readonly key: string; readonly inputs: Inputs } | null = null;
  const drop = () => {
    held?.inputs.free();
    held = null;
  };
  return {
    drop,
    get: async (key, make) => {
      if (held?.key === key) return held.inputs;
      drop();
      held = { key, inputs: await make() };
      return held.inputs;
    },
  };
}
