// What can go wrong on a device, named as result reason codes.

/** Why GPU work failed; each is a reason code of a result. */
export type FaultCode =
  | 'invalid-wgsl'
  | 'out-of-memory'
  | 'device-lost'
  | 'crashed'
  | 'below-resolution'
  | `limit:${string}`;

/** What a compiler says of one place of a text; line and column begin at 1. */
export interface CompilerMessage {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** A fault of the device or of the work given to it; `code` says whose. */
export class GpuFault extends Error {
  override name = 'GpuFault' as const;
  readonly code: FaultCode;
  /** Of invalid-wgsl, where the compiler names a place. */
  readonly compiler: CompilerMessage | null;

  constructor(code: FaultCode, message: string, compiler: CompilerMessage | null = null) {
    super(message);
    this.code = code;
    this.compiler = compiler;
  }
}
