/** Words of the page of a rule that people wrote. */
export const pageWords = {
  loading: 'Loading...',
  columns: {
    verdict: 'Verdict',
    case: 'Case',
    old: 'Old',
    new: 'New',
    decided: 'What decided',
    distance: 'Distance',
  },
  decisions: 'Decisions',
  more: (count: string) => `Show ${count} more`,
  why: (name: string) => `Why: ${name}`,
} as const;
