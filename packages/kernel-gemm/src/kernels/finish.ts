// The text of an epilogue, for the generators: a scalar function that they apply to each sum before it is stored.
import { each } from '@kernel-ladder/kernel-kit';
import { specOf } from './epilogue.ts';
import type { Epilogue } from './epilogue.ts';

/** What an epilogue calculates in: f32, also on f16 sums, or i32. */
export type FinishType = 'f32' | 'i32';

/** `fn finish(sum, added)`, or `fn finish(sum)` where nothing is added; empty for no epilogue. */
export function finishFunction(epilogue: Epilogue, type: FinishType): string {
  if (epilogue === 'none') return '';
  const { scale, adds, bend } = specOf(epilogue);
  const scaled = scale === 1 ? 'sum' : `${scale} * sum`;
  const isAdding = adds !== 'nothing';
  const results = {
    no: 'return value;',
    relu: `return max(value, ${type === 'i32' ? '0' : '0.0'});`,
    gelu: `// The tanh form as x / (1 + e^z); the exponent is capped where e^z would overflow.
  let exponent = min(${-2 * Math.sqrt(2 / Math.PI)} * (value + 0.044715 * value * value * value), 80.0);
  return value / (1.0 + exp(exponent));`,
  };
  return `fn finish(sum: ${type}${isAdding ? `, added: ${type}` : ''}) -> ${type} {
  let value = ${scaled}${isAdding ? ' + added' : ''};
  ${results[bend]}
}
`;
}

/** A call of `finish`, or the sum itself where there is no epilogue. */
export function finished(epilogue: Epilogue, sum: string, added: string): string {
  if (epilogue === 'none') return sum;
  return specOf(epilogue).adds === 'nothing' ? `finish(${sum})` : `finish(${sum}, ${added})`;
}

/** The four components of `sum`, each finished with that of `added`, separated by commas. */
export function finishedFour(epilogue: Epilogue, sum: string, added: string): string {
  return each(4, (j) => finished(epilogue, `${sum}.${'xyzw'[j]}`, `${added}.${'xyzw'[j]}`), ', ');
}
