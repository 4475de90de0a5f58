/** Words of the menu that begins a rule. */
export const menuMessages = {
  newRule: 'New rule',
  blank: 'Blank rule',
  blankUse: 'Write every condition yourself',
  risk: 'Risk',
  loading: 'Loading...',
  retry: 'Try again',
  conflicts: 'Conflicts',
} as const;
