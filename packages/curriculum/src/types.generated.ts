// Generated from schemas/*.schema.json by `pnpm --filter @kernel-ladder/curriculum types`; do not edit.

export type Item = {
  readonly id: string;
  readonly title: string;
  readonly family: string;
  readonly kind: ItemKind;
  readonly tier: Tier;
  readonly fidelity?: Fidelity;
  readonly needs?: readonly Need[];
  /**
   * The suite that measures what the rule asks for; full unless said.
   */
  readonly suite?: string;
  /**
   * Where the curricula ask for it, as track/phase, the main place first.
   *
   * @minItems 1
   */
  readonly places: readonly string[];
  /**
   * What the curriculum asks for.
   */
  readonly ask: string;
  /**
   * What that becomes here.
   */
  readonly webgpu: string;
  /**
   * What proves it, in words; the rule says the same as data.
   */
  readonly evidence: string;
  readonly rule?: Rule;
  /**
   * Items to build first, besides those that the rule names.
   */
  readonly after?: readonly string[];
  /**
   * 2, 3 or 5 by tier when left out.
   */
  readonly effort?: number;
  /**
   * @minItems 1
   */
  readonly nearest?: readonly string[];
  /**
   * @minItems 1
   */
  readonly checklist?: readonly Check[];
};
/**
 * bench: proven by running; doc: by a generated write-up; self: ticked by the learner; out: not possible in WebGPU.
 */
export type ItemKind = "bench" | "doc" | "self" | "out";
export type Tier = "core" | "extended" | "stretch" | "none";
/**
 * How the WebGPU form relates to what the curriculum asks for.
 */
export type Fidelity = "native" | "emulated" | "simulated" | "peer";
export type Need = "any" | "gpu" | "subgroups" | "f16" | "subgroup-matrix" | "timestamp-query" | "nvidia-host" | "nvidia-host-multi" | "ci";
/**
 * What proves an item: one condition over results, tests and artefacts, or several joined.
 */
export type Rule = PassedRule | EdgeCasesRule | DeclinedRule | QuantityRule | RatioRule | GrowthRule | DistinctRule | ApartRule | PeerRule | TestsRule | LineCoverageRule | ArtefactRule | ItemsRule | AllRule | AnyRule;
/**
 * One value, one of several, a range, as another parameter, or * for any.
 */
export type Match = (string | number | boolean) | (string | number | boolean)[] | Range | SameAs;
/**
 * A number of the selected results against a threshold: of every variant named at every place of `at`, or on `count` of them.
 */
export type QuantityRule = {
  readonly rule: "quantity";
  readonly of: Selector;
  readonly quantity: QuantityName;
  readonly above?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly below?: number;
  /**
   * So many results suffice, wherever they are.
   */
  readonly count?: number;
  /**
   * Only timings of so many samples count.
   */
  readonly minSamples?: number;
  readonly at?: Places;
};
/**
 * A name of src/quantities.ts, in which every metric of packages/schema stands; the parser adds the names.
 */
export type QuantityName = import("./quantities.ts").QuantityName;
/**
 * A number of one variant over that of a named rival: same machine, same run, same case; of every variant and every rival at every place of `at`, or of `count` pairs.
 */
export type RatioRule = {
  readonly rule: "ratio";
  readonly of: Selector;
  readonly over: Rival;
  readonly quantity: QuantityName;
  /**
   * The parameters that must agree, where the cases differ in others; the whole case when left out.
   */
  readonly pair?: readonly string[];
  readonly above?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly below?: number;
  /**
   * So many pairs suffice, wherever they are.
   */
  readonly count?: number;
  readonly at?: Places;
};
export type GrowthOrder = "constant" | "linear" | "quadratic";
/**
 * What the sections of a heading hold, those of one heading taken together.
 */
