// The border: documents enter through a parse function that returns a type or throws with the place of the fault.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { formatId } from './id.ts';
import { InvalidDocument } from './invalid.ts';
import { validatorOf } from './validators.ts';
import type {
  EquivalentMutant,
  KernelText,
  LaunchFile,
  Machine,
  MutantScores,
  Reference,
  Result,
  Run,
  SeriesFile,
  SiteChecks,
  SiteFamily,
  SiteIndex,
  SiteJudgement,
  SiteSpeed,
  Suite,
  Topology,
} from './types.generated.ts';
import { refuseContradiction } from './validate/contradiction.ts';
import { siteFamilyContradiction, siteIndexContradiction } from './validate/site.ts';

const resultShape = parser<Result>('result.schema.json');
const runShape = parser<Run>('run.schema.json');

/** Checks one result; `file` names its origin in errors. */
export function parseResult(file: string, value: unknown): Result {
  const result = resultShape(file, value);
  refuseOtherId(file, '', result);
  return result;
}

/** Checks a run file. */
export function parseRun(file: string, value: unknown): Run {
  const run = runShape(file, value);
  for (const [index, result] of run.results.entries()) refuseOtherId(file, `/results/${index}`, result);
  return run;
}

// No schema can say it: the id is the other three, joined.
function refuseOtherId(file: string, pointer: string, result: Result): void {
  const expected = formatId(result);
  if (result.id !== expected)
    throw new InvalidDocument(`${file}: ${pointer}/id: must be "${expected}", not "${result.id}"`);
}

/** Checks a machine profile. */
export const parseMachine = parser<Machine>('run.schema.json#/$defs/machine');
/** Checks a kernel's text; whether the hash is that of the passes, `hashKernel` tells. */
export const parseKernel = parser<KernelText>('kernel.schema.json');
/** Checks a suite file. */
export const parseSuite = parser<Suite>('suite.schema.json');
/** Checks a machine's A/A file. */
export const parseLaunches = parser<LaunchFile>('aa.schema.json');

const seriesShape = parser<SeriesFile>('series.schema.json');

/** Checks a series that bench detect is given. */
export function parseSeries(file: string, value: unknown): SeriesFile {
  const series = seriesShape(file, value);
  const { values, kernelHashes } = series;
  // No schema can say it.
  if (kernelHashes && kernelHashes.length !== values.length)
    throw new InvalidDocument(
      `${file}: /kernelHashes: must have one for each of the ${values.length} values, not ${kernelHashes.length}`,
    );
  return series;
}

const siteIndexShape = parser<SiteIndex>('site-index.schema.json');

/** Checks the dashboard's index, and that no machine in it contradicts itself. */
export function parseSiteIndex(file: string, value: unknown): SiteIndex {
  const index = siteIndexShape(file, value);
  refuseContradiction(file, siteIndexContradiction(index));
  return index;
}

const siteFamilyShape = parser<SiteFamily>('site-family.schema.json');

/** Checks one of the dashboard's family files, and that no series in it contradicts itself. */
export function parseSiteFamily(file: string, value: unknown): SiteFamily {
  const family = siteFamilyShape(file, value);
  refuseContradiction(file, siteFamilyContradiction(family));
  return family;
}

/** Checks the edge cases behind one of the dashboard's families. */
export const parseSiteChecks = parser<SiteChecks>('site-checks.schema.json');

const judgementShape = parser<SiteJudgement>('site-judgement.schema.json');

/** Checks what the dashboard is told of a machine's speed, and that it names only runs that it has. */
export function parseSiteJudgement(file: string, value: unknown): SiteJudgement {
  const judgement = judgementShape(file, value);
  const { runs, series, changes, newest } = judgement;
  const named = [
    ...series.flatMap(({ segments }) => segments.flatMap(({ first, last }) => [first, last])),
    ...series.flatMap(({ move: { best, since, latest } }) => [best, since, latest]),
    ...changes.flatMap(({ before, after, earliest, latest }) => [before, after, earliest, latest]),
    ...(newest ? [newest.run] : []),
  ];
  refuseStray(`${file}: /runs`, runs.length, named);
  return judgement;
}

const speedShape = parser<SiteSpeed>('site-speed.schema.json');

