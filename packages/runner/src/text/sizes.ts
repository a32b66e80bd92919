// Message sizes on the command line.
import { CommandFailure } from '../failure.ts';

const factors: { readonly [unit: string]: number } = {
  '': 1,
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
  T: 2 ** 40,
};

// One f32: what is reduced has an element at least.
const leastBytes = 4;

/** Reads a comma-separated list of bytes, 4 at least, each with an optional binary suffix: K or KiB, M, G, T. */
export function parseSizes(text: string): readonly number[] {
  return text.split(',').map((part) => parseSize(part.trim(), text));
}

function parseSize(part: string, list: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(?:([KMGT])(?:iB)?|B)?$/i.exec(part) ?? [];
  const bytes = number === undefined ? NaN : Number(number) * (factors[unit.toUpperCase()] ?? NaN);
  if (Number.isSafeInteger(bytes) && bytes < leastBytes)
    throw new CommandFailure(
      `--sizes takes at least ${leastBytes} bytes, one f32 a rank; "${part}" in "${list}" is less`,
    );
  if (Number.isSafeInteger(bytes)) return bytes;
  throw new CommandFailure(
    `--sizes takes whole bytes, comma-separated, e.g. 1024,64K,1MiB; "${part}" in "${list}" is none`,
  );
}
