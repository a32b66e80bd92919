// Where an id leads: to its ladder and trend.
import { addressOf } from '../state.ts';

/** Where an id is shown; null for a text that is no id. */
export function addressOfId(machine: string, id: string): string | null {
  const [family, variant, name, ...rest] = id.split('/');
  if (!family || !variant || !name || rest.length > 0) return null;
  return addressOf({ machine, family, case: name });
}

/** An id's own trend, near enough to see a change: its values alone, on an axis that fits them. */
export function trendAddress(machine: string, id: string, ids: readonly string[]): string | null {
  const [family, variant, name] = id.split('/');
  if (!family || !variant || !name) return null;
  const hidden = ids.flatMap((other) => {
    const [otherFamily, otherVariant, otherName] = other.split('/');
    const isBeside = otherFamily === family && otherName === name && otherVariant !== variant;
    return isBeside && otherVariant ? [otherVariant] : [];
  });
  return addressOf({ machine, family, case: name, metric: 'medianNs', scale: 'fit', hidden });
}
