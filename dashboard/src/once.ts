// Files are loaded once a visit; what failed is asked for again.

/** Remembers the answers of `load` by its arguments, but no failure: neither an error nor an answer with a file that failed. */
export function once<Args extends readonly string[], T>(
  load: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (...args) => {
    const key = args.join('\n');
    const known = answers.get(key);
    if (known) return known;
    const answer = load(...args);
    answers.set(key, answer);
    const forget = () => answers.delete(key);
    answer.then((value) => hasFailed(value) && forget(), forget);
    return answer;
  };
}

// An answer is a loaded file, or several of them in a list or under names.
function hasFailed(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  return 'status' in answer ? answer.status === 'malformed' : Object.values(answer).some(hasFailed);
}
