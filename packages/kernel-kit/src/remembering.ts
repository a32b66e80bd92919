// Texts of generators, kept: a plan is made again wherever a launch is looked at, and an unrolled kernel takes milliseconds to write.

// Some megabytes at most; the spaces that are searched have fewer shapes at a time.
const mostKept = 256;

/**
 * A generator that gives the text it has lately written for equal arguments. They are plain data without numbers that are not finite, which
 * JSON cannot tell apart.
 */
export function remembering<Args extends readonly unknown[]>(
  write: (...args: Args) => string,
): (...args: Args) => string {
  const kept = new Map<string, string>();
  return (...args) => {
    const key = JSON.stringify(args);
    const text = kept.get(key) ?? write(...args);
    // The newest goes last, the one that was not wanted for longest leaves.
    kept.delete(key);
    kept.set(key, text);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return text;
  };
}
