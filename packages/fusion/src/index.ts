// Graphs of tensor operations: how they are written down, checked, differentiated and rewritten.
export * from './compile/index.ts';
export { differentiate, gradients } from './differentiate.ts';
export { evaluateWithBounds } from './bounds.ts';
export type { Bounded } from './bounds.ts';
export { callOf, evaluate, evaluateAll } from './evaluate.ts';
export type { Feeds, Precision } from './evaluate.ts';
export { gradcheck } from './gradcheck.ts';
export type { Agreement, Runner } from './gradcheck.ts';
export { expressionsOf, graphOf, inputNode, node, valueAt } from './graph/build.ts';
export { GraphError } from './graph/errors.ts';
export type { Fault } from './graph/errors.ts';
export type { Expression } from './graph/expression.ts';
export { checkLengths } from './graph/lengths.ts';
export { stored, wrapped } from './graph/stored.ts';
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
export { verify } from './graph/verify.ts';
export { stridesOf } from './operators/contract.ts';
export type {
  AttributeKind,
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
export { flopsOf } from './operators/flops.ts';
export { convolutionOf } from './operators/opaque/convolution.ts';
export type { Convolution } from './operators/opaque/convolution.ts';
export { inferType } from './operators/infer.ts';
export { holds, promote, promotion } from './operators/promotion.ts';
export { operatorOf, operators } from './operators/table.ts';
export { inline } from './graph/inline.ts';
export { graphPasses, optimise, rules } from './passes/all.ts';
export type { GraphPass } from './passes/all.ts';
export { shareSubexpressions } from './passes/common-subexpressions.ts';
export { withoutDeadCode } from './passes/dead-code.ts';
export { declined } from './passes/declined.ts';
export type { Declined } from './passes/declined.ts';
export { foldConstants } from './passes/fold-constants.ts';
export { orderForMemory, peakBytes } from './passes/order.ts';
export { readersOf, rewrite, rewriteCounting } from './passes/rewrite.ts';
export type { Rewritten } from './passes/rewrite.ts';
export type { Agreement as RuleAgreement, Rule } from './passes/rule.ts';
export { TextError } from './text/fault.ts';
export { parse } from './text/parse.ts';
export { attributesText, nodeText, print } from './text/print.ts';
export * from './arrays.ts';
export * from './expression.ts';
export * from './layers.ts';
export { trace, TraceError } from './trace.ts';
export type { Traced } from './trace.ts';
