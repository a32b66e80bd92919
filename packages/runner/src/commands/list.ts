import { readSelect } from '@kernel-ladder/schema/select';
// `bench list`: every id and whether this machine can run it.
import type { Command } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { adapterRequest } from '../process/families.ts';
import { peersFor } from '../process/peers.ts';
import { adapterFlags, textsOf } from '../flags.ts';
import { columnsText } from '../text/format.ts';
import { chooseIds, familiesFor, writtenCases } from '../run/suites.ts';
import { surveyFamilies } from '../process/survey.ts';

/** Lists ids. */
export const list: Command = {
  usage: 'bench list [GLOB…] [--json]',
  summary: 'lists every id: runnable on this machine, or skipped and why',
  flags: {
    json: { help: 'an array of {id, status, reason?} on stdout' },
    select: { value: 'GLOB', multiple: true, help: 'only ids that match; !GLOB leaves ids out' },
    ...adapterFlags,
  },
  execute: async (given, io) => {
    const globs = [...textsOf(given, 'select'), ...given.positionals];
    const families = [
      ...familiesFor(io.root, globs),
      ...peersFor(io.root, { globs: readSelect(globs).globs, isWanted: true }),
    ];
    const { listings, faults } = await surveyFamilies(io, families, adapterRequest(given), {
      cases: writtenCases(globs),
    });
    const all = listings.flatMap((listing) => listing.ids);
    const ids = chooseIds(globs, all);
    if (given.flags['json'] === true) {
      const entries = ids.map(({ id, status, reason }) => ({ id, status, ...(reason ? { reason } : {}) }));
      io.out(`${JSON.stringify(entries, null, 2)}\n`);
    } else {
      const rows = ids.map(({ id, status, sizes, unlisted, reason }) => [
        id,
        unlisted ? 'unlisted' : sizes.join(' '),
        `${status}${reason ? ` (${reason})` : ''}`,
      ]);
      io.out(columnsText(['id', 'sizes', 'on this machine'], rows));
    }
    return faults.length > 0 ? exitCodes.failed : exitCodes.passed;
  },
};
