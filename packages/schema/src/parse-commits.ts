// The border of what commits did: all commits of a machine in numbers, and sixteen of them series by series.
import { unpackRows } from './columns.ts';
import { InvalidDocument } from './invalid.ts';
import { parser } from './parse.ts';
import type { CommitRow, EffectsRow, SiteCommits, SiteEffects } from './types.generated.ts';

const commitsShape = parser<SiteCommits>('site-commits.schema.json');
const commitShape = parser<CommitRow>('site-commits.schema.json#/$defs/row');

/** Checks the commits of a machine, and that each names only commits that there are; they come as rows. */
export function parseSiteCommits(file: string, value: unknown): readonly CommitRow[] {
  const { commits } = commitsShape(file, value);
  const rows = unpackRows(file, commits).map((row, at) => commitShape(`${file}: row ${at}`, row));
  for (const { repairs, undone } of rows)
    for (const [place = 0] of [...repairs, ...undone])
      if (place >= rows.length)
        throw new InvalidDocument(`${file}: names commit ${place}, and has ${rows.length}`);
  return rows;
}

const effectsShape = parser<SiteEffects>('site-effects.schema.json');
const seriesShape = parser<EffectsRow>('site-effects.schema.json#/$defs/row');

/** What some commits did, a row a series. */
export interface Effects extends Pick<SiteEffects, 'first' | 'commits' | 'reasons'> {
  readonly rows: readonly EffectsRow[];
}

/** Checks them, and that every list has a value a commit. */
export function parseSiteEffects(file: string, value: unknown): Effects {
  const { first, commits, reasons, series } = effectsShape(file, value);
  const rows = unpackRows(file, series).map((row, at) => seriesShape(`${file}: row ${at}`, row));
  for (const { id, states, ns, kernels, whys } of rows) {
    const odd = [states, ns, kernels, whys].find((list) => list !== undefined && list.length !== commits);
    if (odd) throw new InvalidDocument(`${file}: ${id}: ${odd.length} values for ${commits} commits`);
    const stray = whys?.find((why) => why >= reasons.length);
    if (stray !== undefined)
      throw new InvalidDocument(`${file}: ${id}: reason ${stray} is none of the ${reasons.length}`);
  }
  return { first, commits, reasons, rows };
}
