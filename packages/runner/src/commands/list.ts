// `bench list`: every id and whether this machine can run it.
import type { Command } from '../cli.ts';
import { exitCodes } from '../failure.ts';
import { adapterRequest, findFamilies, listFamilies } from '../families.ts';
import { adapterFlags, textsOf } from '../flags.ts';
import { table } from '../format.ts';
import { chooseIds } from '../suites.ts';

/** Lists ids. */
export const list: Command = {
  usage: 'bench list [GLOB…] [--json]',
  summary: 'lists every id: runnable on this machine, or skipped and why',
  flags: {
    json: { help: 'an array of {id, status, reason?} on stdout' },
    select: { value: 'GLOB', multiple: true, help: 'only ids that match' },
    ...adapterFlags,
  },
  execute: async (given, io) => {
    const listings = await listFamilies(io, findFamilies(io.root), adapterRequest(given));
    const globs = [...textsOf(given, 'select'), ...given.positionals];
    const all = listings.flatMap((listing) => listing.ids);
    const ids = chooseIds(globs, all);
    if (given.flags['json'] === true) {
      const entries = ids.map(({ id, status, reason }) => ({ id, status, ...(reason ? { reason } : {}) }));
      io.out(`${JSON.stringify(entries, null, 2)}\n`);
    } else {
      const rows = ids.map(({ id, status, sizes, reason }) => [
        id,
        `${status}${reason ? ` (${reason})` : ''}`,
        sizes.join(' '),
      ]);
      io.out(table(['id', 'on this machine', 'sizes'], rows));
    }
    return exitCodes.passed;
  },
};
