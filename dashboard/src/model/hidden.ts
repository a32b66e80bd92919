// Which lines of a trend are left out where the reader has not said so.
import type { SiteFamily, SiteSeries } from '@kernel-ladder/schema';

/** The names with this one, or without it where it is among them. */
export function toggled(names: readonly string[], name: string): readonly string[] {
  const others = names.filter((one) => one !== name);
  return others.length < names.length ? others : [...names, name];
}

/**
 * The variants that a trend leaves out: those of the address, else the rows of the host's processor, which are so slow that an axis over
 * them shows little else; unless nothing else was timed.
 */
export function hiddenVariants(
  { ladder }: Pick<SiteFamily, 'ladder'>,
  series: readonly SiteSeries[],
  wanted: readonly string[] | null,
): readonly string[] {
  if (wanted !== null) return wanted;
  const isOfHost = ({ variant }: SiteSeries) =>
    ladder.rungs.some(({ name, kind }) => name === variant && kind === 'cpu');
  const hosts = new Set(series.filter(isOfHost).map(({ variant }) => variant));
  const isLeft = series.some(
    (one) => !isOfHost(one) && one.points.some(({ timing }) => timing !== undefined),
  );
  return isLeft ? [...hosts] : [];
}
