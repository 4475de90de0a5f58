/** Words around all tabs of Campaign Management. */
export const frameMessages = {
  title: 'Campaign Management',
  tabs: 'Views of Campaign Management',
  campaigns: 'Campaigns',
  tools: 'Campaign tools',
  changeSets: 'Change sets',
  guardrails: 'Guardrails',
  history: 'History',
} as const;
