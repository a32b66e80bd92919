import type { PageContext, Tree } from './context.ts';
export async function allreducePage(_: PageContext): Promise<Tree> {
  return { controls: null, notices: null, body: null };
}
