import { expect, test } from 'vitest';
import { csvBlob, csvOf } from './csv.ts';

interface Row {
  readonly id: string;
  readonly ns: number | null;
}

const cell = (value: string | number | null) => csvOf([{ title: 'x', value: () => value }], [0]).slice(3, -2);

test('writes a head and one line a row, in the order that they come', () => {
  const columns = [
    { title: 'Series', value: ({ id }: Row) => id },
    { title: 'Time (ns)', value: ({ ns }: Row) => ns },
  ];
  const rows = [
    { id: 'gemm/tiled/n=1024,m=64', ns: 1234567.25 },
    { id: 'gemm/naive/n=64', ns: null },
  ];
  expect(csvOf(columns, rows)).toBe(
    'Series,Time (ns)\r\n"gemm/tiled/n=1024,m=64",1234567.25\r\ngemm/naive/n=64,\r\n',
  );
  expect(csvOf(columns, [])).toBe('Series,Time (ns)\r\n');
});

test.for([
  ['a "best" rung', '"a ""best"" rung"'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['46.8 % of tensor:f16-f32', '46.8 % of tensor:f16-f32'],
  ['µs – ✓', 'µs – ✓'],
  ['', ''],
])('quotes what would end a cell: %j', ([text, written]) => {
  expect(cell(text ?? '')).toBe(written);
});

test.for(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\0=1', '＝1', '－1'])(
  'takes the formula out of %j',
  (text) => {
    const quoted = cell(text);
    const read = quoted.startsWith('"') ? quoted.slice(1, -1).replaceAll('""', '"') : quoted;
    expect(read).toBe(`'${text}`);
  },
);

test('guards heads as it does cells', () => {
  expect(csvOf([{ title: '=1', value: () => null }], [])).toBe("'=1\r\n");
});

test('leaves numbers numbers, and cells of what is no number empty', () => {
  expect([-0.05, 1e-7, 0, Number.NaN, Number.POSITIVE_INFINITY, null].map(cell)).toEqual([
    '-0.05',
    '1e-7',
    '0',
    '',
    '',
    '',
  ]);
});

const begins = async (text: string) => [...(await csvBlob(text).bytes()).subarray(0, 3)];

test('a file begins with the mark of its encoding where it has more than ASCII', async () => {
  expect(await begins('id,ns\r\n')).toEqual([...'id,'].map((letter) => letter.charCodeAt(0)));
  expect(await begins('µs\r\n')).toEqual([0xef, 0xbb, 0xbf]);
});
