import { expect, test } from 'vitest';
import { parseNcclTests } from './nccl-tests.ts';

const about = { provenance: 'a test' };
const head = `# nccl-tests version 2.17.1 nccl-headers=22809 nccl-library=22809
# nThread 1 nGpus 2 minBytes 1024 maxBytes 1048576 step: 1024(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0
#
# Using devices
#  Rank  0 Group  0 Pid   1887 on  worker-1 device  0 [0x8d] NVIDIA H200
#  Rank  1 Group  0 Pid   1888 on  worker-1 device  1 [0x91] NVIDIA H200
NCCL version 2.28.9+cuda13.0
worker-1:1887:1900 [0] NCCL INFO NCCL_ALGO set by environment to Ring
#
#                                                              out-of-place                       in-place          
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       
`;
const rows = `        1024           256     float     sum      -1    26.14    0.04    0.04      0    25.90    0.04    0.04      0
worker-1:1888:1901 [1] NCCL INFO Connected all rings
     1048576        262144     float     sum      -1    28.89   36.30   36.30      0    28.51   36.78   36.78    N/A
`;
const tail = '# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 18.1712 \n#\n';

test('reads the table of all_reduce_perf', () => {
  expect(parseNcclTests('log.txt', head + rows + tail, about)).toEqual({
    schemaVersion: 1,
    provenance: 'a test',
    tool: 'nccl-tests all_reduce_perf',
    version: '2.28.9+cuda13.0',
    machine: '2 × NVIDIA H200',
    operation: 'allreduce',
    ranks: 2,
    algorithm: 'ring',
    dataType: 'float',
    reduction: 'sum',
    rows: [
      { bytes: 1024, timeUs: 26.14, inPlaceUs: 25.9, wrong: 0 },
      { bytes: 1_048_576, timeUs: 28.89, inPlaceUs: 28.51, wrong: 0 },
    ],
  });
});

test('reads an older table under mpirun, and finds the ranks by busbw/algbw', () => {
  const text = `[1,0]<stdout>:#       size         count    type   redop     time   algbw   busbw  error     time   algbw   busbw  error
[1,0]<stdout>:#        (B)    (elements)                     (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
[1,0]<stdout>:     1048576        262144   float     sum    135.3    7.75   13.56  7e-07    132.7    7.90   13.83  7e-07
`;
  expect(parseNcclTests('old.txt', text, { ...about, machine: 'a cluster' })).toMatchObject({
    machine: 'a cluster',
    version: 'unknown',
    ranks: 8,
    algorithm: 'unknown',
    rows: [{ bytes: 1_048_576, timeUs: 135.3, inPlaceUs: 132.7 }],
  });
});

