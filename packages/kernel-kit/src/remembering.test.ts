import { expect, test } from 'vitest';
import { remembering } from './remembering.ts';

function counted() {
  const written: string[] = [];
  const write = remembering((shape: { readonly n: number; readonly order?: string }, tile: number) => {
    const text = `${shape.n} ${shape.order ?? ''} by ${tile}`;
    written.push(text);
    return text;
  });
  return { write, written };
}

test('equal arguments are written once, and others are not taken for them', () => {
  const { write, written } = counted();
  expect([
    write({ n: 1 }, 2),
    write({ n: 1 }, 2),
    write({ n: 1, order: 't' }, 2),
    write({ n: 2 }, 1),
  ]).toEqual(['1  by 2', '1  by 2', '1 t by 2', '2  by 1']);
  expect(written).toEqual(['1  by 2', '1 t by 2', '2  by 1']);
});

test('what was not wanted for longest is written again', () => {
  const { write, written } = counted();
  for (let n = 0; n < 256; n++) write({ n }, 1);
  write({ n: 0 }, 1);
  write({ n: 256 }, 1);
  write({ n: 0 }, 1);
  expect(written).toHaveLength(257);
  write({ n: 1 }, 1);
  expect(written).toHaveLength(258);
});
