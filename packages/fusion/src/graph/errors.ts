// What can be wrong with a graph. Each fault has a name of its own, so that a caller can tell them apart without reading texts.

/** What is wrong: with an operator's name, the number of operands, a shape, an element type, an attribute, a number, an input, or memory. */
export type Fault =
  | 'UnknownOperator'
  | 'ArityError'
  | 'ShapeError'
  | 'DtypeError'
  | 'AttributeError'
  | 'OrderError'
  | 'TypeMismatch'
  | 'InputError'
  | 'NoGradient'
  | 'SizeError';

/** A graph, or a node to be, that is none. The name says what is wrong; the message has the values and the remedy. */
export class GraphError extends Error {
  override readonly name: Fault;
  constructor(name: Fault, message: string) {
    super(message);
    this.name = name;
  }
}

/** Puts a place in front of the message of a GraphError. */
export function located<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    throw new GraphError(error.name, `${where}: ${error.message}`);
  }
}
