// What can go wrong on a device, named as result reason codes.

/** Why GPU work failed; each is a reason code of a result. */
export type FaultCode =
  | 'invalid-wgsl'
  | 'out-of-memory'
  | 'device-lost'
  | 'crashed'
  | 'below-resolution'
  | `limit:${string}`;

/** A fault of the device or of the work given to it; `code` says whose. */
export class GpuFault extends Error {
  override name = 'GpuFault' as const;
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
