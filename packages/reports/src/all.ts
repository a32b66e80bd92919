// Every write-up that results can fill.
import { familyLadders } from '@kernel-ladder/schema';
import type { Run, Training, TuningTable } from '@kernel-ladder/schema';
import { accessPatterns, accessPatternsFigure } from './access-patterns.ts';
import { allreduceModel } from './allreduce-model.ts';
import { whenAtomics } from './atomics.ts';
import { besideOthers } from './beside-others.ts';
import { caseStudy, caseStudyFigure } from './case-study.ts';
import { transformerKernels } from './collection.ts';
import { configGuide } from './config-guide.ts';
import { contents } from './contents.ts';
import { cpuCrossover } from './cpu-crossover.ts';
import { designGuide } from './design-guide.ts';
import { fusion } from './fusion.ts';
import { generated } from './generated.ts';
import { journey } from './journey.ts';
import { headline } from './headline.ts';
import { measuredSection } from './measured.ts';
import { attentionMemory, gemmMemory } from './memory.ts';
import { pipelining } from './pipelining.ts';
import { portability } from './portability.ts';
import { occupancy } from './occupancy.ts';
import type { Report, ReportInput } from './report.ts';
import { scanWork, scanWorkFigure } from './scan-work.ts';
import { gemmSizes, roofline } from './sizes.ts';
import { sparseIrregular, sparseIrregularFigure } from './sparse-irregular.ts';
import { speedAccuracy } from './speed-accuracy.ts';
import { stability } from './stability.ts';
import { suiteSpeed } from './suite-speed.ts';
import type { SpeedInput } from './suite-speed.ts';
import { timelines } from './timeline.ts';
import { tolerances } from './tolerances.ts';
import { trainingPage } from './training.ts';
import { tuningSearch } from './tuning-search.ts';
import { winners } from './winners.ts';

const lengths = [10, 12, 14, 16, 18, 20, 22, 24, 26, 28].map((log2) => 2 ** log2);

/** The measured table of the root README, as Markdown. */
export function readmeSection(runs: readonly Run[]): string {
  return measuredSection(inputOf(runs));
}

/** What else is on record: how fast the suites are, what tests said, by date, what searches of parameters saw, and what was trained. */
export interface OtherRecords extends Omit<SpeedInput, 'runs'> {
  /** Tables that plans read, and landscapes that were recorded to try searches on. */
  readonly tables: readonly TuningTable[];
  readonly landscapes: readonly TuningTable[];
  /** Of language models, here and elsewhere. */
  readonly trainings: readonly Training[];
}

interface FamilyPages {
  readonly family: string;
  readonly pages: (input: ReportInput) => readonly Report[];
}

// Pages that are about one family alone, and need no more of it than that it has a run.
const ofFamilies: readonly FamilyPages[] = [
  { family: 'allreduce', pages: (input) => [allreduceModel(input)] },
  { family: 'memory', pages: (input) => [accessPatterns(input), occupancy(input)] },
  { family: 'sparse', pages: (input) => [sparseIrregular(input)] },
  { family: 'atomics', pages: (input) => [whenAtomics(input)] },
  { family: 'streams', pages: (input) => [timelines(input)] },
  { family: 'fusion', pages: (input) => [generated(input)] },
];

const noOthers: OtherRecords = { speed: [], tests: [], tables: [], landscapes: [], trainings: [] };

/**
 * All write-ups and a page that lists them, a pure function of the runs, which are in the order of their commits, and of the other records:
 * the same give the same text, so that CI can compare it with what is committed. Pages of families without a run are left out.
 */
export function allReports(runs: readonly Run[], others: OtherRecords = noOthers): readonly Report[] {
  const input = inputOf(runs);
  const [suitePage, ...suiteFigures] = suiteSpeed({ runs, ...others });
  const byName = new Map(input.families.map((family) => [family.name, family]));
  const gemm = byName.get('gemm');
  const attention = byName.get('attention');
  const pages = [
    designGuide(input),
    headline(input),
    besideOthers(input),
    ...input.families.map((family) => journey(family, input)),
    ...(gemm
      ? [gemmSizes(gemm, input), gemmMemory(gemm, input), pipelining(input), speedAccuracy(input)]
      : []),
    ...(attention ? [attentionMemory(attention, input), caseStudy(attention, input)] : []),
    winners({ family: 'reduce', title: 'When each reduction wins', along: 'n', sizes: lengths }, input),
    winners({ family: 'scan', title: 'When each scan wins', along: 'n', sizes: lengths }, input),
    scanWork(input),
    ...ofFamilies.filter(({ family }) => byName.has(family)).flatMap(({ pages: write }) => write(input)),
    stability(input),
    tolerances(input),
    cpuCrossover(input),
    fusion(input),
    transformerKernels(input),
    roofline(input),
    portability(input),
    suitePage,
    trainingPage(others.trainings),
    tuningSearch([...others.landscapes, ...others.tables]),
    ...[configGuide(input, others.tables)].filter((page) => page !== null),
  ];
  const figures = [
    ...suiteFigures,
    scanWorkFigure(input),
    ...(byName.has('memory') ? [accessPatternsFigure(input)] : []),
    ...(byName.has('sparse') ? [sparseIrregularFigure(input)] : []),
    ...(attention ? [caseStudyFigure(attention, input)] : []),
  ];
  return [contents(pages, input), ...pages, ...figures];
}

// Write-ups are of kernels: rows of a CPU or of a peer stand beside a ladder and are no rung of it.
function inputOf(runs: readonly Run[]): ReportInput {
  const families = familyLadders(runs).map((family) => ({
    ...family,
    rungs: family.rungs.filter(({ kind }) => kind === 'gpu'),
  }));
  return { families, runs };
}
