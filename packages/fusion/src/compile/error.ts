// Why a program cannot be compiled for a device.

/** The feature or the limit of the device that is in the way, or what there is no kernel for. */
export type CompileFault = `feature:${string}` | `limit:${string}` | 'unsupported';

/** What a device cannot run; the message says what is needed and what there is. */
export class CompileError extends Error {
  override readonly name = 'CompileError';
  readonly code: CompileFault;

  constructor(code: CompileFault, message: string) {
    super(message);
    this.code = code;
  }
}
