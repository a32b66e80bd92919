// Random numbers that are a function of a seed and a place, so that a tensor is the same on every device and in every part of it.
// The generator is Philox 2×32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).

const multiplier = 0xd256d193n;
const golden = 0x9e3779b9;
const rounds = 10;

/** Two words of 32 random bits for a place. */
export function randomWords(seed: number, place: number): readonly [number, number] {
  let [left, right, key] = [place >>> 0, Math.floor(place / 2 ** 32), seed >>> 0];
  for (let round = 0; round < rounds; round++) {
    const product = multiplier * BigInt(left);
    const [high, low] = [Number(product >> 32n), Number(product & 0xffffffffn)];
    [left, right] = [(high ^ key ^ right) >>> 0, low];
    key = (key + golden) >>> 0;
  }
  return [left, right];
}

/** Numbers of the normal distribution with mean 0 and variance 1, in f64: the method of Box and Muller, a pair from each place. */
export function normals(seed: number, count: number): Float64Array {
  const numbers = new Float64Array(count);
  for (let index = 0; index < count; index += 2) {
    const [one, other] = randomWords(seed, index / 2);
    // Never 0, whose logarithm there is not.
    const radius = Math.sqrt(-2 * Math.log((one + 0.5) / 2 ** 32));
    const angle = (2 * Math.PI * other) / 2 ** 32;
    numbers[index] = radius * Math.cos(angle);
    if (index + 1 < count) numbers[index + 1] = radius * Math.sin(angle);
  }
  return numbers;
}
