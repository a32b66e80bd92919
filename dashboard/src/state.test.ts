import { expect, test } from 'vitest';
import { formatHash, nextSort, parseHash } from './state.ts';

const full =
  '#machine=h200-vulkan-1&family=gemm&case=m=64,n=64,k=64,f32&metric=gflops&scale=log&hide=naive,tiled&sort=-medianNs&cases=all';
const filtered = '#page=curriculum&track=six-month&state=proven&q=scan&item=scan.blelloch';

const here = '#page=here&machine=h200-vulkan-1&family=gemm,scan&sort=-ratio&q=gemm%2F*%2F**&suite=quick';

test.for([full, filtered, here])('reads back exactly what it wrote: %s', (address) => {
  expect(formatHash(parseHash(address))).toBe(address);
});

test('leaves everything to the data when the address is bare', () => {
  expect(parseHash('')).toEqual({
    page: 'results',
    machine: null,
    family: null,
    case: null,
    metric: null,
    scale: null,
    hidden: [],
    sort: null,
    allCases: false,
    track: null,
    status: null,
    query: '',
    item: null,
    suite: null,
    commit: null,
    report: null,
  });
});

test('keeps what a hostile case name carries inside its own key', () => {
  const state = { ...parseHash(''), case: 'n=1&family=x#%,f32' };
  expect(parseHash(formatHash(state))).toEqual(state);
});

test('ignores an axis that does not exist', () => {
  expect(parseHash('#scale=cubic').scale).toBeNull();
});

test('cycles a column through ascending, descending and unsorted', () => {
  const first = nextSort(null, 'gbps');
  const second = nextSort(first, 'gbps');
  expect([first, second, nextSort(second, 'gbps')]).toEqual([
    { column: 'gbps', descending: false },
    { column: 'gbps', descending: true },
    null,
  ]);
});
