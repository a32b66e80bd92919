import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createRoom, readBytes } from './node.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-room-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('files that are read into one room have their own bytes until it is cleared', () => {
  const room = createRoom();
  const texts = ['one', '', 'x'.repeat(2 ** 24), 'four'];
  const files = texts.map((text, at) => fileOf(`${at}.json`, text));
  const read = files.map((file) => readBytes(file, room));
  expect(read.map((bytes, at) => bytes.equals(Buffer.from(texts[at]!)))).toEqual([true, true, true, true]);
  room.clear();
  expect(readBytes(files[0]!, room).toString()).toBe('one');
  expect(read[2]!.toString('latin1', 0, 4)).toBe('onex');
});

test('what is no file is refused beside a room as without one', () => {
  const room = createRoom();
  expect(() => readBytes(folder, room)).toThrow(`${folder}: is a folder, and no file`);
  expect(() => readBytes(join(folder, 'none.json'), room)).toThrow('none.json: is not there');
});
