// What of the acknowledgements speaks of one machine, as a file of the site.
import { parseSiteAcknowledged } from '@kernel-ladder/schema';
import type { KnownAcknowledgement } from '@kernel-ladder/schema';
import { dataName } from '../files.ts';
import type { DataFile } from '../files.ts';

/** Makes it. */
export function acknowledgedFile(
  machineKey: string,
  acknowledged: readonly KnownAcknowledgement[],
): DataFile {
  const name = dataName.acknowledged(machineKey);
  return { name, content: parseSiteAcknowledged(name, { schemaVersion: 1, machineKey, acknowledged }) };
}
