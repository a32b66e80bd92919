// Counts in words.

/** As in `1 series`, `2 runs`. */
export function counted(count: number, noun: string): string {
  const plural = noun.endsWith('s') ? noun : `${noun}s`;
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}
