// Generated from schemas/*.schema.json by `pnpm --filter @kernel-ladder/schema types`; do not edit.

/**
 * What an element of a problem is: a scalar of a buffer; `bf16`, the upper half of an f32, of which a word holds two; `f32x2`, the unevaluated sum of two f32; or `tf32` and `f64`, which WGSL has not.
 */
export type ElementType = "f32" | "f16" | "i32" | "u32" | "i8" | "u8" | "bf16" | "f32x2" | "tf32" | "f64";
/**
 * gpu: passes of WGSL that the harness launches; cpu and peer run themselves, and have neither kernelHash nor dispatch nor loc.
 */
export type VariantKind = "gpu" | "cpu" | "peer";
/**
 * By what it reaches the device. Absent where it reaches none, as a loop on the CPU.
 */
export type PeerApi = "cuda" | "webgpu";
export type Status = "passed" | "failed" | "skipped";
/**
 * streaming: the footprint is three times the last-level cache or more.
 */
export type Cache = "cold" | "hot" | "streaming";
export type StopReason = "converged" | "noise-plateau" | "max-samples" | "max-gpu-time" | "max-wall";
export type ComparableReason = "software-adapter" | "quantized-timestamps" | "timer-unreliable" | "throttled" | "contended" | "unstable-session" | "host-clock";
/**
 * By what the lanes of the device are timed: its own timestamps, moved onto the host's clock, or the host's clock from submission to landing.
 */
export type TimelineClock = "timestamps" | "host";
export type Lane = "host" | "upload" | "kernel" | "download";
export type PerturbationKind = "no-loads" | "no-stores" | "no-arithmetic" | "twice-arithmetic" | "half-occupancy" | "no-barriers" | "no-atomics" | "no-waits" | "empty";
export type Effort = "quick" | "normal" | "strict";
export type SizeClass = "tiny" | "small" | "headline" | "sweep" | "huge" | "held-out";
export type RowGlobs = string[];
export type Column = SameColumn | EachColumn | FewColumn;
/**
 * Index into runs.
 */
export type RunIndex = number;
export type Probability = number;
/**
 * Wall time in ms, the same of one id (or of one test), and the share of it in which the device had no passes to work on.
 */
export type SpeedQuantity = "wallMs" | "wallMsPerId" | "hostShare";
/**
 * Index into runs.
 */
export type SpeedPlace = number;
/**
 * Index into commits.
 */
export type CommitPlace = number;
/**
 * failing, skipped: the newest result. unstable: its time may not be compared. gone: the last whole run of its suite lacks it. suspect: the newest commit looks slower than its level. regressed, improved: the last change of level that the judge has confirmed. same: enough times, and no change. unjudged: too few times, or nobody’s to judge.
 */
export type GridState = "failing" | "regressed" | "suspect" | "unstable" | "gone" | "improved" | "same" | "unjudged" | "skipped";
export type ParameterOrigin = "fitted" | "datasheet" | "assumed";
/**
 * All awkward cases that the device can check, those that a software adapter could check, or the six of each set that it does; the tiny cases with all.
 */
export type MutantSet = "full" | "small" | "software";
export type MutantOperator = "arithmetic" | "relation" | "logic" | "bits" | "constant" | "condition" | "barrier" | "statement" | "flow" | "component" | "index" | "builtin" | "select" | "subgroup" | "atomic" | "sign" | "initial" | "launch" | "fault";
export type Killed = "wrong-value" | "unwritten" | "out-of-bounds" | "changed-input" | "unrepeatable" | "carry-over" | "crashed" | "timeout" | "emulator";
/**
 * Mutants of a family's kernels that compute the same, each with the reason: no check can reject them. In their texts № is any number.
 */
export type EquivalentMutants = EquivalentMutant[];
/**
 * A constraint of the space, a limit of the device, or a candidate that the model prefers in everything.
 */
export type TuningRefusedBy = "constraint" | "limit" | "dominated";
/**
 * wrong: the oracle refused it; failed: it did not compile, or did not come back.
 */
export type TuningFailure = "wrong" | "failed";
/**
 * Another commit, and how many series.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Repair = [number, number];
/**
 * Two commits, by their places.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Pair = [number, number];

export interface Documents {
  readonly result: Result;
  readonly run: Run;
  readonly kernel: KernelText;
  readonly suite: Suite;
  readonly aa: LaunchFile;
  readonly series: SeriesFile;
  readonly confirmed: Confirmed;
  readonly columns: Columns;
  readonly "site-index": SiteIndex;
  readonly "site-family": SiteFamily;
  readonly "site-checks": SiteChecks;
  readonly "site-judgement": SiteJudgement;
  readonly "site-runs": SiteRuns;
  readonly "site-case": SiteCase;
  readonly "site-speed": SiteSpeed;
  readonly "site-run": SiteRunFile;
  readonly "site-run-list": SiteRunList;
  readonly "site-noise": SiteNoise;
  readonly acknowledged: AcknowledgedFile;
  readonly "site-acknowledged": SiteAcknowledged;
  readonly "site-grid": SiteGrid;
  readonly "site-overview": SiteOverview;
  readonly "site-commits": SiteCommits;
  readonly "site-effects": SiteEffects;
  readonly topology: Topology;
  readonly reference: Reference;
  readonly mutants: MutantScores;
  readonly "equivalent-mutants": EquivalentMutants;
  readonly tuning: TuningTable;
  readonly training: Training;
  readonly "site-commits-row"?: CommitRow;
  readonly "site-effects-row"?: EffectsRow;
}
/**
 * What happened to one id. Times are integers in nanoseconds. Timings exist only when the check passed.
 */
export interface Result {
  /**
   * family/variant/case
   */
  readonly id: string;
  /**
   * Names a file of the dashboard.
   */
  readonly family: string;
  readonly variant: string;
  /**
   * key=value,…,dtype; parameters at their default are left out
   */
  readonly case: string;
  readonly params: Params;
  readonly dtype: Dtype;
  readonly kind: VariantKind;
  readonly peer?: Peer;
  /**
   * The case is none of those that its family lists: it was asked for by its parameters, and joins no history unless told to.
   */
  readonly unlisted?: true;
  /**
   * The variant is there to get some edge cases wrong: it stands for nobody’s best.
   */
  readonly breaks?: true;
  /**
   * True when logical ranks share one device.
   */
  readonly simulated?: boolean;
  readonly status: Status;
  readonly reason?: Reason;
  /**
   * Hash of the final WGSL, pipeline constants and dispatch: same hash, same code.
   */
  readonly kernelHash?: string;
  readonly tuned?: Tuned;
  readonly check?: Check;
  readonly coverage: readonly Coverage[];
  readonly work: Work;
  readonly timing?: Timing;
  /**
   * The other cache state than the family's headline.
   */
  readonly secondary?: readonly Timing[];
  /**
   * Of a peer with a clock of its own: the host's time round one call until the device has done it, the median of some.
   */
  readonly wallNs?: number;
  readonly metrics?: Metrics;
  readonly host?: Host;
  readonly dispatch?: Dispatch;
  /**
   * Bytes of all GPU buffers that a launch binds, and so of all that it can touch: inputs, outputs and scratch, guard bands included.
   */
  readonly peakBufferBytes?: number;
  readonly loc?: Loc;
  /**
   * False when the timing must not be compared with others.
   */
  readonly comparable: boolean;
  readonly comparableReasons: readonly ComparableReason[];
  /**
   * In time order; left out of the history.
   */
  readonly samplesNs?: readonly number[];
  readonly timeline?: Timeline;
  readonly perturbations?: Perturbations;
}
/**
 * Every parameter of the case, defaults included.
 */
export interface Params {
  readonly [k: string]: number | string | boolean;
}
export interface Dtype {
  readonly in: ElementType;
  readonly acc: ElementType;
  readonly out: ElementType;
}
/**
 * Who ran, where it was not the harness.
 */
export interface Peer {
  readonly name: string;
  readonly version: string;
  readonly api?: PeerApi;
  /**
   * What its speed depends on, such as the processor and the number of threads.
   */
  readonly settings: {
    readonly [k: string]: number | string | boolean;
  };
  /**
   * What one sample spans, and by which clock.
   */
  readonly timedBy: string;
}
export interface Reason {
  readonly code: string;
  readonly message: string;
}
/**
 * The entry of the machine's tuning table whose choice the plan took; left out where it took the usual one.
 */
export interface Tuned {
  /**
   * Whose choice it is: an automatic choice runs another rung's kernel.
   */
  readonly rung: string;
  /**
   * The cases that share the choice.
   */
  readonly class: string;
  readonly choice: TuningChoice;
  /**
   * Hash of the parameters and their values that were searched.
   */
  readonly space: string;
  /**
   * When the search ended.
   */
  readonly at: string;
}
/**
 * A value for each parameter.
 */
