import { expect, test } from 'vitest';
import { readNumber } from './number-bytes.ts';

function read(text: string) {
  const into = { values: new Float64Array(1), count: 0 };
  const end = readNumber(Buffer.from(`x${text}`), 1, into);
  return { end: end - 1, into: [...into.values.subarray(0, into.count)] };
}

test.for(
  // Halves between two doubles, the most digits that are exact, and what is written with an exponent.
  [
    '0',
    '0.1',
    '7',
    '0.30000000000000004',
    '123456789012345',
    '12345678901234567',
    '0.000001',
    '1e21',
    '1.5e-7',
    '9E+3',
  ].concat(['1.7976931348623157e308', '5e-324', '0.1234567890123', '99999999999.999', '4503599627370497.5']),
)('reads %s as JSON.parse does, up to what stands behind it', (text) => {
  expect(read(text)).toEqual({ end: text.length, into: [JSON.parse(text)] });
  expect(read(`${text},1`)).toEqual({ end: text.length, into: [JSON.parse(text)] });
});

test.for(['', 'x', '-1', '01', '1.', '.5', '1e', '1e+', '1e999', '00.5'])(
  'reads no number from %j',
  (text) => {
    expect(read(text)).toEqual({ end: -2, into: [] });
  },
);

test('reads any number that is written as it is written', () => {
  let seed = 1;
  for (let at = 0; at < 20_000; at++) {
    seed = (seed * 48_271) % 2_147_483_647;
    const value = Number((seed / 2 ** (at % 60)).toPrecision((at % 17) + 1));
    expect(read(String(value)).into).toEqual([value]);
  }
});
