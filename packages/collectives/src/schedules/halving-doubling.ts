// Recursive halving and doubling (Rabenseifner, 2004): as few bytes as a ring in logarithmically many steps.
import type { Schedule, Transfer } from '../schedule.ts';
import { checkShape, chunkOf, wholeOf } from './shape.ts';
import type { Range, Shape } from './shape.ts';

interface Core {
  readonly shape: Shape;
  /** Largest power of two that is not above the ranks; the others are folded. */
  readonly size: number;
  readonly levels: number;
  readonly extras: number;
}

/**
 * Reduce-scatter by vector halving at doubling distance, all-gather by the reverse: 2·log₂ n steps. Where n is no
 * power of two, the n − 2^⌊log₂ n⌋ extra ranks first hand their whole vector to a neighbour and get the result in
 * the end (Thakur, Rabenseifner, Gropp, 2005, section 4.5): two steps more.
 */
export function halvingDoubling(shape: Shape): Schedule {
  checkShape(shape);
  const { ranks, elements } = shape;
  const levels = 31 - Math.clz32(ranks);
  const core: Core = { shape, size: 2 ** levels, levels, extras: ranks - 2 ** levels };
  const folds = core.extras > 0 ? 1 : 0;
  const stepCount = 2 * (levels + folds);
  return {
    ranks,
    elements,
    stepCount,
    step: (index) => {
      if (index < folds) return fold(core, 'reduce');
      if (index >= stepCount - folds) return fold(core, 'copy');
      const step = index - folds;
      return step < levels ? exchange(core, step, 'reduce') : exchange(core, 2 * levels - 1 - step, 'copy');
    },
  };
}

// The even ones of the first 2·extras ranks stand back; their odd neighbours act for both.
function rankAt({ extras }: Core, place: number): number {
  return place < extras ? 2 * place + 1 : place + extras;
}

function fold(core: Core, action: Transfer['action']): readonly Transfer[] {
  const { offset, count } = wholeOf(core.shape);
  if (count === 0) return [];
  return Array.from({ length: core.extras }, (_, place) => {
    const [extra, keeper] = [2 * place, rankAt(core, place)];
    const ends = action === 'reduce' ? { from: extra, to: keeper } : { from: keeper, to: extra };
    return { ...ends, offset, count, action };
  });
}

// Partners at distance 2^level: halving sends what the partner keeps, doubling sends what the sender has.
function exchange(core: Core, level: number, action: Transfer['action']): readonly Transfer[] {
  const transfers: Transfer[] = [];
  for (let place = 0; place < core.size; place++) {
    const partner = place ^ (1 << level);
    const { offset, count } = keptBy(core, action === 'reduce' ? partner : place, level + 1);
    if (count === 0) continue;
    transfers.push({ from: rankAt(core, place), to: rankAt(core, partner), offset, count, action });
  }
  return transfers;
}

// What a place is responsible for after some halvings: bit k of the place picks a half in halving k.
function keptBy({ shape, size }: Core, place: number, halvings: number): Range {
  let [first, length] = [0, size];
  for (let bit = 0; bit < halvings; bit++) {
    length /= 2;
    if ((place >> bit) & 1) first += length;
  }
  const whole = wholeOf(shape);
  const { offset } = chunkOf(whole, size, first, shape.granularity);
  const last = chunkOf(whole, size, first + length - 1, shape.granularity);
  return { offset, count: last.offset + last.count - offset };
}
