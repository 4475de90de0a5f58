/** Words of the frame around all screens. */
export const shellMessages = {
  search: 'Search or jump to',
  placeholder: 'Screens, applications, campaigns, actions',
  results: 'Results',
  screens: 'Screens',
  applications: 'Applications',
  campaigns: 'Campaigns',
  actions: 'Actions',
  moveKeys: 'Up and Down to move',
  openKey: 'Enter to open',
  closeKey: 'Esc to close',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  nothing: (text: string) => `Nothing matches “${text}”`,
  typeForCampaigns: (scope: string) => `Type to find campaigns of ${scope}`,
  searching: 'Searching campaigns...',
  campaignsFailed: (why: string) => `Could not search campaigns: ${why}`,
  retry: 'Retry',
  more: (count: number) =>
    `${count} more ${count === 1 ? 'campaign matches' : 'campaigns match'}: type more of the name`,
  lightTheme: 'Use the light theme',
  darkTheme: 'Use the dark theme',
  systemTheme: "Use the system's theme",
  collapseMenu: 'Collapse menu',
  expandMenu: 'Expand menu',
  logOut: 'Log out',
  help: 'Help',
  shortcuts: 'Keyboard shortcuts',
  figures: 'How figures are calculated',
  apiReference: 'API reference (OpenAPI)',
  newTab: 'opens in a new tab',
  figuresIntro: 'Press Enter on any figure of a report to see it with its own values. Each column means:',
  searchFigures: 'Search figures',
  noFigure: 'No matching figure',
} as const;

/** Where the API describes itself. */
export const apiReferencePath = '/api/openapi.json';
