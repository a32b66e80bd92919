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

/** A stream of uniform bits: sfc32 of Chris Doty-Humphrey's PractRand, three words of state and a counter. */
export function createRandom(seed: number): RandomBits {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88, 1];
  const draw = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // The seed reaches every word of the state after a dozen draws.
  for (let warmUp = 0; warmUp < 12; warmUp++) draw();
  return draw;
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

/** Shuffles in place (Fisher and Yates); every order is equally likely. */
export function shuffle(values: Float64Array, random: RandomBits): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor((random() / 2 ** 32) * (last + 1));
    const value = values[last] ?? 0;
    values[last] = values[other] ?? 0;
    values[other] = value;
  }
}
