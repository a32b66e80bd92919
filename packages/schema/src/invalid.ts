// The one error for documents: whoever reads files catches it and nothing else.

/** A document that does not follow its schema, or contradicts itself; the message reads `file: /pointer: what is wrong`. */
export class InvalidDocument extends Error {
  override name = 'InvalidDocument' as const;
}
