/** Words of every scope bar. */
export const scopeMessages = {
  unsent: 'Changes not applied',
  nothingChanged: 'Nothing has been changed',
} as const;
