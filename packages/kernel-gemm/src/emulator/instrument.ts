// Kernel texts that count their own accesses to global memory, for any adapter to run.

/** A text that counts, and the bytes that each access of a binding moves. */
export interface Instrumented {
  readonly text: string;
  /** By binding; the counter of a binding stands at the same place of the buffer of counters. */
  readonly accessBytes: readonly number[];
}

const elementBytes: { readonly [element: string]: number } = { f32: 4, vec4f: 16 };

/**
 * The text with an atomic increment in the index of every load and store of a storage array. It binds one buffer more
 * behind the others: a u32 for each of them. Throws on an element type whose size it does not know, and on a compound
 * assignment, which is a load and a store in one.
 */
export function instrumented(text: string): Instrumented {
  const declared = [...text.matchAll(/@binding\((\d+)\) var<storage, \w+> (\w+): array<([^;]+)>;/g)];
  const arrays = declared.map(([, binding, name = '', element = '']) => {
    const bytes = elementBytes[element];
    if (bytes === undefined) throw new Error(`${name}: no size is known of ${element}`);
    return { binding: Number(binding), name, bytes };
  });
  const compound = arrays.find(({ name }) =>
    new RegExp(String.raw`\b${name}\[[^;=]*\]\s*[-+*/%&|^]=`).test(text),
  );
  if (compound) throw new Error(`${compound.name}: write a compound assignment as a load and a store`);
  const counting = arrays.reduce(
    (current, { binding, name }) =>
      current.replaceAll(new RegExp(String.raw`\b${name}\[`, 'g'), `${name}[accessed(${binding}u) + `),
    text,
  );
  const counters = `
@group(0) @binding(${arrays.length}) var<storage, read_write> accesses: array<atomic<u32>, ${arrays.length}>;

fn accessed(binding: u32) -> u32 {
  atomicAdd(&accesses[binding], 1u);
  return 0u;
}
`;
  return { text: counting + counters, accessBytes: arrays.map(({ bytes }) => bytes) };
}
