// Text from a model: a byte after the other, each drawn from what the model gives to every byte.
import { createRandom } from '@kernel-ladder/harness';

/** The logits of what follows a window of tokens, at least one and at most as many as the context has. */
export type Predict = (window: readonly number[]) => Promise<ArrayLike<number>>;

/** What to write. */
export interface Wish {
  readonly prompt: Uint8Array;
  readonly bytes: number;
  readonly context: number;
  /** 0 takes the likeliest byte; 1 draws as the model says. */
  readonly temperature: number;
  readonly seed: number;
}

/** The bytes that follow the prompt. Throws a RangeError for an empty prompt: there is nothing to go on from. */
export async function generate(
  predict: Predict,
  { prompt, bytes, context, temperature, seed }: Wish,
): Promise<Uint8Array> {
  if (prompt.length === 0) throw new RangeError('a prompt has at least one byte');
  const random = createRandom(seed);
  const tokens = [...prompt];
  while (tokens.length < prompt.length + bytes) {
    const logits = await predict(windowOf(tokens, context));
    tokens.push(pick(logits, temperature, random.uniform(0, 1)));
  }
  return Uint8Array.from(tokens.slice(prompt.length));
}

/** The tokens that are seen: all of them, and of more than the context the last, whose beginning moves on by half a context at a time. */
export function windowOf(tokens: readonly number[], context: number): readonly number[] {
  const half = Math.max(1, Math.floor(context / 2));
  const over = Math.max(0, tokens.length - context);
  return tokens.slice(Math.ceil(over / half) * half);
}

/** The byte at a share of the distribution. */
export function pick(logits: ArrayLike<number>, temperature: number, share: number): number {
  const numbers = Array.from(logits);
  const most = Math.max(...numbers);
  if (temperature === 0) return numbers.indexOf(most);
  const weights = numbers.map((logit) => Math.exp((logit - most) / temperature));
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => (left -= weight) < 0);
  return found < 0 ? numbers.indexOf(most) : found;
}
