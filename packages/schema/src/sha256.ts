// SHA-256 without waiting: the Web Crypto of a page answers later only, and a check of a document answers at once (FIPS 180-4).

/** The SHA-256 of a text's UTF-8 bytes, in hexadecimal digits. For short texts: a megabyte takes tens of milliseconds. */
export function sha256(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  const schedule = new Uint32Array(64);
  let state = initial;
  for (let at = 0; at < words.length; at += 16) {
    schedule.set(words.subarray(at, at + 16));
    state = mixBlock(state, expanded(schedule));
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

type State = readonly [number, number, number, number, number, number, number, number];

// The first bits of the fractional parts of the square roots of the first eight primes, and of the cube roots of 64.
const initial: State = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
const roundConstants = Uint32Array.from(firstPrimes(64), (prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

// A one bit, zeros, and the length in bits at the end of the last block.
function paddedWords(bytes: Uint8Array): Uint32Array {
  const padded = new Uint8Array(64 * Math.ceil((bytes.length + 9) / 64));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return Uint32Array.from({ length: padded.length / 4 }, (_, at) => view.getUint32(4 * at));
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function expanded(words: Uint32Array): Uint32Array {
  const at = (index: number): number => words[index] ?? 0;
  for (let t = 16; t < 64; t++) {
    const [near, far] = [at(t - 2), at(t - 15)];
    const small = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    const large = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    words[t] = at(t - 16) + small + at(t - 7) + large;
  }
  return words;
}

function mixBlock(state: State, schedule: Uint32Array): State {
  let [a, b, c, d, e, f, g, h] = state;
  for (const [t, word] of schedule.entries()) {
    const high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + high + chosen + (roundConstants[t] ?? 0) + word) | 0;
    const low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + low + majority) | 0];
  }
  const [A, B, C, D, E, F, G, H] = state;
  return [A + a, B + b, C + c, D + d, E + e, F + f, G + g, H + h];
}
