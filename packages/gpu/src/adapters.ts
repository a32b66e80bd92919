// Which adapters there are, and which one a request means. Pure, but for the one question to Dawn.
import { create } from 'webgpu';
import { isSoftware } from './device.ts';

/** One adapter as Dawn lists it. */
export interface AdapterListing {
  readonly backend: string;
  readonly name: string;
  readonly software: boolean;
}

/** No adapter answers the request; the message names what there is and the remedy. */
export class NoAdapter extends Error {
  override name = 'NoAdapter' as const;
}

/** A text that picks no adapter, or no single one. */
export class UnknownAdapter extends Error {
  override name = 'UnknownAdapter' as const;
}

/** Lists the machine's adapters: asking for an impossible one makes Dawn name those it has. */
export async function listAdapters(): Promise<readonly AdapterListing[]> {
  try {
    await create(['adapter=none is called this']).requestAdapter();
    return [];
  } catch (error) {
    return parseListing(error instanceof Error ? error.message : String(error));
  }
}

/** Reads Dawn's "no suitable backends found" text. */
export function parseListing(text: string): readonly AdapterListing[] {
  return [...text.matchAll(/backend: '([^']*)', name: '([^']*)'/g)].map(([, backend = '', name = '']) => ({
    backend,
    name,
    software: isSoftware(name),
  }));
}

/** Picks by case-insensitive part of the name; throws UnknownAdapter with the list when none or several differ. */
export function pickAdapter(listings: readonly AdapterListing[], text: string): AdapterListing {
  const matches = listings.filter((listing) => listing.name.toLowerCase().includes(text.toLowerCase()));
  const [first] = matches;
  if (!first) throw new UnknownAdapter(`no adapter is called "${text}"; there are: ${names(listings)}`);
  if (matches.some((match) => match.name !== first.name)) {
    throw new UnknownAdapter(`"${text}" could be ${names(matches)}: give more of the name`);
  }
  return first;
}

/** Names that stand more than once: Dawn cannot tell such adapters apart, VK_DRIVER_FILES or a container can. */
export function duplicateNames(listings: readonly AdapterListing[]): readonly string[] {
  const keys = listings.map((listing) => `${listing.backend}: ${listing.name}`);
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
}

function names(listings: readonly AdapterListing[]): string {
  return listings.length === 0 ? '(none)' : listings.map((listing) => `"${listing.name}"`).join(', ');
}