export interface TuningChoice {
  readonly [k: string]: number | string | boolean;
}
/**
 * The comparison with the f64 oracle that every timing stands on.
 */
export interface Check {
  readonly oracle: string;
  readonly seeds: readonly number[];
  readonly maxAbs: number;
  readonly maxRel: number;
  /**
   * At most 1 in a passed check.
   */
  readonly worstErrorOverTolerance: number;
  /**
   * Largest magnitude among the floats that came out. Absent where none did, and from older runs.
   */
  readonly largest?: number;
  /**
   * The last timed output was read back and checked again.
   */
  readonly post: boolean;
  readonly carryOver?: CarryOver;
}
/**
 * That a launch leans on no earlier one. Launches on other inputs over what was left are right, and launches on overwritten outputs and scratch take the time of those that follow others.
 */
export interface CarryOver {
  /**
   * Of the other inputs.
   */
  readonly seed: number;
  /**
   * The other inputs have an answer that is exact in any order of additions.
   */
  readonly exact: boolean;
  /**
   * The case whose fill one more launch was right on, with a structure that the seed draws; absent where the variant takes none, and in three runs out of four where its reference takes long.
   */
  readonly refilled?: string;
  /**
   * How often outputs and scratch were overwritten between timed stretches, at moments drawn anew.
   */
  readonly poisonings: number;
  /**
   * Launches besides the timed ones.
   */
  readonly launches: number;
  /**
   * Time on overwritten outputs and scratch with inputs in turn, over the time of launches that follow others.
   */
  readonly ratio: number;
  /**
   * Wall time of all this, in ms.
   */
  readonly costMs: number;
}
/**
 * One set of awkward cases that this variant was checked on.
 */
export interface Coverage {
  readonly set: string;
  readonly total: number;
  readonly passed: number;
  readonly skipped: number;
  readonly failed: readonly string[];
  /**
   * Of the skipped cases those that the variant or the device cannot take; the others were left out.
   */
  readonly notApplicable?: readonly NotApplicable[];
  /**
   * Cases without a right answer, such as NaN among the inputs, and what came out.
   */
  readonly observed?: readonly Observation[];
  /**
   * Cases that this variant is there to get wrong, and did.
   */
  readonly expectedFailures?: readonly ExpectedFailure[];
}
export interface NotApplicable {
  readonly code: string;
  readonly cases: number;
}
export interface Observation {
  readonly case: string;
  readonly outcome: string;
}
export interface ExpectedFailure {
  readonly case: string;
  readonly because: string;
  readonly message: string;
}
export interface Work {
  /**
   * Arithmetic operations that the problem needs.
   */
  readonly flops: number;
  /**
   * Compulsory traffic: every input read once, every output written once.
   */
  readonly minBytes: number;
  /**
   * Global-memory traffic that this variant's algorithm requests.
   */
  readonly implBytes: number;
}
export interface Timing {
  readonly cache: Cache;
  /**
   * serial: launches wait for one another.
   */
  readonly hazard: "serial" | "overlap";
  /**
   * Who took the samples: the host's clock around a run, or the peer itself. Left out, the device's timestamps.
   */
  readonly clock?: "host" | "peer";
  /**
   * slope: difference of a long and a short batch, per launch.
   */
  readonly method: "single" | "slope";
  readonly warmupMs: number;
  readonly n: number;
  readonly minNs: number;
  readonly p05Ns: number;
  readonly p25Ns: number;
  readonly medianNs: number;
  readonly p75Ns: number;
  readonly p95Ns: number;
  /**
   * Absent from older runs.
   */
  readonly p99Ns?: number;
  readonly maxNs: number;
  readonly meanNs: number;
  readonly sdNs: number;
  /**
   * Lower end of the distribution-free 95 % interval of the median.
   */
  readonly ciLowNs: number;
  /**
   * Upper end of it.
   */
  readonly ciHighNs: number;
  readonly stopReason: StopReason;
  /**
   * Share of full clock behind the samples, where the launch itself lowers it: it began at full clock and took as long each time. Left out where the clock stayed up.
   */
  readonly clockAfter?: number;
}
export interface Metrics {
  /**
   * minBytes / median, in 1e9 bytes per second.
   */
  readonly gbps?: number;
  /**
   * flops / median, in 1e9 operations per second.
   */
  readonly gflops?: number;
  /**
   * Share of the machine's measured roof, in percent.
   */
  readonly pctOfRoof?: number;
  /**
   * Share of the datasheet's peak, in percent.
   */
  readonly pctOfPeak?: number;
  /**
   * Collective: bytes per rank / median, in GB/s.
   */
  readonly algbw?: number;
  /**
   * Collective: algbw × 2(n−1)/n, in GB/s.
   */
  readonly busbw?: number;
  /**
   * Of a rung whose kernels a compiler writes: from nothing to pipelines, once, in ns of the host's clock. The sum of the four below.
   */
  readonly compileNs?: number;
  /**
   * Building the graph, in ns.
   */
  readonly buildNs?: number;
  /**
   * Passes over the graph: what is rewritten, grouped into kernels and given memory, in ns.
   */
  readonly passesNs?: number;
  /**
   * Writing the kernels, in ns.
   */
  readonly generateNs?: number;
  /**
   * Creating the pipelines, in ns.
   */
  readonly pipelinesNs?: number;
}
export interface Host {
  /**
   * Pipeline creation, all passes.
   */
  readonly compileMs: number;
  /**
   * Median time to encode one launch.
   */
  readonly encodeUs: number;
  /**
   * Median time inside queue.submit for one launch.
   */
  readonly submitUs: number;
}
export interface Dispatch {
  readonly passes: number;
  /**
   * Where a launch is more than one submission to the device: what the host takes between them is part of its time.
   */
  readonly submissions?: number;
  /**
   * All passes of one launch together.
   */
  readonly workgroups: number;
  /**
   * Invocations per workgroup, the largest of the passes.
   */
  readonly workgroupSize: number;
  /**
   * Workgroup memory, the largest of the passes.
   */
  readonly sharedBytes: number;
}
export interface Loc {
  /**
   * Lines of WGSL that ran, comments and blanks left out; a file counts once, whatever its constants.
   */
  readonly wgsl: number;
  /**
   * Lines of the generator, comments and blanks left out; 0 for a plain .wgsl file.
   */
  readonly host: number;
  /**
   * Of which files `host` is the lines: the generator and all that it imports by value, each once. Left out, the generator's own file alone.
   */
  readonly counts?: "generator-and-imports";
}
/**
 * Of a pipeline: when host and device did what in one more run, after those that are timed. All times in microseconds from its begin.
 */
export interface Timeline {
  readonly clock: TimelineClock;
  /**
   * How far the device's lanes may be off on the host's clock: half of what submissions and landings leave open.
   */
  readonly alignedWithinUs?: number;
  /**
   * The whole run by the host's clock.
   */
  readonly wallUs: number;
  /**
   * Chunks of the run; the first of them have spans.
   */
  readonly chunks: number;
  readonly busyUs: BusyStages;
  readonly overlapUs: OverlappingStages;
  /**
   * @maxItems 200
   */
  readonly spans: readonly TimelineSpan[];
}
/**
 * How long each stage was at work, on the host or on the device.
 */
export interface BusyStages {
  readonly upload: number;
  readonly kernel: number;
  readonly download: number;
}
/**
 * How long both stages of a pair were at work.
 */
export interface OverlappingStages {
  readonly uploadKernel: number;
  readonly kernelDownload: number;
  readonly uploadDownload: number;
}
export interface TimelineSpan {
  readonly lane: Lane;
  /**
   * What was done.
   */
  readonly name: string;
  readonly slot: number;
  readonly chunk: number;
  readonly atUs: number;
  readonly us: number;
}
/**
 * The same kernel with something taken from it or done again, timed in turns beside it. Such kernels are wrong by construction: they have no output to check, and their times are of no result, never ranked and never judged.
 */
export interface Perturbations {
  readonly cache: "cold" | "hot" | "streaming";
  readonly turns: number;
  /**
   * The kernel itself in these turns, the median.
   */
  readonly ownNs: number;
  /**
   * @maxItems 100
   */
  readonly timed: readonly TimedPerturbation[];
  /**
   * @maxItems 100
   */
  readonly refused: readonly RefusedPerturbation[];
}
export interface TimedPerturbation {
  readonly kind: PerturbationKind;
  /**
   * The median over the turns.
   */
  readonly ns: number;
  /**
   * Its time over the kernel’s own of the same turn, the geometric mean.
   */
  readonly ratio: number;
  /**
   * Of the 95 % interval of the ratio.
   */
  readonly low: number;
  /**
   * Of the 95 % interval of the ratio.
   */
  readonly high: number;
}
export interface RefusedPerturbation {
  readonly kind: PerturbationKind;
  /**
   * A clause about the kernel, its `it`.
   */
  readonly why: string;
}
/**
 * All results of one invocation, with the machine and the commit they belong to.
 */