test.for([
  { what: 'a file of something else', text: 'hello\n', says: 'log: 1: no "# size count type …" line' },
  { what: 'a table without rows', text: head + tail, says: 'log: 11: no rows follow this line' },
  {
    what: 'a row that was cut off',
    text: `${head}        1024           256     float     sum      -1    26.14\n`,
    says: 'log: 13: 6 columns, but the header has 13',
  },
  {
    what: 'a time that is none',
    text: head + rows.replace('28.89', 'nan'),
    says: 'log: 15: "nan" is no time',
  },
  {
    what: 'wrong results',
    text: head + rows.replace('0.04      0', '0.04      7'),
    says: 'log: 13: 7 wrong elements',
  },
  {
    what: 'another collective',
    text: head + rows.replaceAll('sum', 'none'),
    says: 'log: 13: redop is "none": not an allreduce',
  },
  {
    what: 'a collective with a root',
    text: head + rows.replaceAll(' -1 ', '  0 '),
    says: 'log: 13: root is 0: not an allreduce',
  },
  {
    what: 'a reduce-scatter, whose busbw is (n−1)/n of algbw',
    text: head + rows.replace('36.30   36.30', '36.30   18.15'),
    says: 'log: 15: busbw/algbw = 18.15/36.3 is not the 2(n−1)/n of an allreduce of 2 ranks',
  },
  {
    what: 'another test by its name',
    text: `${head}${rows}${tail}# Collective test concluded: sendrecv_perf\n`,
    says: 'log: 19: the test is sendrecv_perf, not all_reduce_perf',
  },
  {
    what: 'a run that failed',
    text: head + rows + tail.replace('0 OK', '3 FAILED'),
    says: 'log: 16: the run failed its own check',
  },
  {
    what: 'two types in one table',
    text: head + rows.replace('262144     float', '524288      half'),
    says: 'log: 15: half after float: give one file for each type and reduction',
  },
  {
    what: 'a size twice',
    text: head + rows.replace('        1024  ', '     1048576  '),
    says: 'log: two rows of 1048576 bytes',
  },
  {
    what: 'a line between the rows that is none',
    text: head + rows.replace('worker-1:1888:1901 [1] NCCL INFO Connected all rings', '     1048x76  cut'),
    says: 'log: 14: neither a row nor a comment nor NCCL\'s log: "1048x76  cut"',
  },
  { what: 'two tables', text: head + rows + head + rows, says: 'a second table' },
  {
    what: 'ranks that nothing tells',
    text: (head + rows).replace(/# +Rank.*\n/g, '').replace('36.30   36.30', '36.30   60.00'),
    says: 'log: 13: no "# Rank" lines, and busbw/algbw = 60/36.3 is no 2(n−1)/n of an allreduce',
  },
  {
    what: 'ranks of which several fit',
    text: (head + rows).replace(/# +Rank.*\n/g, '').replace('36.30   36.30', '36.30   72.53'),
    says: 'fits more than one number of ranks',
  },
])('refuses $what', ({ text, says }) => {
  expect(() => parseNcclTests('log', text, about)).toThrow(says);
});

test('a table of one row, with blanks after its header', () => {
  const [first = ''] = rows.split('\n');
  expect(parseNcclTests('log', head.replaceAll('#wrong\n', '#wrong   \n') + first, about).rows).toHaveLength(
    1,
  );
});

test('two hosts are no single box', () => {
  const two = head.replace('1888 on  worker-1', '1888 on  worker-2');
  expect(parseNcclTests('log', two + rows, about).machine).toBe('2 × NVIDIA H200 on 2 nodes (1 + 1)');
});

test.for([
  { setting: 'Tree', algorithm: 'tree' },
  { setting: 'Ring,Tree', algorithm: 'unknown' },
  { setting: 'Ring, Tree', algorithm: 'unknown' },
  { setting: '^Ring', algorithm: 'unknown' },
] as const)('NCCL_ALGO $setting is $algorithm', ({ setting, algorithm }) => {
  const text = head.replace('environment to Ring', `environment to ${setting}`) + rows;
  expect(parseNcclTests('log', text, about).algorithm).toBe(algorithm);
});

const times = {
  tag: 'Tree',
  world: 8,
  nccl: '(2, 28, 9)',
  rows: [{ bytes: 1024, us_min: 36.5, us_med: 39.9, us_max: 93.9 }],
};

test('reads the JSON of per-call times', () => {
  expect(parseNcclTests('t.json', JSON.stringify(times), { ...about, machine: 'a host' })).toMatchObject({
    tool: 'NCCL',
    version: '2.28.9',
    ranks: 8,
    algorithm: 'tree',
    rows: [{ bytes: 1024, timeUs: 36.5, medianUs: 39.9, maxUs: 93.9 }],
  });
});

test.for([
  { text: '{"tag": ', says: 't.json: not JSON' },
  {
    text: JSON.stringify({ ...times, rows: [] }),
    says: 't.json: /rows: must be a list with at least one row',
  },
  {
    text: JSON.stringify({ ...times, tag: 'Star' }),
    says: 't.json: /tag: must be Ring, Tree or default, not "Star"',
  },
  {
    text: JSON.stringify({ ...times, rows: [...times.rows, ...times.rows] }),
    says: 't.json: two rows of 1024 bytes',
  },
  {
    text: JSON.stringify({ ...times, rows: [{ bytes: 1 }] }),
    says: 't.json: /rows/0/us_min: must be a number',
  },
])('refuses $text', ({ text, says }) => {
  expect(() => parseNcclTests('t.json', text, about)).toThrow(says);
});
