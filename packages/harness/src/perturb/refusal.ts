// Why a perturbation does not apply to a kernel.

/** Thrown where a kernel cannot be perturbed in some way; the message is a clause that has the kernel for its `it`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