/** Checks what the dashboard is told of the suites' own speed, and that each names only runs that it has. */
export function parseSiteSpeed(file: string, value: unknown): SiteSpeed {
  const speed = speedShape(file, value);
  for (const [at, { runs, series }] of speed.suites.entries()) {
    const named = series.flatMap(({ levels, changes }) => [
      ...levels.flatMap(({ first, last }) => [first, last]),
      ...changes.flatMap(({ before, after }) => [before, after]),
    ]);
    refuseStray(`${file}: /suites/${at}/runs`, runs.length, named);
  }
  return speed;
}

/** Throws where a place is named that a list does not have: no schema can say it. */
export function refuseStray(place: string, count: number, named: readonly number[], what = 'run'): void {
  const stray = named.find((run) => run >= count);
  if (stray !== undefined)
    throw new InvalidDocument(`${place}: has ${count} ${what}s, and ${what} ${stray} is named`);
}

/** Checks a file of rows that another tool measured. */
export const parseReference = parser<Reference>('reference.schema.json');

/** Checks a file of mutation scores. */
export const parseMutantScores = parser<MutantScores>('mutants.schema.json');

/** Checks a family's list of mutants that compute the same. */
export const parseEquivalentMutants = parser<readonly EquivalentMutant[]>('equivalent-mutants.schema.json');

const topologyShape = parser<Topology>('topology.schema.json');

/** Checks a topology file. */
export function parseTopology(file: string, value: unknown): Topology {
  const topology = topologyShape(file, value);
  // No schema can say it: more than one node needs links between them, and where any protocol has an upper end, only the last
  // has none.
  if (topology.nodes > 1 && !topology.inter)
    throw new InvalidDocument(`${file}: /inter: is needed between ${topology.nodes} nodes`);
  if (topology.protocols.length === 0)
    throw new InvalidDocument(`${file}: /protocols: at least one is needed`);
  const hasSwitch = topology.protocols.some(({ upToBytesPerHop }) => upToBytesPerHop !== undefined);
  for (const [index, { upToBytesPerHop }] of hasSwitch ? topology.protocols.entries() : []) {
    const isLast = index === topology.protocols.length - 1;
    if (isLast === (upToBytesPerHop === undefined)) continue;
    const says = isLast ? 'the last protocol has no upper end' : 'only the last protocol has no upper end';
    throw new InvalidDocument(`${file}: /protocols/${index}/upToBytesPerHop: ${says}`);
  }
  return topology;
}

/** Parses JSON text; throws InvalidDocument that names the file. */
export function readJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidDocument(`${file}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The parse function of a schema by its name; `tell` adds to the message of a fault what it says of the faulty value. */
export function parser<T>(
  schema: string,
  tell: (value: unknown) => string = () => '',
): (file: string, value: unknown) => T {
  let validate: ValidateFunction<T> | undefined;
  return (file, value) => {
    validate ??= validatorOf<T>(schema);
    if (validate(value)) return value;
    const error = decisive(validate.errors ?? []);
    if (!error) throw new InvalidDocument(`${file}: does not follow its schema`);
    const { instancePath } = error;
    const told = tell(valueAt(value, instancePath));
    throw new InvalidDocument(`${file}: ${instancePath || '/'}: ${describe(error)}${told}`);
  };
}

// An "if" error only repeats that one of the branch's own errors, listed first, holds.
function decisive(errors: readonly ErrorObject[]): ErrorObject | undefined {
  return errors.find((candidate) => candidate.keyword !== 'if') ?? errors[0];
}

function valueAt(document: unknown, pointer: string): unknown {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>(
    (value, name) =>
      // Arrays too are objects of their places.
      typeof value === 'object' && value !== null ? (value as { [name: string]: unknown })[name] : undefined,
    document,
  );
}

function describe(error: ErrorObject): string {
  switch (error.keyword) {
    case 'additionalProperties':
      return `unknown field "${error.params['additionalProperty']}"`;
    case 'enum':
      return `must be one of ${error.params['allowedValues'].join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(error.params['allowedValue'])}`;
    case 'false schema':
      // The field that forbids it: status or kind.
      return `is not allowed with this ${/dependentSchemas\/(\w+)/.exec(error.schemaPath)?.[1] ?? 'status'}`;
    default:
      return error.message ?? error.keyword;
  }
}
