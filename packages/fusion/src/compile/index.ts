// The compiler: from a graph to kernels of a device, and to what they compute.
export { compile } from './compile.ts';
export type { CompileOptions } from './compile.ts';
export { CompileError } from './error.ts';
export type { CompileFault } from './error.ts';
export { bindProgram, bytesNeeded, execute, instantiate } from './execute.ts';
export type { Bound, Executable } from './execute.ts';
export { arrayTypeOf } from './program.ts';
export type { CompileTimes, Constant, KernelSummary, MemorySummary, Named, Program } from './program.ts';