export type SectionCondition = {
  /**
   * Part of a heading; * takes the whole page.
   */
  readonly heading: string;
  /**
   * Only tables count that have these columns; each is the head of one, or its part before a comma.
   *
   * @minItems 1
   */
  readonly columns?: readonly string[];
  /**
   * So many rows of those tables at least.
   */
  readonly rows?: number;
  /**
   * Each stands in a cell of those rows, alone or as a word of it.
   *
   * @minItems 1
   */
  readonly naming?: readonly string[];
  /**
   * None of these stands in a cell of those rows, alone or as a word of it.
   *
   * @minItems 1
   */
  readonly without?: readonly string[];
  /**
   * Each is part of the text outside tables.
   *
   * @minItems 1
   */
  readonly says?: readonly string[];
};
export type State = "not-started" | "implemented" | "proven" | "regressed" | "not-applicable" | "ticked";

export interface CurriculumDocuments {
  readonly items: ItemsFile;
  readonly progress: Progress;
  readonly "test-evidence": TestEvidence;
  readonly completion: Completion;
}
/**
 * Items, and the tracks that they belong to: the project's own and a user's.
 */
export interface ItemsFile {
  readonly schemaVersion: 1;
  /**
   * What the items of the file have in common.
   */
  readonly about?: string;
  readonly tracks?: readonly Track[];
  readonly items?: readonly Item[];
  /**
   * Numbers of the project's own rules that a user sets otherwise.
   */
  readonly thresholds?: readonly Threshold[];
}
export interface Track {
  readonly id: string;
  readonly title: string;
  /**
   * @minItems 1
   */
  readonly phases: readonly TrackPhase[];
}
export interface TrackPhase {
  readonly id: string;
  readonly title: string;
  readonly when?: string;
}
/**
 * The selected results passed, of every variant named at every place; none of them failed.
 */
export interface PassedRule {
  readonly rule: "passed";
  readonly of: Selector;
  readonly at?: Places;
  /**
   * How many ids at least; 1 unless said otherwise.
   */
  readonly count?: number;
  /**
   * Only results with a timing count.
   */
  readonly timed?: true;
}
/**
 * Which results. Parameters that an id spells out and `where` does not name must not be there.
 */
export interface Selector {
  /**
   * Any family when left out.
   */
  readonly family?: string;
  /**
   * @minItems 1
   */
  readonly variants?: readonly string[];
  /**
   * gpu unless said otherwise.
   */
  readonly kind?: "gpu" | "cpu" | "peer";
  /**
   * Parameters in the order of ids, dtype last; left out, any case will do.
   */
  readonly where?: {
    readonly [k: string]: Match;
  };
}
export interface Range {
  readonly min?: number;
  readonly max?: number;
}
export interface SameAs {
  readonly sameAs: string;
}
/**
 * Parameters and their values; each combination must be there.
 */
export interface Places {
  /**
   * @minItems 1
   */
  readonly [k: string]: readonly (string | number | boolean)[];
}
/**
 * Every named variant passed all cases of the sets that it takes.
 */
export interface EdgeCasesRule {
  readonly rule: "edge-cases";
  readonly of: Selector;
  /**
   * @minItems 1
   */
  readonly sets: readonly string[];
  /**
   * So many cases at least that the variant is there to get wrong, and did.
   */
  readonly expectedFailures?: number;
  /**
   * So many cases at least whose outcome was recorded.
   */
  readonly observed?: number;
  /**
   * No case was left out that the variant takes on this device.
   */
  readonly complete: true;
  /**
   * So many cases of each set at least that the variant takes; 1 unless said otherwise, 0 where it may take none.
   */
  readonly atLeast?: number;
}
/**
 * What no device here offers stands in the results, skipped with its reason, and none of it passed.
 */
export interface DeclinedRule {
  readonly rule: "declined";
  readonly of: Selector;
  readonly at?: Places;
}
/**
 * Family and `where` are those of `of` when left out.
 */
export interface Rival {
  /**
   * Any family when left out.
   */
  readonly family?: string;
  /**
   * @minItems 1
   */
  readonly variants: readonly string[];
  /**
   * gpu unless said otherwise.
   */
  readonly kind?: "gpu" | "cpu" | "peer";
  /**
   * Parameters in the order of ids, dtype last; left out, any case will do.
   */
  readonly where?: {
    readonly [k: string]: Match;
  };
}
/**
 * How a number grows along a parameter: its order over the last step, the largest two of the values named.
 */
