/** Words of every scope bar. */
export const scopeMessages = {
  unsent: 'Changes not applied',
  nothingChanged: 'Nothing has been changed',
  loading: 'Loading...',
  failed: 'The names could not be loaded',
  noMatch: 'No name matches',
} as const;

/** Said in the place of choices: a list that has not come, or could not be read, is not one without a match. */
export function noChoice({ loading, failed, none }: { loading: boolean; failed: boolean; none: boolean }): string {
  if (loading) return scopeMessages.loading;
  return failed && none ? scopeMessages.failed : scopeMessages.noMatch;
}
