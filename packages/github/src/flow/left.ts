// What a GPU job left for us: the artifact of this very attempt, about this very head, merged into a commit of the branch that it is for.
import { TooManyBytes } from '../api/client.ts';
import type { Client } from '../api/client.ts';
import { isOnBranch, parentsOf } from '../api/commits.ts';
import { fieldOf, listIn, numberIn, textIn } from '../api/fields.ts';
import { limits, readArtifact } from '../artifact/read.ts';
import type { Artifact } from '../artifact/read.ts';
import { RefusedArtifact } from '../artifact/zip.ts';
import { code } from '../comment/text.ts';

/** The run of the workflow, as GitHub tells of it. */
export interface EndedRun {
  readonly runId: number;
  readonly conclusion: string;
  /** When its last attempt began. */
  readonly startedAt: string;
  readonly headSha: string;
}

/** The name of the artifact that the GPU job leaves. */
const artifactName = 'bench';

/** The artifact, or a sentence on why there is none that can be believed; `branch` is what the pull request is for. */
export async function findArtifact(
  client: Client,
  repository: string,
  ended: EndedRun & { readonly branch: string },
): Promise<Artifact | string> {
  const newest = await newestOf(client, repository, ended);
  if (newest === undefined) return `The GPU job ended as ${code(ended.conclusion)} and left no numbers.`;
  if (numberIn(newest, 'size_in_bytes') > limits.zip)
    return `What the GPU job left is larger than ${limits.zip} bytes, and was not read.`;
  try {
    const path = `/repos/${repository}/actions/artifacts/${numberIn(newest, 'id')}/zip`;
    const artifact = await readArtifact(await client.download(path, limits.zip));
    return (await doubtOf(client, repository, { ...ended, ...artifact.confirmed })) ?? artifact;
  } catch (error) {
    if (!(error instanceof RefusedArtifact || error instanceof TooManyBytes)) throw error;
    return `What the GPU job left was refused: ${code(error.message)}.`;
  }
}

// An attempt that leaves nothing must not be told with the numbers of the one before.
async function newestOf(
  client: Client,
  repository: string,
  { runId, startedAt }: EndedRun,
): Promise<unknown> {
  const path = `/repos/${repository}/actions/runs/${runId}/artifacts?name=${artifactName}`;
  const all = await client.pages(path, { of: (answer) => listIn(answer, 'artifacts') });
  const began = Date.parse(startedAt);
  const own = all.filter(
    (each) =>
      fieldOf(each, 'name') === artifactName &&
      fieldOf(each, 'expired') !== true &&
      Date.parse(textIn(each, 'created_at')) >= began,
  );
  return own.toSorted((a, b) => numberIn(b, 'id') - numberIn(a, 'id'))[0];
}

interface Claim {
  readonly head: string;
  readonly base: string;
  readonly headSha: string;
  readonly branch: string;
}

// The run is of a merge of this very head: git's own parents say so. Whoever can make commits can make a merge into whatever he
// likes, and so the other parent has to be the branch's.
async function doubtOf(
  client: Client,
  repository: string,
  { head, base, headSha, branch }: Claim,
): Promise<string | null> {
  const [first, second] = await parentsOf(client, repository, head);
  if (first !== base || second !== headSha)
    return `What the GPU job left is about ${code(head)}, which is no merge of ${code(headSha)} into ${code(base)}.`;
  if (await isOnBranch(client, repository, { branch, sha: base })) return null;
  return `What the GPU job left is about a merge into ${code(base)}, which is no commit of ${code(branch)}.`;
}
