// Texts as lines, in memory that is used again: the system takes longer to give as much new memory than it takes to fill it.

const firstBytes = 2 ** 20;
const newline = 10;

let memory: Buffer = Buffer.alloc(0);

/** The bytes of texts, a line each but for an end of the last; they last until the next call. A text is made when the one before is written. */
export function linesOf(texts: Iterable<string>): Buffer {
  let used = 0;
  for (const text of texts) {
    const needed = used + 1 + Buffer.byteLength(text);
    if (needed > memory.length) memory = grown(memory.subarray(0, used), needed);
    if (used > 0) memory[used++] = newline;
    used += memory.write(text, used);
  }
  return memory.subarray(0, used);
}

function grown(before: Buffer, bytes: number): Buffer {
  const more = Buffer.allocUnsafeSlow(Math.max(firstBytes, 2 * bytes));
  before.copy(more);
  return more;
}
