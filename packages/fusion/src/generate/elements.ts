// Operators with a kernel of their own that has nothing to share: each element of the result is found, or added up, by one thread.
import { indent } from '@kernel-ladder/kernel-kit';
import { flagOf, integerOf, integersOf, numberOf } from '../graph/attributes.ts';
import { countOf, typeOf } from '../graph/types.ts';
import type { ValueId } from '../graph/types.ts';
import { callOf, nodeOf } from '../fuse/lookup.ts';
import { stridesOf } from '../operators/contract.ts';
import type { Call } from '../operators/contract.ts';
import { convolutionOf } from '../operators/opaque/convolution.ts';
import { productOf } from '../operators/opaque/product-shape.ts';
import { rowsOf } from '../operators/opaque/rows.ts';
import { windowOf } from '../operators/window.ts';
import { bytesOfLeaf } from './kernel.ts';
import { elementText } from './loads.ts';
import type { OwnElement } from './map.ts';
import { nameOf, scalarType } from './naming.ts';
import { sourcesOf } from './sources.ts';
import type { Scope } from './sources.ts';

/** What an operator is told: its node, and the element of an operand at a place that is given by name. */
interface Given {
  readonly call: Call;
  readonly type: string;
  readonly of: (operand: number, place: string) => string;
}

interface Body {
  /** Statements that end with `return`; the place in the result is `at`. */
  readonly lines: readonly string[];
  readonly longestSum?: number;
}

const bodies: { readonly [op: string]: (given: Given) => Body } = {
  matmul: matmulBody,
  concat: concatBody,
  gather: gatherBody,
  'scatter-add': scatterBody,
  pad: padBody,
  conv2d: convBody,
  'fold-windows': foldWindowsBody,
};

/** The element function of an operator. Throws where there is none: the operator has no kernel. */
export function ownElement(scope: Scope, id: ValueId): OwnElement {
  const { graph } = scope;
  const node = nodeOf(graph, id);
  const body = bodies[node.op];
  if (!body)
    throw new Error(`no kernel for the operator "${node.op}": there are ${Object.keys(bodies).join(', ')}`);
  const sources = sourcesOf(scope, id);
  const type = scalarType(node.type.dtype);
  const of = (operand: number, place: string) => {
    const source = sources[operand];
    if (!source) throw new Error(`%${id} has no operand ${operand}`);
    return elementText(scope, source, place);
  };
  const { lines, longestSum = 1 } = body({ call: callOf(graph, node), type, of });
  const leaves = sources.flatMap((source) => (source.kind === 'leaf' ? [source] : []));
  const name = `${nameOf(scope, id)}_at`;
  return {
    id,
    name,
    text: `fn ${name}(at: u32) -> ${scalarType(typeOf(graph, id).dtype)} {\n${indent(lines.join('\n'), 2)}\n}`,
    reads: [...new Set(leaves.flatMap((leaf) => (leaf.expression === null ? [leaf.id] : [])))],
    bytes: leaves.reduce((sum, leaf) => sum + bytesOfLeaf(scope, leaf), 0),
    longestSum,
  };
}

// Halves are added up as f32.
function sumType(type: string): string {
  return type === 'f16' ? 'f32' : type;
}

function matmulBody({ call, type, of }: Given): Body {
  const { m, n, k } = productOf(call.operands, call.attributes);
  const isTurned = (name: string) => flagOf(call.attributes, name);
  const wide = sumType(type);
  const left = isTurned('transposeA')
    ? `(layer * ${k}u + step) * ${m}u + row`
    : `(layer * ${m}u + row) * ${k}u + step`;
  const right = isTurned('transposeB')
    ? `(layer * ${n}u + column) * ${k}u + step`
    : `(layer * ${k}u + step) * ${n}u + column`;
  const lines = [
    `let layer = at / ${m * n}u;`,
    `let row = at / ${n}u % ${m}u;`,
    `let column = at % ${n}u;`,
    `var sum = ${wide}(0);`,
    ...(k === 0
      ? []
      : [
          `for (var step = 0u; step < ${k}u; step++) {`,
          `  let left = ${left};`,
          `  let right = ${right};`,
          `  sum += ${wide}(${of(0, 'left')}) * ${wide}(${of(1, 'right')});`,
          '}',
        ]),
    `return ${type}(sum);`,
  ];
  return { lines, longestSum: k };
}

