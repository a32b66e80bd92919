// Lets Node import JSON that does not call itself so, as @actions/workflow-parser does; bundlers take it as it is.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('.json')
      ? { ...next(specifier, context), importAttributes: { type: 'json' } }
      : next(specifier, context),
});