export interface Run {
  readonly schemaVersion: 1;
  readonly run: RunInfo;
  readonly machine: Machine;
  /**
   * The ladders of the families that the run has results of; older runs have none.
   */
  readonly families?: readonly FamilyLadder[];
  readonly sessions: readonly Session[];
  readonly results: readonly Result[];
}
export interface RunInfo {
  readonly id: string;
  readonly startedAt: string;
  readonly commit: Commit;
  readonly suite: string;
  readonly argv: readonly string[];
  /**
   * Of the inputs. A merged run has that of the shard that began first; each check names its own.
   */
  readonly seed: number;
  readonly interrupted: boolean;
}
export interface Commit {
  /**
   * Forty zeros where there is no git history.
   */
  readonly sha: string;
  readonly parents: readonly string[];
  readonly branch: string;
  /**
   * True when the working tree differed from the commit.
   */
  readonly dirty: boolean;
  readonly subject: string;
  /**
   * Committer date.
   */
  readonly date: string;
}
/**
 * Device, driver, backend and toggles; results of two machines are never compared silently.
 */
export interface Machine {
  /**
   * <device>-<backend>-<hash>; of a browser browser-<vendor>-<architecture>-<browser>-<hash>
   */
  readonly key: string;
  readonly adapter: Adapter;
  readonly backend: string;
  /**
   * Empty in a browser, which tells of none.
   */
  readonly driver: string;
  readonly browser?: Browser;
  readonly os: string;
  /**
   * Part of the key on a software adapter only.
   */
  readonly cpu?: string;
  readonly card?: Card;
  readonly node: string;
  /**
   * Version of the webgpu package (Dawn).
   */
  readonly webgpu: string;
  /**
   * Dawn toggles, a leading minus where disabled.
   */
  readonly toggles: readonly string[];
  readonly features: readonly string[];
  readonly limits: {
    readonly [k: string]: number;
  };
  readonly timer: Timer;
  readonly llc?: LastLevelCache;
  readonly roofs: Roofs;
  /**
   * Datasheet values; null for a device that is not in the table.
   */
  readonly peaks: Peaks | null;
  readonly software: boolean;
}
export interface Adapter {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  /**
   * The name as the driver gives it.
   */
  readonly name: string;
}
/**
 * Whose WebGPU it is, where a page has measured. Part of the key, and left out by everybody else.
 */
export interface Browser {
  readonly name: string;
  /**
   * The major version.
   */
  readonly version: string;
  /**
   * The operating system, as the browser names it.
   */
  readonly system: string;
}
/**
 * The physical card, where its driver tells it from others of its name. No part of the key: two cards of one model share a machine. Left out on a software adapter, where several cards fit the adapter's name, and in older runs.
 */
export interface Card {
  /**
   * Of a hash of its UUID.
   */
  readonly id: string;
  /**
   * Where it is plugged in, as in 0000:00:06.0.
   */
  readonly bus: string;
}
export interface Timer {
  /**
   * Smallest step seen between GPU timestamps; without such, between times of the host's clock.
   */
  readonly tickNs: number;
  /**
   * True when every stamp is a multiple of 65536 ns, or of another step as coarse as that: a browser's.
   */
  readonly quantized: boolean;
  /**
   * Median of a pass with one no-op workgroup.
   */
  readonly passOverheadNs: number;
  /**
   * Slope over no-op dispatches in one pass.
   */
  readonly dispatchNs: number;
}
export interface LastLevelCache {
  readonly bytes: number;
  readonly source: "table" | "default";
}
/**
 * Best rates measured on this machine by the suite's own ruler kernels.
 */
export interface Roofs {
  /**
   * Read plus written, in 1e9 bytes per second.
   */
  readonly copyGBps: number;
  readonly readGBps: number;
  /**
   * Per arithmetic kind (f32, f16, i32, u32, tensor:f16-f32 or tensor:i8-i32), in 1e9 operations per second.
   */
  readonly gflops: {
    readonly [k: string]: number;
  };
}
export interface Peaks {
  readonly name: string;
  readonly source: string;
  readonly gbps: number;
  readonly gflops: {
    readonly [k: string]: number;
  };
}
/**
 * What a reader of results needs to know of a family: its rungs in order, and what stands for it.
 */
export interface FamilyLadder {
  readonly name: string;
  readonly title: string;
  /**
   * True when logical ranks share one device.
   */
  readonly simulated: boolean;
  /**
   * In the order of ids; dtype always comes last and is not listed.
   */
  readonly params: readonly LadderParam[];
  /**
   * The ladder, naive first.
   */
  readonly rungs: readonly LadderRung[];
  readonly headline: LadderHeadline;
  /**
   * The bound that the oracle applies, in words and symbols.
   */
  readonly tolerance: string;
}
export interface LadderParam {
  readonly key: string;
  /**
   * A parameter at this value is left out of the id.
   */
  readonly default?: string | number | boolean;
}
export interface LadderRung {
  readonly name: string;
  /**
   * What the rung changes; absent where nobody recorded it.
   */
  readonly summary?: string;
  /**
   * What holds it back at its headline size.
   */
  readonly boundBy?: string;
  /**
   * How a subgroup of 32 lanes reaches global memory, operand by operand: broadcast, coalesced or strided, with the lines of 128 bytes that an access touches.
   */
  readonly access?: string;
  readonly kind: VariantKind;
}
export interface LadderHeadline {
  readonly cache: "cold" | "hot";
  readonly metric: "gbps" | "gflops";
  /**
   * Names of the cases of headline size; empty where nobody recorded them.
   */
  readonly cases: readonly string[];
}
/**
 * One uninterrupted stretch of measuring, with the ruler kernels run inside it.
 */
export interface Session {
  readonly rulers: readonly Ruler[];
  readonly stable: boolean;
  readonly reasons: readonly string[];
  readonly spent?: SessionSpent;
}
export interface Ruler {
  readonly at: "start" | "middle" | "end";
  readonly copyNs: number;
  readonly fmaNs: number;
  /**
   * Interquartile range of the multiply-add ruler's times, relative to their median: a device that nobody shares repeats them. Older runs have none.
   */
  readonly spread?: number;
}
/**
 * Where the session's time went, from the start of the command to its last ruler, in ms by the host's clock. Older runs have none.
 */
export interface SessionSpent {
  readonly wallMs: number;
  /**
   * From a submission of passes until they were done, while ids ran: the rest is the host's share.
   */
  readonly deviceMs: number;
  /**
   * In which a family's process waited for references and comparisons.
   */
  readonly judgingMs: number;
  /**
   * That the command may use: checks run on them beside the device. Older runs do not say.
   */
  readonly processors?: number;
  readonly phasesMs: PhasesMs;
  /**
   * The ids that took longest of the command's time, the longest first. Older runs do not say.
   *
   * @maxItems 100
   */
  readonly longest?: readonly IdSpent[];
}
/**
 * By what the id at hand was busy with; `start` is before the first id, `processes` between two.
 */
export interface PhasesMs {
  readonly [k: string]: number;
}
export interface IdSpent {
  readonly id: string;
  readonly wallMs: number;
  readonly phasesMs: {
    readonly [k: string]: number;
  };
}
/**
 * Everything that a kernelHash is made of: a line of a run's <run>.kernels.ndjson and of the packs in the history, and data/kernels/<hash>.json of the dashboard.
 */
export interface KernelText {
  readonly schemaVersion: 1;
  readonly hash: string;
  readonly passes: readonly KernelPass[];
}
export interface KernelPass {
  /**
   * The kernel's file or its generator; no part of the hash.
   */
  readonly file: string;
  /**
   * The final WGSL.
   */
  readonly text: string;
  readonly bindings: readonly (string | KernelBinding)[];
  /**
   * @minItems 3
   * @maxItems 3
   */
  readonly workgroups: [number, number, number];
}
export interface KernelBinding {
  readonly buffer: string;
  readonly offset: number;
  readonly bytes: number;
}
/**
 * Which ids to run and how hard; data only.
 */