export interface GrowthRule {
  readonly rule: "growth";
  readonly of: Selector;
  readonly quantity: QuantityName;
  readonly along: string;
  readonly order: GrowthOrder;
  /**
   * The values of the parameter each of which must be there.
   *
   * @minItems 3
   */
  readonly at: readonly number[];
}
/**
 * How many different values the passed results have.
 */
export interface DistinctRule {
  readonly rule: "distinct";
  readonly of: Selector;
  /**
   * family, variant, case, kernelHash, machine, or a parameter; several count their combinations.
   *
   * @minItems 1
   */
  readonly by: readonly string[];
  readonly atLeast: number;
  readonly timed?: true;
}
/**
 * Kernels of so many rungs were taken apart, and of that share of them the bound that their times suggest is the one that the perturbations find.
 */
export interface ApartRule {
  readonly rule: "apart";
  readonly rungs: number;
  readonly agree: number;
}
/**
 * Own rows beside rows of somebody else's implementation: same case, same run, both passed and timed. Loops on the CPU are none.
 */
export interface PeerRule {
  readonly rule: "peer";
  readonly of: Selector;
  /**
   * The variants of the peer rows, or what stands before their first dash: torch for torch and torch-compiled.
   *
   * @minItems 1
   */
  readonly by: readonly string[];
  /**
   * How many cases at least; 1 unless said otherwise.
   */
  readonly count?: number;
  /**
   * How many of `by` at least; 1 unless said otherwise.
   */
  readonly peers?: number;
}
/**
 * The named tests passed, and no test of their file failed. They ran on a machine that meets the item's needs, unless what they show is of no adapter.
 */
export interface TestsRule {
  readonly rule: "tests";
  readonly file: string;
  /**
   * Each is part of the name of a test; a skipped one of that name proves nothing.
   *
   * @minItems 1
   */
  readonly names: readonly string[];
  /**
   * What these tests show does not hang on an adapter: they open none.
   */
  readonly on?: "host";
}
/**
 * Every package's tests reach so many percent of its lines.
 */
export interface LineCoverageRule {
  readonly rule: "line-coverage";
  readonly above: number;
  /**
   * Of so many packages at least.
   */
  readonly packages?: number;
}
/**
 * A generated write-up is there, as it was generated, without missing rows, and says what it should.
 */
export interface ArtefactRule {
  readonly rule: "artefact";
  readonly path: string;
  /**
   * @minItems 1
   */
  readonly sections: readonly SectionCondition[];
}
/**
 * Other items are proven: all, or so many.
 */
export interface ItemsRule {
  readonly rule: "items";
  /**
   * @minItems 1
   */
  readonly ids: readonly string[];
  readonly atLeast?: number;
}
export interface AllRule {
  readonly rule: "all";
  /**
   * @minItems 1
   */
  readonly rules: readonly Rule[];
}
export interface AnyRule {
  readonly rule: "any";
  /**
   * @minItems 1
   */
  readonly rules: readonly Rule[];
}
/**
 * A tick is offered once `offeredBy` holds, and counts only while `requires` does.
 */
export interface Check {
  readonly title: string;
  readonly offeredBy?: Rule;
  readonly requires?: Rule;
}
export interface Threshold {
  readonly item: string;
  /**
   * JSON pointer into the item's rule, to a number.
   */
  readonly at: string;
  readonly value: number;
}
/**
 * packages/curriculum/own/progress.json: what the learner has ticked.
 */
export interface Progress {
  readonly schemaVersion: 1;
  readonly ticks: readonly Tick[];
}
export interface Tick {
  readonly item: string;
  /**
   * The entry of the item's checklist; an item with one is ticked entry by entry.
   */
  readonly check?: string;
  readonly date: string;
  readonly note?: string;
  readonly link?: string;
  readonly hours?: number;
}
/**
 * What a test run says for its commit.
 */
export interface TestEvidence {
  readonly schemaVersion: 1;
  readonly commit: string;
  readonly date: string;
  readonly environment: "ci" | "local";
  readonly machine?: TestMachine;
  readonly adapter?: TestAdapter;
  readonly spent?: TestsSpent;
  readonly tests: readonly TestOutcome[];
  readonly lineCoverage?: readonly PackageCoverage[];
}
/**
 * The machine that the tests ran on.
 */
