// A generated section inside a page that somebody writes: between two markers, nothing else is touched.

const begin = '<!-- results:begin -->';
const end = '<!-- results:end -->';

/** The page with `section` between its markers; null where the page does not have both, each once and in order. */
export function withSection(page: string, section: string): string | null {
  const [before, rest, ...more] = page.split(begin);
  const [, after, ...others] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined || more.length + others.length > 0) return null;
  return `${before}${begin}\n\n${section}\n\n${end}${after}`;
}