export interface Suite {
  readonly schemaVersion: 1;
  readonly name: string;
  readonly description?: string;
  /**
   * Globs over ids; after `!` those of ids that are left out all the same.
   *
   * @minItems 1
   */
  readonly select: [string, ...string[]];
  readonly effort: Effort;
  readonly cases: SuiteCases;
  /**
   * Check every variant on its family's awkward cases first; true unless said otherwise.
   */
  readonly edgeCases?: boolean;
  /**
   * Time what is right; true unless said otherwise.
   */
  readonly timing?: boolean;
  /**
   * Also the rows of packages/peers that `select` matches; false unless said otherwise.
   */
  readonly peers?: boolean;
  readonly peerRows?: PeerRows;
  /**
   * A run that takes longer says so at its end.
   */
  readonly maxSeconds?: number;
}
export interface SuiteCases {
  readonly hardware: readonly SizeClass[];
  readonly software: readonly SizeClass[];
}
/**
 * Of each size class the rows of peers that run where peers do: globs over ids. A class without any has none; all rows of all classes in `cases` when left out.
 */
export interface PeerRows {
  readonly tiny?: RowGlobs;
  readonly small?: RowGlobs;
  readonly headline?: RowGlobs;
  readonly sweep?: RowGlobs;
  readonly huge?: RowGlobs;
  readonly "held-out"?: RowGlobs;
}
/**
 * The same commit launched again and again on one machine: what its ids' medians do between launches.
 */
export interface LaunchFile {
  readonly schemaVersion: 1;
  readonly commit: Commit;
  readonly machine: Machine;
  readonly effort: Effort;
  /**
   * Of the inputs of every launch; older files have none, and launches on seed 1.
   */
  readonly seed?: number;
  /**
   * One a call of bench aa.
   */
  readonly sessions: readonly Session[];
  readonly ids: {
    readonly [k: string]: LaunchedId;
  };
}
export interface LaunchedId {
  readonly kernelHash?: string;
  /**
   * One a process launch, in the order of the launches.
   */
  readonly mediansNs: readonly number[];
  /**
   * Standard deviation of ln(median) between launches; from two launches on.
   */
  readonly sigma?: number;
}
/**
 * One number per commit, in commit order: what bench detect looks for changes of level in.
 */
export interface SeriesFile {
  /**
   * @minItems 1
   */
  readonly values: [number, ...number[]];
  /**
   * Which values are better.
   */
  readonly direction: "lower" | "higher";
  /**
   * Standard deviation of ln(value) between launches of one commit, where A/A launches told.
   */
  readonly sigma0?: number;
  /**
   * Launches behind sigma0; 10 unless given.
   */
  readonly launches?: number;
  /**
   * Seeds the permutations.
   */
  readonly id?: string;
  /**
   * Per value the hash of the code that ran.
   */
  readonly kernelHashes?: readonly (string | null)[];
  /**
   * Smallest |new/old - 1| that counts as a change; 0.02 unless given.
   */
  readonly minimumEffect?: number;
}
/**
 * What `bench confirm` found of a run: verdicts against the recorded history, those of a change measured again in turns with the base. Effects are head/base − 1 of the median time.
 */
export interface Confirmed {
  readonly schemaVersion: 1;
  /**
   * The commit that was measured in turns with the head.
   */
  readonly base: string;
  /**
   * The commit of the run.
   */
  readonly head: string;
  /**
   * The recorded commit of this machine that the run was held against; null where none is recorded.
   */
  readonly recorded: null | string;
  readonly suite: string;
  readonly machine: ConfirmedMachine;
  readonly session: ConfirmedSession;
  /**
   * Slowest first.
   *
   * @maxItems 20000
   */
  readonly compared: readonly ConfirmedId[];
  readonly geomean: null | ConfirmedMean;
  /**
   * Look slower than recorded, and turns have not settled it.
   *
   * @maxItems 20000
   */
  readonly suspects: readonly string[];
  /**
   * @maxItems 20000
   */
  readonly newlyFailing: readonly ConfirmedFailure[];
  /**
   * @maxItems 20000
   */
  readonly stillFailing: readonly ConfirmedFailure[];
  /**
   * Failed in the run, and passed when the head was launched again.
   *
   * @maxItems 20000
   */
  readonly failedOnce: readonly ConfirmedFailure[];
  /**
   * @maxItems 20000
   */
  readonly fixed: readonly string[];
  /**
   * Passed in the run, and the base lists no such id.
   *
   * @maxItems 20000
   */
  readonly added: readonly string[];
  /**
   * The base would have run them for this suite, and the run has neither a result nor a failure of them.
   *
   * @maxItems 20000
   */
  readonly gone: readonly string[];
  /**
   * Were to be measured in turns, and have not one whole block.
   *
   * @maxItems 20000
   */
  readonly unmeasured: readonly string[];
}
export interface ConfirmedMachine {
  readonly key: string;
  readonly name: string;
  readonly driver: string;
  readonly software: boolean;
}
/**
 * Whether the machine held still, in the run and in turns.
 */
export interface ConfirmedSession {
  readonly stable: boolean;
  /**
   * @maxItems 1000
   */
  readonly reasons: readonly string[];
}
export interface ConfirmedId {
  readonly id: string;
  readonly verdict: "REGRESSED" | "IMPROVED" | "SAME" | "UNDECIDED";
  /**
   * Measured in turns with the base on this machine; without it no change is called.
   */
  readonly inTurns: boolean;
  readonly effect: number;
  readonly ciLow: number;
  readonly ciHigh: number;
  readonly leastEffect: number;
  /**
   * @maxItems 100
   */
  readonly reasons: readonly string[];
  readonly baseNs: number;
  readonly headNs: number;
  readonly sameKernelHash: boolean | null;
  readonly cards?: OtherCards;
}
/**
 * Ids of physical cards, those before and those now. A change of level, and a series above its best level, have them where no card is known on both sides; a suspect where the times of the newest commit's own cards suspect nothing. Another card may then be all that has changed.
 */
export interface OtherCards {
  /**
   * Items: Of a hash of its UUID.
   */
  readonly before: readonly string[];
  /**
   * Items: Of a hash of its UUID.
   */
  readonly now: readonly string[];
}
/**
 * Of head/base over the compared ids; a mean of one id has no interval.
 */
export interface ConfirmedMean {
  readonly ratio: number;
  readonly ciLow: number | null;
  readonly ciHigh: number | null;
  readonly count: number;
}
export interface ConfirmedFailure {
  readonly id: string;
  readonly reason: Reason;
}
/**
 * Rows of one shape, column by column: a column is named `field`, or `field.part` of a nested object. null stands for a field that the row lacks.
 */
export interface Columns {
  readonly rows: number;
  readonly columns: {
    readonly [k: string]: Column;
  };
}
export interface SameColumn {
  /**
   * The value of every row.
   *
   * @minItems 1
   * @maxItems 1
   */
  readonly same: [unknown];
}
export interface EachColumn {
  /**
   * A value a row.
   */
  readonly each: readonly unknown[];
}
export interface FewColumn {
  /**
   * The values that there are.
   */
  readonly few: readonly unknown[];
  /**
   * Which of them each row has; -1 for none.
   */
  readonly at: readonly number[];
}
/**
 * data/index.json of the dashboard: what there is to load.
 */
export interface SiteIndex {
  readonly schemaVersion: 1;
  readonly machines: readonly SiteMachine[];
  /**
   * Where the commits and files are read on the web; absent where nobody said.
   */
  readonly repository?: string;
}
/**
 * A machine as its newest run saw it.
 */
export interface SiteMachine {
  readonly machine: Machine;
  readonly runs: number;
  /**
   * Each is a file data/<machine key>/<family>.json
   */
  readonly families: readonly string[];
  /**
   * Families with a tuning table for it, each a file data/tuning/<machine key>/<family>.json; absent where there is none.
   */
  readonly tuned?: readonly string[];
  /**
   * The family to open on: the most runs, and not one whose ranks share a device if another has results.
   */
  readonly opening?: string;
  /**
   * How many ids its runs have.
   */
  readonly series?: number;
  /**
   * When its newest run began.
   */
  readonly lastRun?: string;
  /**
   * Files data/runs/<machine key>/page-<n>.json.
   */
  readonly runPages?: number;
}
/**
 * data/<machine key>/<family>.json of the dashboard: every series of one family on one machine, with its newest points. `history` names the files that have all of them.
 */
