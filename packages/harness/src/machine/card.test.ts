import { cardId } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { cardOf, fittingCards, parseCard } from './card.ts';

const uuid = 'GPU-68b164ea-794a-bc9e-ae07-2161bacc83cc';

/** What the driver of a host with an H200 says, with another line in place of one of its own. */
const information = (change: { readonly [name: string]: string } = {}) =>
  Object.entries({
    Model: '\t\t NVIDIA H200',
    IRQ: '   \t\t 42',
    'GPU UUID': `\t ${uuid}`,
    'Video BIOS': '\t 96.00.bc.00.01',
    'Bus Type': '\t PCIe',
    'Bus Location': '\t 0000:00:06.0',
    ...change,
  })
    .map(([name, text]) => `${name}: ${text}\n`)
    .join('');

const card = { model: 'NVIDIA H200', bus: '0000:00:06.0', uuid };

test('reads model, bus and UUID of a card', () => {
  expect(parseCard(information())).toEqual(card);
});

test.for([
  ['that nobody has opened', { 'GPU UUID': '\t GPU-????????-????-????-????-????????????' }],
  ['whose UUID has another form', { 'GPU UUID': '\t 68b164ea' }],
] as const)('knows no UUID of a card %s', ([, change]) => {
  expect(parseCard(information(change))).toEqual({ ...card, uuid: null });
});

test('takes nothing else for a card', () => {
  expect(parseCard('')).toBeNull();
  expect(parseCard(information({ Model: '' }))).toBeNull();
});

const other = { ...card, bus: '0000:00:07.0', uuid: 'GPU-00000000-0000-0000-0000-000000000001' };
const smaller = { ...other, model: 'NVIDIA L4' };

test('names the one card that fits an adapter by a hash, not by its UUID', () => {
  const found = cardOf('NVIDIA H200', [smaller, card]);
  expect(found).toEqual({ id: cardId(uuid), bus: '0000:00:06.0' });
  expect(found?.id).toMatch(/^[0-9a-f]{16}$/);
  expect(cardId(other.uuid)).not.toBe(found?.id);
});

test.for([
  ['several fit', [card, other]],
  ['none fits', [smaller]],
  ['there is none', []],
  ['its UUID is not known', [{ ...card, uuid: null }]],
] as const)('names no card where %s', ([, cards]) => {
  expect(cardOf('NVIDIA H200', cards)).toBeNull();
});

test('says which cards fit an adapter', () => {
  expect(fittingCards('NVIDIA H200', [card, smaller, other])).toEqual([card, other]);
});
