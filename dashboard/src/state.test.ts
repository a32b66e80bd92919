import { expect, test } from 'vitest';
import { addressOf, formatHash, nextSort, parseHash } from './state.ts';

const full =
  '#machine=h200-vulkan-1&family=gemm&case=m=64,n=64,k=64,f32&metric=gflops&scale=log&hide=naive,tiled&sort=-medianNs&cases=all&until=256';
const filtered = '#page=curriculum&track=six-month&state=proven&q=scan&item=scan.blelloch';
const trend =
  '#family=gemm&series=gemm/tiled/m=64,n=64,k=64,f32;gemm/naive/m=64,n=64,k=64,f16-f32&axis=date&range=1a2b3c4d..&relative=first&keys=all&code=whole&rung=tiled';
const split = '#page=commit&commit=1a2b3c4d&diff=split';

const roofs =
  '#page=roofline&machine=m&family=gemm,scan&cases=all&dtype=f16-f32&intensity=0.1..100&rate=1..1000';
const swept =
  '#page=sweeps&family=gemm&metric=gflops&across=rows*columns=4096&up=access&rung=tiled&at=dtype=f32,layout=nn';
const modelled = '#page=allreduce&hide=tree&ranks=32&topology=ib-400g-4x8&set=inter.latencyUs=2,nodes=2';

const series =
  '#page=grid&machine=h200-vulkan-1&family=gemm&sort=-over&state=failing&q=4096&dtype=f16&rung=tensor&kind=gpu&since=5';
const here = '#page=here&machine=h200-vulkan-1&family=gemm,scan&sort=-ratio&q=gemm/*/**&suite=quick';
const bare = '#machine=h200-vulkan-1';

const compared = '#page=compare&machine=a-vulkan-1&base=0b32ad5d&head=3463c7a3-e886&other=b-vulkan-2';

const allShown = '#family=gemm&hide=none';

const addresses = [
  allShown,
  compared,
  full,
  filtered,
  roofs,
  swept,
  modelled,
  series,
  bare,
  trend,
  split,
  here,
];

test.for(addresses)('reads back exactly what it wrote: %s', (address) => {
  expect(formatHash(parseHash(address))).toBe(address);
});

test('leaves everything to the data when the address is bare', () => {
  expect(parseHash('')).toEqual({
    page: 'overview',
    machine: null,
    family: null,
    case: null,
    metric: null,
    scale: null,
    hidden: null,
    series: [],
    isDated: false,
    range: null,
    isRelative: false,
    allKeys: false,
    rung: null,
    isWhole: false,
    sort: null,
    allCases: false,
    track: null,
    status: null,
    query: '',
    item: null,
    suite: null,
    commit: null,
    run: null,
    base: null,
    head: null,
    other: null,
    until: null,
    isSplit: false,
    dtype: null,
    intensity: null,
    rate: null,
    across: null,
    up: null,
    at: [],
    ranks: null,
    topology: null,
    set: [],
    kind: null,
    since: null,
    report: null,
  });
});

test.for([
  ['', 'overview'],
  ['#machine=h200-vulkan-1', 'overview'],
  ['#family=gemm', 'results'],
  ['#case=n=1,f32', 'results'],
  ['#metric=medianNs&scale=log&sort=-medianNs', 'results'],
  ['#hide=naive', 'results'],
  ['#cases=all', 'results'],
  ['#page=overview&family=gemm', 'overview'],
  ['#page=results', 'results'],
  ['#page=nowhere', 'overview'],
])('an address that names no page opens the one it is of: %s', ([address = '', page]) => {
  expect(parseHash(address).page).toBe(page);
  expect(parseHash(formatHash(parseHash(address)))).toEqual(parseHash(address));
});

test('the address of a part names its page only where it must', () => {
  expect([
    addressOf({ family: 'gemm' }),
    addressOf({ page: 'overview' }),
    addressOf({ page: 'results' }),
  ]).toEqual(['#family=gemm', '#', '#page=results']);
});

test.for(['0', '-1', '1.5', 'many', ''])('ignores “%s” commits', (since) => {
  expect(parseHash(`#page=grid&since=${since}`).since).toBeNull();
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