export interface SiteFamily {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  readonly family: string;
  readonly ladder: FamilyLadder;
  /**
   * The hashes of kernels whose texts lie in data/kernels/; of others no text was recorded.
   */
  readonly kernels: readonly string[];
  /**
   * Kernels that were taken apart, each id by the newest run that did so; absent where none was.
   */
  readonly perturbed?: readonly SitePerturbed[];
  /**
   * Who ran, where it was not the harness, each once; a point names its own by its place here.
   */
  readonly peers?: readonly Peer[];
  /**
   * Commit order; a point names its run by its place here.
   */
  readonly runs: readonly SiteRun[];
  readonly series: readonly SiteSeries[];
  /**
   * Where the points of every case lie; absent where all of them are here.
   */
  readonly history?: readonly CaseHistory[];
}
export interface SitePerturbed {
  readonly variant: string;
  readonly case: string;
  /**
   * The sha that was measured.
   */
  readonly commit: string;
  readonly startedAt: string;
  readonly perturbations: Perturbations;
}
export interface SiteRun {
  readonly runId: string;
  readonly startedAt: string;
  readonly commit: Commit;
  readonly suite: string;
  /**
   * A run of this checkout that is not in the committed history.
   */
  readonly local: boolean;
  /**
   * True where the run ended before it was through; absent where it was not.
   */
  readonly interrupted?: boolean;
  /**
   * True where it was asked for a part of its suite: what it lacks is not gone.
   */
  readonly selected?: boolean;
  /**
   * True where --peers added their rows to those of its suite; absent where it did not.
   */
  readonly peers?: boolean;
  /**
   * Of a hash of its UUID.
   */
  readonly card?: string;
}
export interface SiteSeries {
  readonly id: string;
  readonly variant: string;
  readonly case: string;
  readonly params: Params;
  readonly dtype: Dtype;
  readonly work: Work;
  readonly points: readonly SitePoint[];
}
/**
 * One run of one id; a point without timing is a gap with a reason, never a number.
 */
export interface SitePoint {
  /**
   * Index into runs.
   */
  readonly run: number;
  /**
   * Index into peers; absent of a kernel of the family's own.
   */
  readonly peer?: number;
  readonly status: Status;
  readonly reason?: Reason;
  readonly kernelHash?: string;
  readonly tuned?: Tuned;
  readonly timing?: Timing;
  readonly metrics?: Metrics;
  readonly loc?: Loc;
  readonly comparable?: boolean;
  /**
   * Why not; absent where it is comparable.
   */
  readonly comparableReasons?: readonly ComparableReason[];
}
/**
 * The files of one case: data/cases/<machine key>/<family>/<file>-<page>.json.
 */
export interface CaseHistory {
  readonly case: string;
  readonly file: string;
  /**
   * Ascending; a page without a point of the case has no file.
   */
  readonly pages: readonly number[];
}
/**
 * data/checks/<machine key>/<family>.json: the edge cases behind each variant's numbers.
 */
export interface SiteChecks {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  readonly family: string;
  /**
   * Logical ranks share one device: its times are no network's.
   */
  readonly simulated: boolean;
  readonly variants: readonly VariantChecks[];
}
/**
 * One variant as its newest run with edge cases saw it; a run without any is the last resort.
 */
export interface VariantChecks {
  readonly variant: string;
  readonly run: SiteRun;
  readonly oracle: string | null;
  /**
   * The largest of that run's timed cases; at most 1 where they passed.
   */
  readonly worstErrorOverTolerance: number | null;
  readonly coverage: readonly Coverage[];
}
/**
 * data/judgement/<machine key>.json: change points of every id, and the newest commit's gate. Effects are new/old − 1 of the median time, sigmas standard deviations of its logarithm.
 */
export interface SiteJudgement {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  /**
   * Commit order; everything else names a run by its place here.
   */
  readonly runs: readonly SiteRun[];
  readonly series: readonly JudgedSeries[];
  /**
   * By q, then by size.
   */
  readonly changes: readonly JudgedChange[];
  /**
   * Null where no earlier commit is recorded.
   */
  readonly newest: null | JudgedNewest;
}
/**
 * One id's history.
 */
export interface JudgedSeries {
  readonly id: string;
  /**
   * Runs that count: recorded, of a clean commit, passed, comparable.
   */
  readonly points: number;
  /**
   * Below so many points no change can be found.
   */
  readonly fewestPoints: number;
  readonly sigma: number;
  /**
   * A/A launches behind sigma; 0 where only the history itself tells.
   */
  readonly launches: number;
  /**
   * Whether no level holds runs of different kernels; where one does, a sigma from the history counts changes of code as noise. Null where a hash is missing.
   */
  readonly sameKernelHash: boolean | null;
  readonly segments: readonly JudgedSegment[];
  readonly drift: null | {
    readonly effect: number;
    readonly p: Probability;
  };
  /**
   * How far the current level is from the best recent one.
   */
  readonly aboveBest: number | null;
  readonly cards?: OtherCards;
  readonly move: JudgedMove;
}
/**
 * A stretch of runs at one level.
 */
export interface JudgedSegment {
  readonly first: RunIndex;
  readonly last: RunIndex;
  readonly levelNs: number;
}
/**
 * The latest run against the best earlier one: two values and no verdict. `since` is the first run from which on every run is nearer, by ratio, to the latest than to the best.
 */
export interface JudgedMove {
  readonly best: RunIndex;
  readonly bestNs: number;
  readonly since: RunIndex;
  readonly latest: RunIndex;
  readonly latestNs: number;
  /**
   * Of the best and the latest run; null where a hash is missing.
   */
  readonly sameKernelHash: boolean | null;
}
/**
 * One change of level: `before` is the last run of the old level, `after` the first of the new one, which may have begun anywhere from `earliest` to `latest`; `q` is the false discovery rate over all ids of the machine (Benjamini and Hochberg 1995).
 */
export interface JudgedChange {
  readonly id: string;
  readonly direction: "regressed" | "improved";
  readonly before: RunIndex;
  readonly after: RunIndex;
  readonly earliest: RunIndex;
  readonly latest: RunIndex;
  readonly effect: number;
  readonly ciLow: number;
  readonly ciHigh: number;
  readonly p: Probability;
  readonly q: Probability;
  readonly sameKernelHash: boolean | null;
  readonly cards?: OtherCards;
}
/**
 * The newest commit against the level before it.
 */
export interface JudgedNewest {
  readonly run: RunIndex;
  /**
   * Ids that have a level to compare with.
   */
  readonly judged: number;
  /**
   * Most suspicious first.
   */
  readonly suspects: readonly Suspect[];
  /**
   * Why timings of the newest commit were not judged: reasons of its unstable sessions.
   */
  readonly withheld: readonly string[];
}
/**
 * An id whose newest commit looks slower than its level.
 */
export interface Suspect {
  readonly id: string;
  readonly effect: number;
  readonly p: Probability;
  readonly q: Probability;
  readonly deltaMin: number;
  readonly cards?: OtherCards;
}
/**
 * data/runs/<machine key>/page-<n>.json of the dashboard: runs of one machine, in commit order. Page 0 has the first 256, and a run’s number is its place over all pages. Rows are a SiteRun each.
 */
export interface SiteRuns {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  readonly page: number;
  readonly runs: Columns;
}
/**
 * data/cases/<machine key>/<family>/<hash of the case>-<page>.json of the dashboard: the points of every series of one case in 256 runs of its machine. Rows are a SitePoint each, newest first, whose `run` is the place of the run over all pages of the machine’s runs.
 */
export interface SiteCase {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  readonly family: string;
  readonly case: string;
  readonly page: number;
  /**
   * Who ran, where it was not the harness, each once; a point names its own by its place here.
   */
  readonly peers?: readonly Peer[];
  readonly series: readonly CaseSeries[];
}
/**
 * A series in these runs.
 */
export interface CaseSeries {
  readonly id: string;
  readonly points: Columns;
}
/**
 * data/speed/<machine key>.json: how long the suites themselves take on one machine, and when that changed; of a long history the newest whole runs alone. Effects are new/old − 1.
 */
export interface SiteSpeed {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  readonly suites: readonly SuiteSpeed[];
}
/**
 * The whole runs of a suite: by one name, with or without peers, and by as many processors.
 */
export interface SuiteSpeed {
  readonly suite: string;
  /**
   * Whether --peers added their rows.
   */
  readonly peers: boolean;
  /**
   * Of the host; null where the runs do not say.
   */
  readonly processors: number | null;
  /**
   * In commit order; everything else names a run by its place here.
   */
  readonly runs: readonly SpeedRun[];
  /**
   * Each is judged by itself. What is not above 0 has no place in a series.
   */
  readonly series: readonly SpeedSeries[];
}
export interface SpeedRun {
  readonly run: SiteRun;
  /**
   * Ids that were not skipped.
   */
  readonly ids: number;
  readonly wallMs: number;
  /**
   * From a submission of passes until they were done, while ids ran: the rest is the host's share.
   */
  readonly deviceMs: number;
  /**
   * In which a family's process waited for references and comparisons.
   */
  readonly judgingMs: number;
  readonly phasesMs: PhasesMs;
}
export interface SpeedSeries {
  readonly quantity: SpeedQuantity;
  readonly sigma: number;
  readonly levels: readonly SpeedLevel[];
  readonly changes: readonly SpeedChange[];
  /**
   * Null where there is no earlier run.
   */
  readonly newest: null | SpeedNewest;
}
export interface SpeedLevel {
  readonly first: SpeedPlace;
  readonly last: SpeedPlace;
  readonly level: number;
}
/**
 * `before` is the last run of the old level, `after` the first of the new one.
 */