function concatBody({ call, of }: Given): Body {
  const axis = integerOf(call.attributes, 'axis');
  const inner = countOf(call.type.shape.slice(axis + 1));
  const length = call.type.shape[axis] ?? 1;
  const lines = [
    `let outer = at / ${length * inner}u;`,
    `let along = at / ${inner}u % ${length}u;`,
    `let inner = at % ${inner}u;`,
  ];
  let start = 0;
  const parts = call.operands.map(({ shape }) => {
    const own = { start, length: shape[axis] ?? 0 };
    start += own.length;
    return own;
  });
  const filled = [...parts.entries()].filter(([, part]) => part.length > 0);
  for (const [place, [operand, part]] of filled.entries()) {
    const found = [
      `let place = (outer * ${part.length}u + along - ${part.start}u) * ${inner}u + inner;`,
      `return ${of(operand, 'place')};`,
    ];
    if (place === filled.length - 1) lines.push(...found);
    else lines.push(`if (along < ${part.start + part.length}u) {`, ...found.map((line) => `  ${line}`), '}');
  }
  return { lines };
}

function gatherBody({ call, of }: Given): Body {
  const { rows, inner, picks } = rowsOf(call);
  const lines = [
    `let pick = at / ${inner}u % ${picks}u;`,
    `let wanted = i32(${of(1, 'pick')});`,
    '// An index outside is moved to the nearest row.',
    `let row = ${nearestRow(call, 1, 'wanted', rows)};`,
    `let place = (at / ${inner * picks}u * ${rows}u + row) * ${inner}u + at % ${inner}u;`,
    `return ${of(0, 'place')};`,
  ];
  return { lines };
}

/** The row of a table that is nearest to an index; of u32 what is beyond the numbers of i32 is beyond the last row as well. */
export function nearestRow({ operands }: Call, operand: number, index: string, rows: number): string {
  const least = operands[operand]?.dtype === 'u32' ? `select(${index}, ${rows - 1}, ${index} < 0)` : index;
  return `u32(clamp(${least}, 0, ${rows - 1}))`;
}

function scatterBody({ call, type, of }: Given): Body {
  const { rows, inner, picks } = rowsOf(call);
  const wide = sumType(type);
  const lines = [
    `let row = at / ${inner}u % ${rows}u;`,
    `let first = at / ${inner * rows}u * ${picks * inner}u + at % ${inner}u;`,
    `var sum = ${wide}(${of(0, 'at')});`,
    `for (var pick = 0u; pick < ${picks}u; pick++) {`,
    `  let wanted = i32(${of(1, 'pick')});`,
    `  if (${nearestRow(call, 1, 'wanted', rows)} == row) {`,
    `    let place = first + pick * ${inner}u;`,
    `    sum += ${wide}(${of(2, 'place')});`,
    '  }',
    '}',
    `return ${type}(sum);`,
  ];
  return { lines, longestSum: picks + 1 };
}

function padBody({ call, type, of }: Given): Body {
  const shape = call.operands[0]?.shape ?? [];
  const before = integersOf(call.attributes, 'before');
  const between = integersOf(
    call.attributes,
    'between',
    shape.map(() => 0),
  );
  const value = numberOf(call.attributes, 'value', 0);
  const [into, from] = [stridesOf(call.type.shape), stridesOf(shape)];
  const { fill, given } = numberText(value, type);
  if (countOf(shape) === 0) return { lines: [...given, `return ${fill};`] };
  const lines = shape.flatMap((length, axis) => {
    const step = (between[axis] ?? 0) + 1;
    const coordinate = `at / ${into[axis] ?? 1}u % ${call.type.shape[axis] ?? 1}u`;
    return [
      `// Before the first u32 wraps around, so that it is beyond the last as well.`,
      `let along${axis} = ${coordinate} - ${before[axis] ?? 0}u;`,
      `if (along${axis} / ${step}u >= ${length}u${step > 1 ? ` || along${axis} % ${step}u != 0u` : ''}) {`,
      `  return ${fill};`,
      '}',
    ];
  });
  const terms = shape.map((_, axis) => `along${axis} / ${(between[axis] ?? 0) + 1}u * ${from[axis] ?? 1}u`);
  const found = [`let place = ${terms.join(' + ') || '0u'};`, `return ${of(0, 'place')};`];
  return { lines: [...given, ...lines, ...found] };
}

