import { expect, test } from 'vitest';
import {
  InvalidDocument,
  parseMachine,
  parseReference,
  parseResult,
  parseRun,
  parseSiteChecks,
  parseSiteFamily,
  parseSiteIndex,
  parseSuite,
  parseTopology,
  readJson,
} from './index.ts';
import { failed, machine, passed, run, skipped } from './testing.ts';

const site = { schemaVersion: 1, machineKey: machine.key };
const { check, ...unchecked } = passed;
const { reason, ...unexplained } = failed;
const { status: _, ...statusless } = failed;
const suite = {
  schemaVersion: 1,
  name: 'quick',
  select: ['**'],
  effort: 'quick',
  cases: { hardware: ['headline'], software: ['small'] },
};

test.for([passed, failed, skipped])('takes a result that is $status', (result) => {
  expect(parseResult('result.json', result)).toBe(result);
});

const headline = { cache: 'cold', metric: 'gbps', cases: [] };
const about = { name: 'reduce', title: '', simulated: false, params: [], rungs: [], headline, tolerance: '' };

test('takes a whole run, a suite and the dashboard’s files', () => {
  expect(parseRun('run.json', run)).toBe(run);
  expect(parseSuite('suite.json', suite)).toBe(suite);
  const index = { schemaVersion: 1, machines: [{ machine, runs: 1, families: ['reduce'] }] };
  expect(parseSiteIndex('index.json', index)).toBe(index);
  const family = { ...site, family: 'reduce', ladder: about, kernels: [], runs: [], series: [] };
  expect(parseSiteFamily('reduce.json', family)).toBe(family);
  const checks = { ...site, family: 'reduce', simulated: false, variants: [] };
  expect(parseSiteChecks('reduce.json', checks)).toBe(checks);
});

test.for([
  {
    what: 'a failed result with a timing',
    value: { ...failed, timing: passed.timing },
    says: '/timing: is not allowed with this status',
  },
  {
    what: 'a failed result with metrics',
    value: { ...failed, metrics: passed.metrics },
    says: '/metrics: is not allowed',
  },
  {
    what: 'a skipped result with samples',
    value: { ...skipped, samplesNs: [1] },
    says: '/samplesNs: is not allowed',
  },
  {
    what: 'a skipped result with a second timing',
    value: { ...skipped, secondary: [passed.timing] },
    says: '/secondary: is not',
  },
  {
    what: 'a passed result without a check',
    value: unchecked,
    says: "/: must have required property 'check'",
  },
  {
    what: 'a passed result over its tolerance',
    value: { ...passed, check: { ...check, worstErrorOverTolerance: 1.5 } },
    says: '/check/worstErrorOverTolerance: must be <= 1',
  },
  {
    what: 'a timing whose last output nobody checked',
    value: { ...passed, check: { ...check, post: false } },
    says: '/check/post: must be true',
  },
  {
    what: 'a passed result with a reason',
    value: { ...passed, reason },
    says: '/reason: is not allowed with this status',
  },
  {
    what: 'a failed result without a reason',
    value: unexplained,
    says: "/: must have required property 'reason'",
  },
  {
    what: 'a reason that nobody knows',
    value: { ...failed, reason: { code: 'bad-luck', message: 'x' } },
    says: '/reason/code: must match',
  },
  { what: 'a result without a status', value: statusless, says: "/: must have required property 'status'" },
  {
    what: 'an unknown status',
    value: { ...failed, status: 'flaky' },
    says: '/status: must be one of passed, failed, skipped',
  },
  { what: 'an unknown field', value: { ...failed, mood: 'bad' }, says: '/: unknown field "mood"' },
  {
    what: 'an unknown field further down',
    value: { ...passed, check: { ...check, by: 'eye' } },
    says: '/check: unknown field "by"',
  },
  {
    what: 'a fraction of a nanosecond',
    value: { ...passed, samplesNs: [1.5] },
    says: '/samplesNs/0: must be integer',
  },
  {
    what: 'an id that is not its parts',
    value: { ...passed, variant: 'tiled' },
    says: '/id: must be "reduce/tiled/n=4,f32"',
  },
])('refuses $what', ({ value, says }) => {
  expect(() => parseResult('result.json', value)).toThrow(`result.json: ${says}`);
});

