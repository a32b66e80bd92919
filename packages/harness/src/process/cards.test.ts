import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hostCards } from './cards.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-cards-'));
afterAll(() => rmSync(folder, { recursive: true }));

function plugIn(bus: string, text: string): void {
  mkdirSync(join(folder, bus));
  writeFileSync(join(folder, bus, 'information'), text);
}

test('lists the cards of a host by their places, and leaves out what is no card or cannot be read', () => {
  for (const bus of ['0000:00:07.0', '0000:00:06.0'])
    plugIn(bus, `Model: \t\t NVIDIA H200\nBus Location: \t ${bus}\n`);
  plugIn('0000:00:08.0', 'no card\n');
  mkdirSync(join(folder, '0000:00:09.0', 'information'), { recursive: true });
  expect(hostCards(folder).map(({ bus }) => bus)).toEqual(['0000:00:06.0', '0000:00:07.0']);
});

test('a host without the driver has no cards', () => {
  expect(hostCards(join(folder, 'nowhere'))).toEqual([]);
});
