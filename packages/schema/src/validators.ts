// Compiles a schema at its first use. A page under a strict policy may not make code from text: its build takes this module's
// `options`, compiles the schemas ahead of time, and puts a `validatorOf` of what it compiled in this module's place.
import type { Options } from 'ajv/dist/2020.js';
import { compilerOf } from './compile.ts';
import { formats } from './formats.ts';
import aaSchema from '../schemas/aa.schema.json' with { type: 'json' };
import equivalentMutantsSchema from '../schemas/equivalent-mutants.schema.json' with { type: 'json' };
import acknowledgedSchema from '../schemas/acknowledged.schema.json' with { type: 'json' };
import confirmedSchema from '../schemas/confirmed.schema.json' with { type: 'json' };
import columnsSchema from '../schemas/columns.schema.json' with { type: 'json' };
import kernelSchema from '../schemas/kernel.schema.json' with { type: 'json' };
import mutantsSchema from '../schemas/mutants.schema.json' with { type: 'json' };
import referenceSchema from '../schemas/reference.schema.json' with { type: 'json' };
import resultSchema from '../schemas/result.schema.json' with { type: 'json' };
import runSchema from '../schemas/run.schema.json' with { type: 'json' };
import seriesSchema from '../schemas/series.schema.json' with { type: 'json' };
import siteAcknowledgedSchema from '../schemas/site-acknowledged.schema.json' with { type: 'json' };
import siteCaseSchema from '../schemas/site-case.schema.json' with { type: 'json' };
import siteChecksSchema from '../schemas/site-checks.schema.json' with { type: 'json' };
import siteFamilySchema from '../schemas/site-family.schema.json' with { type: 'json' };
import siteGridSchema from '../schemas/site-grid.schema.json' with { type: 'json' };
import siteCommitsSchema from '../schemas/site-commits.schema.json' with { type: 'json' };
import siteEffectsSchema from '../schemas/site-effects.schema.json' with { type: 'json' };
import siteIndexSchema from '../schemas/site-index.schema.json' with { type: 'json' };
import siteJudgementSchema from '../schemas/site-judgement.schema.json' with { type: 'json' };
import siteNoiseSchema from '../schemas/site-noise.schema.json' with { type: 'json' };
import siteRunSchema from '../schemas/site-run.schema.json' with { type: 'json' };
import siteRunListSchema from '../schemas/site-run-list.schema.json' with { type: 'json' };
import siteOverviewSchema from '../schemas/site-overview.schema.json' with { type: 'json' };
import siteRunsSchema from '../schemas/site-runs.schema.json' with { type: 'json' };
import siteSpeedSchema from '../schemas/site-speed.schema.json' with { type: 'json' };
import suiteSchema from '../schemas/suite.schema.json' with { type: 'json' };
import topologySchema from '../schemas/topology.schema.json' with { type: 'json' };
import trainingSchema from '../schemas/training.schema.json' with { type: 'json' };
import tuningSchema from '../schemas/tuning.schema.json' with { type: 'json' };

/** Every schema of this package by its file's name, and how Ajv compiles them. */
export const options: Options = {
  schemas: [
    resultSchema,
    runSchema,
    kernelSchema,
    suiteSchema,
    aaSchema,
    seriesSchema,
    confirmedSchema,
    siteIndexSchema,
    siteFamilySchema,
    siteChecksSchema,
    siteJudgementSchema,
    columnsSchema,
    siteCaseSchema,
    siteRunsSchema,
    siteSpeedSchema,
    siteRunSchema,
    siteRunListSchema,
    siteNoiseSchema,
    siteAcknowledgedSchema,
    acknowledgedSchema,
    siteCommitsSchema,
    siteEffectsSchema,
    siteGridSchema,
    siteOverviewSchema,
    topologySchema,
    referenceSchema,
    mutantsSchema,
    equivalentMutantsSchema,
    tuningSchema,
    trainingSchema,
  ],
  // Their own shape is held by a test: to check it here would compile the meta-schema at the start of every process.
  validateSchema: false,
  allErrors: false,
  strictTypes: false,
  strictRequired: false,
  // Shorter code checks no faster, and a third of what it takes to compile it goes into making it shorter.
  code: { optimize: false },
  formats,
};

/** The validator of a schema, by its `$id`; throws where there is no such schema. */
export const validatorOf = compilerOf(options);

/** Has validators brought that are yet to come: none here, and in a page those that its first view has no need of. */
export async function prepareValidators(): Promise<void> {}
