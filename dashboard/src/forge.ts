// Addresses of where the repository is read on the web.

/** A commit, or a path from the root of the repository. */
export interface Named {
  readonly commit?: string | undefined;
  readonly file?: string | undefined;
}

/** The address of a commit, or of a file as it stands at the newest one; forges agree on both paths. Null of anything but https. */
export function forgeAddress(repository: string | null, { commit, file }: Named): string | null {
  if (repository === null || URL.parse(repository)?.protocol !== 'https:') return null;
  if (file !== undefined)
    return `${repository}/blob/HEAD/${file.split('/').map(encodeURIComponent).join('/')}`;
  return commit === undefined || /^0*$/.test(commit) ? null : `${repository}/commit/${commit}`;
}
