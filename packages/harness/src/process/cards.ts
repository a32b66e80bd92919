// The physical cards of the host, as NVIDIA's driver for Linux lists them; other drivers have no such list.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCard } from '../machine/card.ts';
import type { HostCard } from '../machine/card.ts';

const driverFolder = '/proc/driver/nvidia/gpus';

/** The cards, by their places on the bus. No process is started, and a file that cannot be read is a card that nobody lists. */
export function hostCards(folder: string = driverFolder): readonly HostCard[] {
  return globSync('*/information', { cwd: folder })
    .toSorted()
    .flatMap((file) => readCard(join(folder, file)) ?? []);
}

// A run goes on without the name of its card: a sandbox may show files that it does not let anybody read.
function readCard(file: string): HostCard | null {
  try {
    return parseCard(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
