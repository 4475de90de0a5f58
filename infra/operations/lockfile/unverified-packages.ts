/**
 * Native parts whose hash is not in the lockfile, because the registry that the lockfile was made with does not serve them.
 * npm installs them by name and exact version. `npm run lockfile` replaces them where the registry serves them.
 */
export const unverifiedPackages: ReadonlySet<string> = new Set([
  '@chdb/lib-darwin-arm64',
  '@chdb/lib-darwin-x64',
  '@chdb/lib-linux-arm64-gnu',
]);
