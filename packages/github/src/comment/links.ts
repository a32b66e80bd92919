// Where the site has more, and what to type to see it oneself.
import { parseId } from '@kernel-ladder/schema';
import type { Confirmed } from '@kernel-ladder/schema';

/** The address of the site, ending in a slash; null of anything but https, and of an address that a link could not hold. */
export function siteOf(text: string | undefined): string | null {
  const url = URL.parse(text ?? '');
  if (url?.protocol !== 'https:' || url.username !== '' || url.search !== '' || url.hash !== '') return null;
  return inLink(url.href.endsWith('/') ? url.href : `${url.href}/`);
}

/** The trend of an id on its machine. */
export function trendAddress(site: string, { machine }: Confirmed, id: string): string {
  const { family } = parseId(id);
  return address(site, { page: 'results', machine: machine.key, family, series: id });
}

/** The base beside the newest that the site has. The merge that was measured is never recorded: what main becomes by it is. */
export function compareAddress(site: string, { machine, base }: Confirmed): string {
  return address(site, { page: 'compare', machine: machine.key, base });
}

function address(site: string, query: { readonly [key: string]: string }): string {
  return `${site}#${inLink(new URLSearchParams(query).toString())}`;
}

// Of what URLs leave as it is, these end a link of Markdown, or begin something in it.
function inLink(text: string): string {
  return text.replaceAll(
    /[()<>[\]*_~`|\\!'"]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

const mostSelected = 5;

/**
 * The commands that measure some ids of a pull request in turns with its base. Ids that a shell would take for more than text are
 * left out: whoever copies a command trusts it.
 */
export function reproduceCommand(number: number, base: string, ids: readonly string[]): string {
  const safe = ids.filter((id) => /^[\w./=,+-]+$/.test(id) && !id.startsWith('-'));
  const select = safe.slice(0, mostSelected).map((id) => ` --select '${id}'`);
  return `git fetch origin pull/${number}/merge && git switch --detach FETCH_HEAD && npx -y pnpm@12.18.0 bench ab ${base.slice(0, 12)}${select.join('')}`;
}
