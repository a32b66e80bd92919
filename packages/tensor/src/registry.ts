// Which kernel runs an operator: looked up by operator, back end and element type; among those that suit the device and the call, the
// one with the highest priority.
import { typeText } from '@kernel-ladder/fusion';
import type { Call, Dtype } from '@kernel-ladder/fusion';
import type { BackendName } from './backend.ts';
import type { Implementations } from './kernels/kinds.ts';

/** What a kernel is asked for: the call, and what the device has. */
export interface Offer {
  readonly call: Call;
  readonly features: ReadonlySet<string>;
}

/** A way to run an operator. */
export interface Kernel<Name extends BackendName = BackendName> {
  readonly name: string;
  readonly operator: string;
  readonly backend: Name;
  /** Types of the result. */
  readonly dtypes: readonly Dtype[];
  /** The highest one that suits is taken; of equals the one that was registered first. */
  readonly priority: number;
  /** Features without which the device is not asked. */
  readonly features?: readonly string[];
  /** Whether it can do this call; any, when left out. */
  readonly suits?: (call: Call) => boolean;
  readonly run: Implementations[Name];
}

/** An operator that nothing can run; the message says which kernels there are, and why they were passed over. */
export class MissingKernel extends Error {
  override readonly name = 'MissingKernel';
}

/** All kernels by what they are for. */
export interface Registry {
  /** The kernel to take. Throws MissingKernel. */
  readonly choose: <Name extends BackendName>(backend: Name, operator: string, offer: Offer) => Kernel<Name>;
  /** All kernels, in the order in which they were registered. */
  readonly kernels: readonly Kernel[];
  /** The same with more kernels. */
  readonly with: (...kernels: readonly Kernel[]) => Registry;
}

/** A registry of these kernels. */
export function createRegistry(kernels: readonly Kernel[]): Registry {
  const byKey = new Map<string, Kernel[]>();
  for (const kernel of kernels)
    for (const dtype of kernel.dtypes) {
      const key = keyOf(kernel.backend, kernel.operator, dtype);
      byKey.set(
        key,
        [...(byKey.get(key) ?? []), kernel].toSorted((a, b) => b.priority - a.priority),
      );
    }
  return {
    kernels,
    with: (...more) => createRegistry([...kernels, ...more]),
    choose: <Name extends BackendName>(backend: Name, operator: string, offer: Offer) => {
      const candidates = byKey.get(keyOf(backend, operator, offer.call.type.dtype)) ?? [];
      const found = candidates.find((kernel) => refusalOf(kernel, offer) === null);
      if (found) return found as Kernel<Name>; // Its key has the back end.
      throw missing(backend, operator, { offer, kernels });
    },
  };
}

function keyOf(backend: string, operator: string, dtype: Dtype): string {
  return `${backend} ${operator} ${dtype}`;
}

function refusalOf({ features = [], suits }: Kernel, offer: Offer): string | null {
  const absent = features.filter((feature) => !offer.features.has(feature));
  if (absent.length > 0) return `needs ${absent.join(', ')}`;
  return suits && !suits(offer.call) ? 'does not suit the call' : null;
}

function missing(
  backend: string,
  operator: string,
  { offer, kernels }: { readonly offer: Offer; readonly kernels: readonly Kernel[] },
): MissingKernel {
  const { operands, type } = offer.call;
  const known = kernels.filter((kernel) => kernel.operator === operator);
  const said = known.map((kernel) => {
    const isFor = kernel.backend === backend && kernel.dtypes.includes(type.dtype);
    const why = isFor
      ? (refusalOf(kernel, offer) ?? '')
      : `is for ${kernel.backend} in ${kernel.dtypes.join(', ')}`;
    return `${kernel.name} ${why}`;
  });
  const call = `${operator}(${operands.map(typeText).join(', ')}) → ${typeText(type)}`;
  return new MissingKernel(
    `${backend} has no kernel for ${call}: ${said.length > 0 ? said.join('; ') : `nobody has one for "${operator}"`}`,
  );
}
