/** Addresses of the tools of Campaign Management; `app` and `org` in their query say for whom. */
export const toolPaths = {
  tools: '/client/management/tools',
  filterSkag: '/client/management/tools/skag/filter',
  filterDiscovery: '/client/management/tools/discovery/filter',
  productPages: '/client/management/tools/cpp/manage',
  productPageReports: '/client/management/tools/cpp/reports',
} as const;