// WGSL refuses infinities and NaN in constant expressions; the bits of a variable are none.
function numberText(
  value: number,
  type: string,
): { readonly fill: string; readonly given: readonly string[] } {
  if (Number.isFinite(value)) return { fill: `${type}(${value})`, given: [] };
  const [bits = 0] = new Uint32Array(Float32Array.of(value).buffer);
  return { fill: `${type}(bitcast<f32>(bits))`, given: [`var bits = ${bits}u;`] };
}

function convBody({ call, type, of }: Given): Body {
  const { channels, height, width, size, stride, padding, dilation } = convolutionOf(
    call.operands,
    call.attributes,
  );
  const [, outputs = 1, down = 1, across = 1] = call.type.shape;
  const wide = sumType(type);
  const taps = size[0] * size[1];
  const lines = [
    `let image = at / ${outputs * down * across}u;`,
    `let filter_ = at / ${down * across}u % ${outputs}u;`,
    `let top = at / ${across}u % ${down}u * ${stride[0]}u;`,
    `let left = at % ${across}u * ${stride[1]}u;`,
    `var sum = ${wide}(0);`,
    `for (var tap = 0u; tap < ${channels * taps}u; tap++) {`,
    '  // In front of the image u32 wraps around, so that it is beyond its end as well.',
    `  let y = top + tap / ${size[1]}u % ${size[0]}u * ${dilation[0]}u - ${padding[0]}u;`,
    `  let x = left + tap % ${size[1]}u * ${dilation[1]}u - ${padding[1]}u;`,
    `  if (y < ${height}u && x < ${width}u) {`,
    `    let pixel = ((image * ${channels}u + tap / ${taps}u) * ${height}u + y) * ${width}u + x;`,
    `    let weight = filter_ * ${channels * taps}u + tap;`,
    `    sum += ${wide}(${of(0, 'pixel')}) * ${wide}(${of(1, 'weight')});`,
    '  }',
    '}',
    `return ${type}(sum);`,
  ];
  return { lines, longestSum: channels * taps };
}

function foldWindowsBody({ call, type, of }: Given): Body {
  const { size, stride, dilation } = windowOf('fold-windows', call.attributes);
  const shape = call.operands[0]?.shape ?? [];
  const rank = size.length;
  const counts = shape.slice(-2 * rank, -rank);
  const [into, taps] = [stridesOf(call.type.shape), countOf(size)];
  const [ofTaps, ofCounts] = [stridesOf(size), stridesOf(counts)];
  const outer = call.type.shape.length - rank;
  const wide = sumType(type);
  const places = size.map((_, axis) => {
    const at = `at / ${into[outer + axis] ?? 1}u % ${call.type.shape[outer + axis] ?? 1}u`;
    return `  let along${axis} = ${at} - tap / ${ofTaps[axis] ?? 1}u % ${size[axis] ?? 1}u * ${dilation[axis] ?? 1}u;`;
  });
  const isHit = size.map(
    (_, axis) =>
      `along${axis} % ${stride[axis] ?? 1}u == 0u && along${axis} / ${stride[axis] ?? 1}u < ${counts[axis] ?? 1}u`,
  );
  const window = size
    .map((_, axis) => `along${axis} / ${stride[axis] ?? 1}u * ${ofCounts[axis] ?? 1}u`)
    .join(' + ');
  const inner = countOf(call.type.shape.slice(outer));
  const lines = [
    `var sum = ${wide}(0);`,
    `for (var tap = 0u; tap < ${taps}u; tap++) {`,
    '  // Before the first window u32 wraps around, so that it is beyond the last as well.',
    ...places,
    `  if (${isHit.join(' && ')}) {`,
    `    let place = (at / ${inner}u * ${countOf(counts)}u + ${window}) * ${taps}u + tap;`,
    `    sum += ${wide}(${of(0, 'place')});`,
    '  }',
    '}',
    `return ${type}(sum);`,
  ];
  return { lines, longestSum: taps };
}
