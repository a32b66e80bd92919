// The check of every element behind an epilogue that cannot be undone: results in pairs, of sums of opposite sign.
import { flawless } from '@kernel-ladder/harness';
import type { Arrays, Finding, Oracle, Stretch } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { specOf } from '../kernels/epilogue.ts';
import { bent } from './bend.ts';
import { epilogueUnit, errorUnit } from './bounds.ts';
import { columnNorms, rowNorms } from './norms.ts';
import { widen } from './reference.ts';
import type { Operands } from './reference.ts';

/**
 * An oracle for neighbours p = f(x) and q = f(−x): since p − q = x, p must be f(p − q), and q with it. What x itself
 * must be, Freivalds' check says. By Cauchy-Schwarz an error is at most unit·‖A_i‖·‖B_j‖; two go into x, one into p.
 * So do those of the epilogue, in proportion to the results.
 */
export function pairs(params: GemmCase, operands: Operands, stretch: Stretch): Oracle {
  const { n } = params;
  const unit = errorUnit(params);
  const ofResult = 3.4 * epilogueUnit(params);
  const kind = specOf(params.epilogue).bend;
  const largestColumn = columnNorms(operands).reduce((most, norm) => Math.max(most, norm), 0);
  const allowed = rowNorms(operands, stretch).map((norm) => 3.4 * unit * norm * largestColumn);
  return {
    name: 'pairs',
    verify: (outputs: Arrays) => {
      const first = stretch.from * n;
      const c = widen(outputs['c']?.subarray(first, stretch.to * n));
      let [worst, worstIndex] = [0, 0];
      for (let index = 0; index < c.length; index += 2) {
        const p = c[index] ?? Number.NaN;
        const q = c[index + 1] ?? Number.NaN;
        const error = Math.abs(p - bent(kind, p - q));
        const bound = (allowed[Math.floor(index / n)] ?? 0) + ofResult * (Math.abs(p) + Math.abs(q) + 1);
        const ratio = error === 0 ? 0 : error / bound;
        if (!(ratio <= worst)) [worst, worstIndex] = [Number.isNaN(ratio) ? Infinity : ratio, index];
      }
      return report(worst, first + worstIndex);
    },
  };
}

function report(worst: number, index: number): Finding {
  if (worst <= 1) return { ...flawless, worst };
  const message = `c[${index}] and c[${index + 1}] are not what the epilogue makes of two opposite sums, by ${worst.toPrecision(3)} times the bound`;
  return { passed: false, maxAbs: 0, maxRel: 0, worst, message, at: { output: 'c', index } };
}
