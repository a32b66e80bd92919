// Small pieces of text that generators of unrolled kernels are written with.

/** `count` pieces of text, one per index, joined by `separator`. */
export function each(count: number, piece: (index: number) => string, separator = '\n'): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join(separator);
}

/** `base + offset` as u32, or `base` alone. */
export function plus(base: string, offset: number): string {
  return offset === 0 ? base : `${base} + ${offset}u`;
}

/** Indents every line that is not empty. */
export function indent(text: string, spaces: number): string {
  const pad = ' '.repeat(spaces);
  // Looking for line ends takes a quarter of the time of looking for beginnings, and unrolled kernels are long.
  const rest = text.replaceAll(/\n(?=[^\n])/g, `\n${pad}`);
  return text === '' || text.startsWith('\n') ? rest : pad + rest;
}