export interface SpeedChange {
  readonly direction: "regressed" | "improved";
  readonly before: SpeedPlace;
  readonly after: SpeedPlace;
  readonly effect: number;
  readonly ciLow: number;
  readonly ciHigh: number;
  readonly p: Probability;
}
/**
 * The newest run against the level before it; `q` is the false discovery rate over the suite's series.
 */
export interface SpeedNewest {
  readonly isSuspect: boolean;
  readonly effect: number;
  readonly p: Probability;
  readonly q: Probability;
  readonly deltaMin: number;
}
/**
 * data/run/<machine key>/<run id>.json of the dashboard: a run file as it was recorded. The newest 256 runs of a machine have one.
 */
export interface SiteRunFile {
  readonly schemaVersion: 1;
  /**
   * Its path below the history's folder; null of a local run.
   */
  readonly file: string | null;
  readonly run: Run;
}
/**
 * data/run/<machine key>.json of the dashboard: the newest 256 runs of one machine, newest first by commit. Each has a file data/run/<machine key>/<run id>.json.
 */
export interface SiteRunList {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  /**
   * Runs that are older, and have no file here.
   */
  readonly older: number;
  readonly runs: readonly ListedRun[];
}
export interface ListedRun {
  readonly run: SiteRun;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /**
   * Of all its sessions; older runs do not say.
   */
  readonly wallMs?: number;
  /**
   * Of a hash of its UUID.
   */
  readonly card?: string;
}
/**
 * data/noise/<machine key>.json of the dashboard: what A/A launches know of the noise between launches, as `bench compare` takes it.
 */
export interface SiteNoise {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  readonly ids: {
    readonly [k: string]: IdNoise;
  };
}
export interface IdNoise {
  /**
   * Standard deviation of ln(median) between launches.
   */
  readonly sigma: number;
  readonly launches: number;
}
/**
 * dashboard/acknowledged.json: changes of speed that somebody knows of and takes. They are muted with their reason. A failure is never muted.
 */
export interface AcknowledgedFile {
  readonly schemaVersion: 1;
  readonly acknowledged: readonly Acknowledgement[];
}
export interface Acknowledgement {
  /**
   * The key of the machine; absent where the change is taken on every one.
   */
  readonly machine?: string;
  /**
   * A glob over ids, as `--select` takes it: `gemm/register/**`.
   */
  readonly id: string;
  /**
   * The commit that changed the speed, or first..last as git writes a range: what comes after the first, up to the last.
   */
  readonly commit: string;
  /**
   * Why the change of speed is taken.
   */
  readonly reason: string;
  /**
   * Who takes it.
   */
  readonly by: string;
  /**
   * Where it was discussed.
   */
  readonly issue?: string;
}
/**
 * data/acknowledged/<machine key>.json of the dashboard: the acknowledgements that speak of this machine, and what each of them mutes.
 */
export interface SiteAcknowledged {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  readonly acknowledged: readonly KnownAcknowledgement[];
}
export interface KnownAcknowledgement {
  /**
   * A glob over ids, as `--select` takes it: `gemm/register/**`.
   */
  readonly id: string;
  /**
   * The commit that changed the speed, or first..last as git writes a range: what comes after the first, up to the last.
   */
  readonly commit: string;
  /**
   * Why the change of speed is taken.
   */
  readonly reason: string;
  /**
   * Who takes it.
   */
  readonly by: string;
  /**
   * Where it was discussed.
   */
  readonly issue?: string;
  /**
   * The measured commits that it speaks of, in commit order.
   *
   * Items: Forty zeros where there is no git history.
   */
  readonly commits: readonly string[];
  /**
   * The recorded ids that it speaks of.
   *
   * Items: family/variant/case
   */
  readonly ids: readonly string[];
  /**
   * False where no speed of these ids changed at these commits: it can go.
   */
  readonly isOfUse: boolean;
}
/**
 * data/grid/<machine key>.json of the dashboard: every series of one machine, a row each, with its newest points. Rows are a GridRow each.
 */
export interface SiteGrid {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  /**
   * The newest commits, and older ones that a row names; in commit order. Everything else names one by its place here.
   */
  readonly commits: readonly GridCommit[];
  readonly series: Columns;
}
/**
 * A clean commit by its recorded runs. A run that nobody judges, a local one or one of a tree with changes, stands alone.
 */
export interface GridCommit {
  /**
   * Forty zeros where there is no git history.
   */
  readonly sha: string;
  readonly subject: string;
  /**
   * Committer date.
   */
  readonly date: string;
  readonly runs: number;
  /**
   * True of a run that nobody judges.
   */
  readonly alone?: boolean;
  /**
   * Runs that ended before they were through; absent where there are none.
   */
  readonly interrupted?: number;
  readonly counts: GridCounts;
}
/**
 * Series by what the commit did to them; those that it left as they were, or that nobody knows of, are not counted.
 */
export interface GridCounts {
  readonly slower: number;
  readonly faster: number;
  readonly failing: number;
  readonly new: number;
  readonly gone: number;
  /**
   * With a time that may be compared.
   */
  readonly timed: number;
}
/**
 * data/overview/<machine key>.json of the dashboard: what is right and wrong on one machine, for the page that opens first.
 */
export interface SiteOverview {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  /**
   * As in the grid: the newest ones are the last.
   */
  readonly commits: readonly GridCommit[];
  /**
   * How many of the commits, from the last on, follow one another without a gap.
   */
  readonly newest: number;
  /**
   * The newest runs, the newest first, by the time at which they began.
   */
  readonly runs: readonly OverviewRun[];
  /**
   * How many series are in each state that any is in.
   */
  readonly states: readonly StateCount[];
  /**
   * Series of the newest commit that have a level to compare with; null where nobody judges the machine, or no earlier commit is recorded.
   */
  readonly judged: number | null;
  /**
   * Why times of the newest commit were not judged; absent where they were.
   */
  readonly withheld?: readonly string[];
  /**
   * Of every family and type the fastest rung at a case of headline size.
   */
  readonly headlines: readonly GridRow[];
  /**
   * Series that fail, were confirmed or suspected slower, are unstable, or gone; of each state the first.
   */
  readonly attention: readonly GridRow[];
  readonly curriculum?: OverviewCurriculum;
}
export interface OverviewRun {
  readonly run: SiteRun;
  readonly at: CommitPlace;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}
export interface StateCount {
  readonly state: GridState;
  readonly series: number;
}
/**
 * A series. Times are medians in ns; a rate and a share are of the time that stands beside them.
 */
export interface GridRow {
  readonly id: string;
  readonly family: string;
  readonly rung: string;
  readonly case: string;
  readonly dtype: string;
  readonly kind: VariantKind;
  readonly state: GridState;
  /**
   * Why it failed, was skipped, or may not be compared.
   */
  readonly reason?: string;
  /**
   * True of the fastest rung of a family and type at a case of headline size.
   */
  readonly headline?: boolean;
  /**
   * The newest time, one that may be compared where there is any.
   */
  readonly ns?: number;
  /**
   * The family’s own.
   */
  readonly metric?: "gbps" | "gflops";
  readonly rate?: number;
  /**
   * True where the operations are of integers.
   */
  readonly integer?: boolean;
  /**
   * Percent of the roof.
   */
  readonly share?: number;
  /**
   * memory, or a kind of arithmetic.
   */
  readonly roof?: string;
  /**
   * The newest commits that have it.
   */
  readonly at: readonly CommitPlace[];
  /**
   * One for each of these.
   */
  readonly times: readonly (number | null)[];
  /**
   * A letter for each of these: t a time, k one of another kernel than the time before, c one of another physical card, d one that may not be compared or nothing to time, f failed, s skipped.
   */
  readonly marks: string;
  readonly change?: GridChange;
  readonly best?: GridPeer;
}
/**
 * The last commit at which the time moved from that of the commit before, or at which the judge has confirmed a change of level.
 */
export interface GridChange {
  readonly at: CommitPlace;
  /**
   * new/old − 1 of the median time; of the levels where it is confirmed.
   */
  readonly effect: number;
  /**
   * Measured commits since; 0 at the newest.
   */
  readonly age: number;
  /**
   * Absent where a hash is missing.
   */
  readonly sameKernel?: boolean;
  /**
   * True where the judge has confirmed it.
   */
  readonly confirmed?: boolean;
}
/**
 * The fastest of somebody else’s rows in the newest run that has both.
 */
export interface GridPeer {
  readonly rung: string;
  /**
   * Name and version.
   */
  readonly name: string;
  /**
   * How many times as fast this series is.
   */
  readonly over: number;
}
/**
 * How many items of the whole curriculum are proven; absent where the site has none.
 */
