// Graphs of tensor operations: how they are written down, checked, differentiated and rewritten.
export type { Expression } from './graph/expression.ts';
export { countOf, dtypes, isFloat, sameShape, sameType, typeOf, typeText } from './graph/types.ts';
export type {
  Attribute,
  Attributes,
  Dtype,
  Graph,
  Input,
  Node,
  Shape,
  Type,
  ValueId,
} from './graph/types.ts';
export { stridesOf } from './operators/contract.ts';
export type {
  Backward,
  Build,
  Call,
  Elementwise,
  Gradient,
  Opaque,
  Operator,
  Places,
  Reduction,
  Source,
  View,
} from './operators/contract.ts';