export interface TestMachine {
  readonly os: string;
  readonly node: string;
}
/**
 * The adapter that the tests opened; where it is left out, a software one without features.
 */
export interface TestAdapter {
  readonly name: string;
  readonly vendor: string;
  readonly software: boolean;
  readonly features: readonly string[];
}
/**
 * How long all tests took, from the first package's start to the last one's end; older evidence does not say.
 */
export interface TestsSpent {
  readonly wallMs: number;
  /**
   * Of it, the tests that every change waits for, which come first: all but those of `test:whole`. Older evidence does not say.
   */
  readonly beforeWholeMs?: number;
  /**
   * That the tests might use.
   */
  readonly processors: number;
}
export interface TestOutcome {
  /**
   * From the root of the repository.
   */
  readonly file: string;
  /**
   * Title, those of the describe blocks before it.
   */
  readonly name: string;
  readonly status: "passed" | "failed" | "skipped";
}
export interface PackageCoverage {
  readonly package: string;
  readonly linesPct: number;
}
/**
 * Every item with its state and evidence, and the counts of tracks, phases and commits.
 */
export interface Completion {
  readonly schemaVersion: 1;
  /**
   * The newest commit that runs or outcomes of tests belong to; the last of `commits`.
   */
  readonly commit: string | null;
  readonly total: Counts;
  readonly tracks: readonly TrackCompletion[];
  readonly items: readonly ItemState[];
  readonly commits: readonly CommitCompletion[];
}
/**
 * provable: bench and doc items that some machine could prove. tickable: self items.
 */
export interface Counts {
  readonly items: number;
  readonly provable: number;
  readonly proven: number;
  readonly implemented: number;
  readonly regressed: number;
  readonly notApplicable: number;
  readonly tickable: number;
  readonly ticked: number;
}
export interface TrackCompletion {
  readonly id: string;
  readonly title: string;
  readonly counts: Counts;
  readonly phases: readonly PhaseCompletion[];
}
export interface PhaseCompletion {
  readonly id: string;
  readonly title: string;
  readonly counts: Counts;
  readonly items: readonly string[];
}
export interface ItemState {
  readonly id: string;
  readonly title: string;
  readonly kind: "bench" | "doc" | "self" | "out";
  readonly family: string;
  readonly track: string;
  readonly phase: string;
  readonly state: State;
  /**
   * Items to build first that are not proven, where the rule itself holds.
   *
   * @minItems 1
   */
  readonly heldBackBy?: readonly string[];
  readonly evidence: readonly EvidenceRow[];
  readonly missing: readonly Missing[];
  readonly missingFeatures?: readonly string[];
  readonly nearest?: readonly string[];
  /**
   * The first commit at which the item was proven; of a regressed one the last.
   */
  readonly provenAt?: string;
  readonly checklist?: readonly CheckState[];
}
export interface EvidenceRow {
  /**
   * A result's id, a test file, a path or an item.
   */
  readonly id: string;
  readonly metric: string;
  readonly value: number | string;
  readonly threshold: string;
  readonly met: boolean;
  readonly machine: string | null;
  readonly commit: string | null;
  readonly run?: string;
}
export interface Missing {
  readonly what: string;
  /**
   * A glob over ids, for bench run.
   */
  readonly select?: string;
  /**
   * The bench command that brings it, where a run does not.
   */
  readonly by?: "evidence" | "report" | "why";
}
export interface CheckState {
  readonly title: string;
  readonly ticked: boolean;
  /**
   * Evidence backs a tick that the learner has not made.
   */
  readonly offered: boolean;
  /**
   * What the entry requires is not proven: no tick of it counts.
   */
  readonly blocked?: true;
  readonly date?: string;
}
export interface CommitCompletion {
  readonly sha: string;
  readonly date: string;
  readonly subject: string;
  readonly total: Counts;
  readonly tracks: {
    readonly [k: string]: Counts;
  };
}
