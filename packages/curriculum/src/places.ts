// Where a rule asks for results: each variant that it names, at each combination of the values that it names.
import { remembered } from './remembered.ts';
import type { Places, Selector } from './types.generated.ts';

/** One selector for each place at which a result must be there: the same ones whenever the same rule asks. */
export function placesOf(of: Selector, at: Places = anywhere): readonly Selector[] {
  return placesWith(at)(of);
}

const anywhere: Places = {};
const placesWith = remembered((at: Places) => remembered((of: Selector) => placesIn(of, at)));

function placesIn(of: Selector, at: Places): readonly Selector[] {
  const variants = of.variants?.map((name) => ({ ...of, variants: [name] })) ?? [of];
  return Object.entries(at).reduce<readonly Selector[]>(
    (places, [param, values]) =>
      places.flatMap((place) =>
        values.map((value) => ({ ...place, where: { ...place.where, [param]: value } })),
      ),
    variants,
  );
}
