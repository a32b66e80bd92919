// Memory for files that are read one after the other: to ask the system for as much again costs more than to read them.

/** Memory that is used again. */
export interface Room {
  /** So many bytes of it, of any content. */
  readonly take: (bytes: number) => Buffer;
  /** Gives all back: what was taken is overwritten from then on. */
  readonly clear: () => void;
}

const firstBytes = 2 ** 24;

/** Makes a room that grows as it needs to. */
export function createRoom(): Room {
  let memory = Buffer.alloc(0);
  let used = 0;
  return {
    take: (bytes) => {
      if (used + bytes > memory.length) {
        memory = Buffer.allocUnsafeSlow(Math.max(firstBytes, 2 * memory.length, bytes));
        used = 0;
      }
      used += bytes;
      return memory.subarray(used - bytes, used);
    },
    clear: () => {
      used = 0;
    },
  };
}