export interface OverviewCurriculum {
  readonly provable: number;
  readonly proven: number;
  readonly implemented: number;
  readonly regressed: number;
}
/**
 * data/commits/<machine key>.json of the dashboard: the clean commits that a machine has recorded runs of, in commit order, with what each did in numbers. Rows are a CommitRow each; a commit is named by its place.
 */
export interface SiteCommits {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  readonly commits: Columns;
}
/**
 * data/commits/<machine key>/effects-<n>.json of the dashboard: what each of 16 commits did to every series of a machine. Rows are an EffectsRow each; lists have a value a commit, and words a letter.
 */
export interface SiteEffects {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  /**
   * Place of the first of these commits.
   */
  readonly first: number;
  readonly commits: number;
  /**
   * Each once.
   */
  readonly reasons: readonly string[];
  readonly series: Columns;
}
/**
 * The machine a collective is predicted on: ranks, links, protocols. Every parameter says where it comes from. reduceGBps: received bytes that a rank combines, or copies to their place, per second. channels: lanes that the library cuts a message over; a chunk is one chunkBytes per channel.
 */
export interface Topology {
  readonly schemaVersion: 1;
  readonly name: string;
  readonly description: string;
  readonly nodes: number;
  readonly ranksPerNode: number;
  readonly channels: TopologyQuantity;
  readonly launch: Launch;
  readonly intra: IntraLink;
  readonly inter?: InterLink;
  readonly reduceGBps: TopologyQuantity;
  /**
   * From the smallest messages to the largest; the last has no upper end.
   */
  readonly protocols: readonly TopologyProtocol[];
}
export interface TopologyQuantity {
  readonly value: number;
  readonly from: ParameterOrigin;
  readonly note?: string;
}
/**
 * kernelUs: from the launch to the first byte on a link. hostUs: what one rank's host needs to issue a call, so that none is seen to take less; hostPerDoublingUs: what each doubling of the ranks adds, as a call ends with the last of the hosts.
 */
export interface Launch {
  readonly kernelUs: TopologyDuration;
  readonly hostUs: TopologyDuration;
  readonly hostPerDoublingUs: TopologyDuration;
}
export interface TopologyDuration {
  readonly value: number;
  readonly from: ParameterOrigin;
  readonly note?: string;
}
/**
 * Links inside a node; bandwidthGBps is one rank's port, each direction. sharedGBps: what all transfers inside a node share (a PCIe root); absent for a switch that never blocks.
 */
export interface IntraLink {
  readonly latencyUs: TopologyDuration;
  readonly bandwidthGBps: TopologyQuantity;
  readonly sharedGBps?: TopologyQuantity;
}
/**
 * Links between nodes; bandwidthGBps is one network adapter, each direction. messageUs: what an adapter spends on a message whatever its size.
 */
export interface InterLink {
  readonly latencyUs: TopologyDuration;
  readonly messageUs: TopologyDuration;
  readonly bandwidthGBps: TopologyQuantity;
  readonly adaptersPerNode: number;
}
/**
 * stepUs: hand-shake of a step on top of the link's latency. efficiency: share of the link's bandwidth that is payload. chunkBytes: most bytes of a channel that move on together. pieces: a pipelined message is cut into at least so many chunks. upToBytesPerHop: the ring and the tree use it for messages of at most so many bytes per hop, hops counted one way, where the topology has a fitted one; else, and for other algorithms, the fastest protocol is taken.
 */
export interface TopologyProtocol {
  readonly name: string;
  readonly stepUs: TopologyDuration;
  readonly efficiency: TopologyShare;
  readonly chunkBytes: TopologyQuantity;
  readonly pieces: TopologyQuantity;
  readonly upToBytesPerHop?: TopologyQuantity;
}
export interface TopologyShare {
  readonly value: number;
  readonly from: ParameterOrigin;
  readonly note?: string;
}
/**
 * What another tool measured, with its provenance; never mixed into runs.
 */
export interface Reference {
  readonly schemaVersion: 1;
  /**
   * Where the rows come from and how they were taken.
   */
  readonly provenance: string;
  readonly tool: string;
  readonly version: string;
  readonly machine: string;
  readonly operation: "allreduce";
  readonly ranks: number;
  /**
   * default: the library chose; unknown: the file does not say.
   */
  readonly algorithm: "ring" | "tree" | "default" | "unknown";
  /**
   * Type of the elements in the tool's own word; absent when it does not say.
   */
  readonly dataType?: string;
  /**
   * How elements are combined, in the tool's own word; absent when it does not say.
   */
  readonly reduction?: string;
  readonly rows: readonly ReferenceRow[];
}
export interface ReferenceRow {
  readonly bytes: number;
  /**
   * The tool's own headline: the fastest call, or the mean where that is all it reports.
   */
  readonly timeUs: number;
  readonly medianUs?: number;
  readonly maxUs?: number;
  readonly inPlaceUs?: number;
  /**
   * Wrong elements that the tool counted; absent when it did not check.
   */
  readonly wrong?: number;
}
/**
 * How many generated mutants of each rung the check rejects.
 */
export interface MutantScores {
  readonly schemaVersion: 1;
  readonly commit: string;
  readonly dirty: boolean;
  /**
   * The adapter's own name.
   */
  readonly machine: string;
  readonly software: boolean;
  readonly set: MutantSet;
  readonly seed: number;
  /**
   * Most mutants of a rung.
   */
  readonly perRung: number;
  readonly startedAt: string;
  readonly seconds: number;
  readonly rungs: readonly RungScore[];
}
export interface RungScore {
  readonly family: string;
  readonly rung: string;
  /**
   * That compile, the killed, the equivalent and the survivors.
   */
  readonly mutants: number;
  /**
   * Drawn, and do not compile.
   */
  readonly stillborn: number;
  readonly killed: number;
  /**
   * Survivors that packages/kernel-* /mutants.json explains.
   */
  readonly equivalent: number;
  readonly cases: number;
  readonly seconds: number;
  readonly survivors: readonly Mutant[];
  readonly killings: readonly MutantKillings[];
}
export interface Mutant {
  readonly operator: MutantOperator;
  readonly file: string;
  /**
   * Of the final text; 0 where the launch has the mistake.
   */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}
export interface MutantKillings {
  readonly mutant: Mutant;
  /**
   * The first case that killed it, or every one that does.
   *
   * @minItems 1
   */
  readonly by: [Killing, ...Killing[]];
}
export interface Killing {
  /**
   * Whose check it was: another rung may run the same kernel.
   */
  readonly rung: string;
  readonly set: string;
  readonly case: string;
  readonly how: Killed;
}
export interface EquivalentMutant {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /**
   * Line of the final text, where others that read the same compute something else.
   */
  readonly line?: number;
  readonly reason: string;
}
/**
 * The parameters that were found fastest on one machine, by rung and class of cases.
 */
export interface TuningTable {
  readonly schemaVersion: 1;
  /**
   * The key of the machine, after which the file is named.
   */
  readonly machine: string;
  readonly family: string;
  readonly entries: readonly TuningEntry[];
}
export interface TuningEntry {
  readonly rung: string;
  /**
   * The cases that share the choice, as the family says it.
   */
  readonly class: string;
  /**
   * The case that was searched.
   */
  readonly case: string;
  readonly choice: TuningChoice1;
  readonly usual: TuningChoice;
  /**
   * Median time of a launch with the choice, in turns with the usual one.
   */
  readonly tunedNs: number;
  readonly usualNs: number;
  readonly speed: TuningSpeed;
  readonly compileMs: number;
  /**
   * Of the kernel with the choice on that case: an entry whose rung writes another one is stale.
   */
  readonly hash: string;
  /**
   * Of the parameters and their values: a search is only repeated where they are others.
   */
  readonly space: string;
  readonly search: TuningSearch;
  readonly versions: {
    readonly [k: string]: string;
  };
  readonly at: string;
  readonly landscape: TuningLandscape;
}
/**
 * A value for each parameter.
 */
export interface TuningChoice1 {
  readonly [k: string]: number | string | boolean;
}
/**
 * Time of the usual choice over that of the choice: above 1 is faster.
 */
export interface TuningSpeed {
  readonly ratio: number;
  /**
   * Of the 95 % interval.
   */
  readonly low: number;
  readonly high: number;
  /**
   * 0 where the choice is the usual one, or that one was wrong.
   */
  readonly turns: number;
}
export interface TuningSearch {
  readonly seed: number;
  readonly exhaustive?: true;
  /**
   * Of all values.
   */
  readonly combinations: number;
  /**
   * What constraints, limits and the model left.
   */
  readonly candidates: number;
  readonly looks: number;
  readonly samples: number;
  readonly wrong: number;
  readonly failed: number;
  /**
   * Compiling, checking and timing together.
   */
  readonly seconds: number;
  /**
   * Time of the choice when the search last looked at it.
   */
  readonly foundNs: number;
}
/**
 * Every candidate that was looked at, and why the others were not.
 */
