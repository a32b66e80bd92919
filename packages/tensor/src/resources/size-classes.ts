// Sizes that buffers come in: a buffer that was given back serves the next one of its class, so classes are few, and lie close enough
// that little of a buffer is wasted.

const smallest = 256;
const steps = 4;

/**
 * The size of the class that takes so many bytes: four to an octave, so that no more than a fifth of a buffer is left over, 256 at
 * least (what a binding is aligned to), whole 256s.
 */
export function sizeClassOf(bytes: number): number {
  if (bytes <= smallest) return smallest;
  const octave = 2 ** Math.floor(Math.log2(bytes - 1));
  const step = Math.max(smallest, octave / steps);
  return Math.ceil(bytes / step) * step;
}
