// Text of strangers in the midst of our Markdown: ids, messages of compilers, names of adapters. It stands in code spans, where GitHub
// makes no mention, link, reference, picture, tag or emphasis of anything.

const longest = 300;

// What no eye sees, and what ends a line: Markdown would begin a block, or a reader be misled.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

// A letter bears two marks: a heap of them covers the lines around it.
const heaped = /(\p{M}{2})\p{M}+/gu;

function seen(text: string): string {
  return text.replaceAll(unseen, ' ').replaceAll(heaped, '$1').trim();
}

/**
 * A text as one code span that fits into a line and into a cell of a table: shortened to 300 characters, without controls. A bar
 * becomes a broken bar, because a cell ends at it even in code.
 */
export function code(text: string): string {
  const line = seen(text).replaceAll('|', '¦');
  const short = line.length > longest ? `${line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
  if (short === '') return '';
  const fence = '`'.repeat(longestRun(short) + 1);
  // CommonMark takes one space off either side, where there is one on both.
  const isPadded = /^[` ]|[` ]$/.test(short);
  return isPadded ? `${fence} ${short} ${fence}` : `${fence}${short}${fence}`;
}

/** The same for a place where nothing is Markdown, as the message of an annotation: no controls, at most so many characters. */
export function plain(text: string, most = 2000): string {
  const line = seen(text);
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** A line of a table. Its cells are Markdown by now. */
export function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** A table as Markdown: the first two columns to the left, the others to the right; nothing without rows. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const rule = header.map((_, column) => (column < 2 ? '---' : '--:'));
  return [header, rule, ...rows].map(tableLine).join('');
}