export interface TuningLandscape {
  readonly parameters: readonly string[];
  /**
   * Of each parameter, what may be chosen; older tables do not say.
   */
  readonly values?: readonly (number | string | boolean)[][];
  /**
   * What was not worth a pipeline, by reason; older tables do not say.
   */
  readonly refused?: readonly TuningRefused[];
  readonly rows: readonly TuningRow[];
}
export interface TuningRefused {
  readonly by: TuningRefusedBy;
  readonly why: string;
  /**
   * Of the combinations in the order of the values, the last parameter fastest.
   */
  readonly places: readonly number[];
}
export interface TuningRow {
  /**
   * In the order of the parameters.
   */
  readonly values: readonly (number | string | boolean)[];
  /**
   * The last that looked at it.
   */
  readonly round: number;
  /**
   * null: it was wrong or failed.
   */
  readonly ns: number | null;
  /**
   * Median time in ns in each round that timed it, from the first on.
   */
  readonly looks?: readonly number[];
  readonly outcome?: TuningFailure;
  /**
   * What was said of it then.
   */
  readonly why?: string;
}
/**
 * One training of the language model: what it was, how the loss fell, and what it took.
 */
export interface Training {
  readonly schemaVersion: 1;
  readonly by: TrainedBy;
  readonly startedAt: string;
  readonly machine: TrainedOn;
  readonly text: TrainingText;
  readonly settings: TrainingSettings;
  /**
   * Numbers that are learnt.
   */
  readonly parameters: number;
  /**
   * The step that it went on from; null where it began at the first.
   */
  readonly resumedAt: number | null;
  /**
   * Of each step from the first, in nats a byte, before its update.
   */
  readonly losses: readonly number[];
  /**
   * Steps that were left out, because their gradients were not finite.
   */
  readonly skipped: number;
  readonly heldOut: HeldOutLoss | null;
  readonly stepMs: TrainingStepMs;
  readonly tokensPerSecond: number;
  /**
   * Graphs to kernels, before the first step.
   */
  readonly compileMs: number;
  /**
   * Kernels to pipelines and buffers, before the first step.
   */
  readonly startMs: number;
  readonly memory: TrainingMemory | null;
  readonly profile?: TrainingProfile;
  readonly sample?: TrainingSample;
}
export interface TrainedBy {
  /**
   * kernel-ladder, or the library of a comparison.
   */
  readonly name: string;
  /**
   * A commit or a version.
   */
  readonly version: string;
  /**
   * webgpu; of PyTorch eager or compile.
   */
  readonly mode: string;
}
export interface TrainedOn {
  /**
   * Of this suite's machines; null elsewhere.
   */
  readonly key: string | null;
  /**
   * The device as its driver says it.
   */
  readonly name: string;
  readonly software: boolean;
}
export interface TrainingText {
  readonly name: string;
  readonly sha256: string;
  /**
   * Held-out ones included.
   */
  readonly bytes: number;
}
/**
 * Everything that the numbers of a training depend on, beside its text and its machine.
 */
export interface TrainingSettings {
  readonly model: TrainedModel;
  /**
   * Sequences in one pass through the model.
   */
  readonly batch: number;
  /**
   * Passes whose gradients are added up for one update.
   */
  readonly accumulate: number;
  /**
   * mixed: products of f16, everything else f32, and a scaled loss.
   */
  readonly precision: "f32" | "mixed";
  /**
   * Keep what goes from block to block, and compute the rest once more on the way back.
   */
  readonly recompute: boolean;
  readonly optimiser: TrainingOptimiser;
  /**
   * The longest that a gradient may be.
   */
  readonly clip: number | null;
  readonly schedule: TrainingSchedule;
  readonly seed: number;
}
export interface TrainedModel {
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  /**
   * Tokens that the model sees at most.
   */
  readonly context: number;
  readonly vocabulary: number;
  /**
   * Whether logits are products with the table of embeddings.
   */
  readonly head: "tied" | "separate";
}
export interface TrainingOptimiser {
  readonly name: "sgd" | "adam" | "adamw";
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
}
export interface TrainingSchedule {
  readonly rate: number;
  /**
   * Steps on the way up.
   */
  readonly warmup: number;
  readonly steps: number;
  /**
   * The share of the rate that is left in the end.
   */
  readonly floor: number;
}
export interface HeldOutLoss {
  /**
   * In nats a byte, after the last step.
   */
  readonly loss: number;
  readonly sequences: number;
}
/**
 * By the host's clock, of stretches of steps; the first stretch is left out where there are others.
 */
export interface TrainingStepMs {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}
export interface TrainingMemory {
  /**
   * Said before anything was made.
   */
  readonly plannedBytes: number;
  /**
   * Of all buffers, when there were most.
   */
  readonly peakBytes: number;
  /**
   * Between kernels.
   */
  readonly arenaBytes: number;
  readonly parameterBytes: number;
}
export interface TrainingProfile {
  /**
   * From the first kernel's beginning to the last one's end, the median.
   */
  readonly stepNs: number;
  /**
   * Of all kernels together.
   */
  readonly kernelNs: number;
  /**
   * Steps that were looked at.
   */
  readonly steps: number;
  readonly operators: readonly TrainingOperator[];
}
export interface TrainingOperator {
  readonly program: "gradients" | "norm" | "update";
  /**
   * What one kernel computes, as operators.
   */
  readonly operators: string;
  /**
   * Of what it writes first.
   */
  readonly shape: string;
  /**
   * Dispatches in a step.
   */
  readonly count: number;
  /**
   * Of all of them in a step, the median of the steps that were looked at.
   */
  readonly ns: number;
  /**
   * Of all kernels of a step.
   */
  readonly share: number;
  /**
   * Of all of them.
   */
  readonly flops: number;
  /**
   * Asked of memory by all of them.
   */
  readonly bytes: number;
  /**
   * The least time that the machine's measured roofs allow over the time it took, in percent; null where they are not known.
   */
  readonly pctOfRoof: number | null;
}
export interface TrainingSample {
  readonly prompt: string;
  readonly text: string;
  readonly tokensPerSecond: number;
}
export interface CommitRow {
  readonly commit: Commit;
  /**
   * In the order in which they began.
   */
  readonly runs: readonly CommitRun[];
  /**
   * Series in each state, in the order of the states; their sum is all that the machine knew.
   *
   * @minItems 9
   * @maxItems 9
   */
  readonly counts: [number, number, number, number, number, number, number, number, number];
  /**
   * Runs that ended before they were through.
   */
  readonly interrupted: number;
  /**
   * Slower series that no later commit was back on.
   */
  readonly standing: number;
  /**
   * Slower series that are back, by the commit that brought them back.
   */
  readonly repairs: readonly Repair[];
  /**
   * Series that this commit brought back, by the commit that had made them slower.
   */
  readonly undone: readonly Repair[];
}
export interface CommitRun {
  readonly runId: string;
  readonly startedAt: string;
  readonly suite: string;
  /**
   * True where the run ended before it was through; absent where it was not.
   */
  readonly interrupted?: boolean;
  /**
   * True where it was asked for a part of its suite: what it lacks is not gone.
   */
  readonly selected?: boolean;
  /**
   * True where --peers added their rows to those of its suite; absent where it did not.
   */
  readonly peers?: boolean;
}
export interface EffectsRow {
  readonly id: string;
  /**
   * Somebody else’s: nobody judges it.
   */
  readonly peer?: true;
  /**
   * The place of each state among all states; a dash where nobody knew the series yet.
   */
  readonly states: string;
  /**
   * Median times that may be compared, in ns; 0 where there is none. Absent where there is none at all.
   */
  readonly ns?: readonly number[];
  /**
   * Whether the kernel is that of the time before: the same, another, or nobody knows. Absent where nothing is compared.
   */
  readonly kernels?: string;
  /**
   * Why it failed, was skipped or is not judged: the place of the reason; -1 where there is none. Absent without any.
   */
  readonly whys?: readonly number[];
  /**
   * The last commit before these that has it; absent where none has.
   */
  readonly seen?: number;
  /**
   * The last commit before these that has a time.
   */
  readonly timed?: number;
  /**
   * That time.
   */
  readonly timedNs?: number;
  /**
   * Commits that made it slower, each with the first later one at which it was back.
   */
  readonly repairs?: readonly Pair[];
  /**
   * Commits at which it was back, each with an earlier one that had made it slower.
   */
  readonly undoes?: readonly Pair[];
}