test.for([
  { what: 'another version', value: { ...run, schemaVersion: 2 }, says: '/schemaVersion: must be 1' },
  {
    what: 'a short sha',
    value: { ...run, run: { ...run.run, commit: { ...run.run.commit, sha: 'abc' } } },
    says: '/run/commit/sha: must match',
  },
  {
    what: 'a date in words',
    value: { ...run, run: { ...run.run, startedAt: 'yesterday' } },
    says: '/run/startedAt: must match format',
  },
  {
    what: 'peaks that are no table',
    value: { ...run, machine: { ...machine, peaks: 5 } },
    says: '/machine/peaks: must be object',
  },
  {
    what: 'a bad result among good ones',
    value: { ...run, results: [passed, unchecked] },
    says: "/results/1: must have required property 'check'",
  },
  { what: 'text for a list', value: { ...run, sessions: 'two' }, says: '/sessions: must be array' },
  { what: 'nothing at all', value: null, says: '/: must be object' },
])('refuses a run with $what', ({ value, says }) => {
  expect(() => parseRun('run.json', value)).toThrow(`run.json: ${says}`);
});

test('refuses a machine key that could be a path', () => {
  expect(() => parseMachine('machine', { ...machine, key: '../../etc-01234567' })).toThrow(
    '/key: must match',
  );
});

test('refuses a suite that selects nothing or names a size that there is not', () => {
  expect(() => parseSuite('s.json', { ...suite, select: [] })).toThrow(
    's.json: /select: must NOT have fewer than 1 items',
  );
  const cases = { hardware: ['gigantic'], software: [] };
  expect(() => parseSuite('s.json', { ...suite, cases })).toThrow(
    's.json: /cases/hardware/0: must be one of tiny, small, headline',
  );
});

const quantity = { value: 1, from: 'assumed' };
const protocol = {
  name: 'Simple',
  stepUs: quantity,
  efficiency: quantity,
  chunkBytes: quantity,
  pieces: quantity,
};
const topology = {
  schemaVersion: 1,
  name: 'two',
  description: 'two GPUs',
  nodes: 1,
  ranksPerNode: 2,
  channels: quantity,
  launch: { kernelUs: quantity, hostUs: quantity, hostPerDoublingUs: quantity },
  intra: { latencyUs: quantity, bandwidthGBps: quantity },
  reduceGBps: quantity,
  protocols: [{ ...protocol, name: 'LL', upToBytesPerHop: quantity }, protocol],
};

test('takes a topology', () => {
  expect(parseTopology('t.json', topology)).toBe(topology);
  const unswitched = { ...topology, protocols: [protocol, protocol] };
  expect(parseTopology('t.json', unswitched)).toBe(unswitched);
});

test.for([
  {
    what: 'a number of unknown origin',
    value: { ...topology, reduceGBps: 5 },
    says: '/reduceGBps: must be object',
  },
  {
    what: 'a link that carries nothing',
    value: { ...topology, intra: { ...topology.intra, bandwidthGBps: { ...quantity, value: 0 } } },
    says: '/intra/bandwidthGBps/value: must be > 0',
  },
  { what: 'nodes with nothing between them', value: { ...topology, nodes: 2 }, says: '/inter: is needed' },
  { what: 'no protocol', value: { ...topology, protocols: [] }, says: '/protocols: at least one' },
  {
    what: 'messages too large for any protocol',
    value: { ...topology, protocols: topology.protocols.slice(0, 1) },
    says: '/protocols/0/upToBytesPerHop: the last protocol has no upper end',
  },
  {
    what: 'a protocol that nothing reaches',
    value: { ...topology, protocols: [topology.protocols[0], protocol, protocol] },
    says: '/protocols/1/upToBytesPerHop: only the last protocol has no upper end',
  },
])('refuses a topology with $what', ({ value, says }) => {
  expect(() => parseTopology('t.json', value)).toThrow(`t.json: ${says}`);
});

test('takes reference rows with their provenance, and none without', () => {
  const reference = {
    schemaVersion: 1,
    provenance: 'a log',
    tool: 'nccl-tests',
    version: '2',
    machine: 'two GPUs',
    operation: 'allreduce',
    ranks: 2,
    algorithm: 'ring',
    rows: [{ bytes: 4, timeUs: 1.5 }],
  };
  expect(parseReference('r.json', reference)).toBe(reference);
  const { provenance, ...without } = reference;
  expect(provenance).toBe('a log');
  expect(() => parseReference('r.json', without)).toThrow("must have required property 'provenance'");
});

test('names the file that is not JSON', () => {
  expect(() => readJson('half.json', '{"a":')).toThrow(InvalidDocument);
  expect(() => readJson('half.json', '{"a":')).toThrow('half.json: not JSON: ');
});
