// What of an address has no meaning on any page: words that none of its keys knows. The page says so and goes without.

/** The words of keys that know only these. */
const words = new Map<string, readonly string[]>(
  Object.entries({
    scale: ['log', 'linear', 'fit'],
    axis: ['date'],
    relative: ['first'],
    keys: ['all'],
    code: ['whole'],
    cases: ['all'],
    diff: ['split'],
  }),
);

/** A sentence for each key of an address, behind `#`, whose word means nothing. */
export function oddWishes(hash: string): readonly string[] {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  return [...new Set(query.keys())].flatMap((key) => {
    const value = query.get(key) ?? '';
    const known = words.get(key);
    if (key === 'since' && !/^[1-9]\d{0,5}$/.test(value))
      return [`“${value}” is no number of commits to have moved in; showing every series.`];
    if (known === undefined || value === '' || known.includes(value)) return [];
    return [`No ${key} “${value}” here; it may be ${known.join(', ')}.`];
  });
}
