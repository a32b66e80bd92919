// Files are loaded once a visit.

/** Remembers the answers of `load` by its arguments. */
export function once<Args extends readonly string[], T>(
  load: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (...args) => {
    const key = args.join('\n');
    const answer = answers.get(key) ?? load(...args);
    answers.set(key, answer);
    return answer;
  };
}
