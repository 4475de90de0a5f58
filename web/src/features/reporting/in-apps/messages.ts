/** Words of In-Apps. */
export const inAppsMessages = {
  title: 'In-Apps',
  empty: 'No in-app purchases yet',
  emptyText: 'Each product appears here the day after its first sale.',
  loading: 'Loading...',
} as const;
