// Which order of elements a value has. Transposes and reshapes sink below maps, towards products, which read either order, and towards
// each other, where they cancel. A map does not care: it meets the same elements in any order.
import { node } from '../../graph/build.ts';
import type { Expression } from '../../graph/expression.ts';
import { sameShape } from '../../graph/types.ts';
import type { Shape } from '../../graph/types.ts';
import { operators } from '../../operators/table.ts';
import { again, listOf, operandsOf, reshaped, splat, splatOf } from '../rule.ts';
import type { Around, Rule } from '../rule.ts';

const maps = operators.flatMap(({ name, class: kind }) => (kind === 'elementwise' ? [name] : []));

export const layout: readonly Rule[] = [
  {
    name: 'map of transposes → transpose of the map',
    roots: maps,
    agreement: 'bitwise',
    why: 'one transpose instead of one for each operand, nearer to what may take it along. Only of values that nobody else reads',
    before:
      '%0 = input x : f32[2,3]\n%1 = input y : f32[2,3]\n%2 = transpose %0 {permutation = [1, 0]} : f32[3,2]\n%3 = transpose %1 {permutation = [1, 0]} : f32[3,2]\n%4 = mul %2, %3 : f32[3,2]\nreturn %4',
    after:
      '%0 = input x : f32[2,3]\n%1 = input y : f32[2,3]\n%2 = mul %0, %1 : f32[2,3]\n%3 = transpose %2 {permutation = [1, 0]} : f32[3,2]\nreturn %3',
    apply: (map, around) => {
      const view = map.operands.find(({ op }) => op === 'transpose');
      if (!view) return null;
      const { shape } = operandsOf(view)[0].type;
      const permutation = listOf(view, 'permutation');
      const isAlike = (x: Expression) =>
        x.op === 'transpose' && listOf(x, 'permutation').every((axis, place) => axis === permutation[place]);
      const inner = sunk(map.operands, shape, (x) =>
        isAlike(x) && isOwn(x, around) ? operandsOf(x)[0] : null,
      );
      return inner && node('transpose', [again(map, ...inner)], { permutation });
    },
  },
  {
    name: 'map of reshapes → reshape of the map',
    roots: maps,
    agreement: 'bitwise',
    why: 'what is added to a batch of rows is added to rows, where it meets the product that made them',
    before:
      '%0 = input x : f32[6,4]\n%1 = input bias : f32[4]\n%2 = reshape %0 : f32[2,3,4]\n%3 = broadcast %1 : f32[2,3,4]\n%4 = add %2, %3 : f32[2,3,4]\nreturn %4',
    after:
      '%0 = input x : f32[6,4]\n%1 = input bias : f32[4]\n%2 = broadcast %1 : f32[6,4]\n%3 = add %0, %2 : f32[6,4]\n%4 = reshape %3 : f32[2,3,4]\nreturn %4',
    apply: (map, around) => {
      const view = map.operands.find(({ op }) => op === 'reshape');
      if (!view) return null;
      const { shape } = operandsOf(view)[0].type;
      const inner = sunk(map.operands, shape, (x) => {
        const isAlike = x.op === 'reshape' && sameShape(operandsOf(x)[0].type.shape, shape);
        return isAlike && isOwn(x, around) ? operandsOf(x)[0] : rowsAgain(x, shape);
      });
      return inner && reshaped(again(map, ...inner), map.type.shape);
    },
  },
];

function isOwn(x: Expression, { readers }: Around): boolean {
  return readers(x) === 1;
}

// The operands as they were before the view; null if one of them was never under it.
function sunk(
  operands: readonly Expression[],
  shape: Shape,
  before: (x: Expression) => Expression | null,
): readonly Expression[] | null {
  const inner = operands.flatMap((x) => {
    const number = splatOf(x);
    return number === null ? (before(x) ?? []) : splat(number, { dtype: x.type.dtype, shape });
  });
  return inner.length === operands.length ? inner : null;
}

// A row that is repeated is the same row under any shape with the same last axis.
function rowsAgain(x: Expression, shape: Shape): Expression | null {
  const length = shape.at(-1);
  if (x.op !== 'broadcast' || length === undefined) return null;
  const [row] = operandsOf(x);
  const isRow = row.type.shape.at(-1) === length && row.type.shape.slice(0, -1).every((each) => each === 1);
  return isRow && x.type.shape.at(-1) === length
    ? node('broadcast', [reshaped(row, [length])], { shape })
    : null;
}
