/** Words around all pages of Settings. */
export const frameMessages = {
  title: 'Settings',
  path: 'Path',
  sections: 'Sections',
  applications: 'Applications',
  webhooks: 'Webhooks',
  sql: 'SQL access',
  appearance: 'Appearance',
  profile: 'Profile',
  notifications: 'Notifications',
  team: 'Team',
  sessions: 'Sessions',
} as const;
