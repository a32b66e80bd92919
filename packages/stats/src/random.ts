// Random numbers that are the same on every machine: integer arithmetic from a seed, nothing else.

/** Draws 32 uniform bits as an unsigned integer. */
export type RandomBits = () => number;

/** A 32-bit seed from any text, such as a series id (FNV-1a over UTF-16 code units). */
export function hashSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A stream of uniform bits from a seed. */
export function createRandom(seed: number): RandomBits {
  const fill = createDraws(seed);
  const block = new Int32Array(16);
  let next = block.length;
  return () => {
    if (next === block.length) {
      fill(block, 2 ** 32, 0);
      next = 0;
    }
    return (block[next++] ?? 0) >>> 0;
  };
}

/** Shuffles from a seed, each in place (Fisher and Yates); every order is equally likely. */
export function createShuffle(seed: number): (values: Float64Array) => void {
  const fill = createDraws(seed);
  let places = new Int32Array(0);
  return (values) => {
    const steps = Math.max(0, values.length - 1);
    if (places.length !== steps) places = new Int32Array(steps);
    fill(places, values.length, 1);
    for (let step = 0, last = steps; step < steps; step++, last--) {
      const other = places[step] ?? 0;
      const value = values[last] ?? 0;
      values[last] = values[other] ?? 0;
      values[other] = value;
    }
  };
}

// Fills a block with whole numbers below `count`, each next one below `less` less. The bits are sfc32's of Chris Doty-Humphrey's
// PractRand, three words of state and a counter. It fills whole blocks, and `| 0` keeps its words small integers: drawn one call at
// a time they take four times as long, and permutation tests do little else.
function createDraws(seed: number): (block: Int32Array, count: number, less: 0 | 1) => void {
  const state = Int32Array.of(seed, 0x9e3779b9, 0x243f6a88, 1);
  const fill = (block: Int32Array, count: number, less: 0 | 1) => {
    let a = (state[0] ?? 0) | 0;
    let b = (state[1] ?? 0) | 0;
    let c = (state[2] ?? 0) | 0;
    let counter = (state[3] ?? 0) | 0;
    for (let index = 0; index < block.length; index++) {
      const sum = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      block[index] = (sum >>> 0) * 2 ** -32 * (count - index * less);
    }
    state.set([a, b, c, counter]);
  };
  // The seed reaches every word of the state after a dozen draws.
  fill(new Int32Array(12), 1, 0);
  return fill;
}

/** A uniform number in [0, 1). */
export function uniform(random: RandomBits): number {
  return random() / 2 ** 32;
}

/** A standard normal number (Box and Muller 1958). */
export function normal(random: RandomBits): number {
  const radius = Math.sqrt(-2 * Math.log((random() + 1) / 2 ** 32));
  return radius * Math.cos(2 * Math.PI * uniform(random));
}
