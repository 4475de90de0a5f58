/** Words of the page on which an address outside a team decides about its reports. */
export const confirmReportMessages = {
  title: 'A report for you',
  noLink: 'This link is no longer valid.',
  ofPerson: (author: string, team: string) => `${author} of ${team} wants to send you a report from Tapwise.`,
  ofTeam: (team: string) => `${team} wants to send you a report from Tapwise.`,
  accept: 'Send me this report',
  acceptAgain: 'Send it to me again',
  decline: 'No, do not send it',
  unsubscribe: 'Unsubscribe',
  states: {
    pending: 'You get nothing unless you accept. Every report has a link that stops it.',
    confirmed: 'You get this report. Every one has a link that stops it.',
    unsubscribed: 'You do not get this report.',
    bad: 'Mails to your address came back, so the report is not sent.',
  },
} as const;
