export const outboxMessages = {
  title: 'Outbox',
  about: 'This server sends no mail. What it would send is listed here, the newest first; links in it work.',
  empty: 'No mail yet. Sign up, invite someone or ask for a new password.',
  missing: 'There is no outbox here. It is shown by a demo without a mail server, to this machine alone.',
  find: 'Find by address or subject',
  none: 'No mail matches.',
  to: (address: string) => `To ${address}`,
} as const;
