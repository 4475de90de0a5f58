/** Words of the start page. */
export const landingMessages = {
  documentTitle: 'Know what every keyword earns',
  above: 'Search ads for apps, measured to the payment',
  title: 'Know what every keyword earns.',
  lead: 'Tapwise joins what you spend in search ads with what your subscribers pay, keyword by keyword, live. Then it helps you act.',
  start: 'Start 30-day trial',
  startShort: 'Start free trial',
  logIn: 'Log in',
  demo: 'Explore the living demo',
  note: 'No card. One line of Swift. No tracking prompt.',
  product:
    'The Reports screen of Tapwise: the spend, income and result of today above a table of campaigns with taps, installs, spend, trials, income, result and ROAS, and the age of each source in its header.',
  live: {
    title: 'Today in the living demo',
    waiting: 'loading the newest figures',
    now: (application: string) => `${application}, as of this minute`,
    away: 'not reachable now; retrying in a moment',
    figures: [
      { name: 'spend', label: 'Spend', before: '$', after: '' },
      { name: 'predicted_income', label: 'Predicted income', before: '$', after: '' },
      { name: 'predicted_roas', label: 'Predicted ROAS', before: '', after: '%' },
      { name: 'installs', label: 'Installs', before: '', after: '' },
      { name: 'trials', label: 'Trials', before: '', after: '' },
    ],
    note: 'The publisher is simulated; every figure came through the same calls, log and tables as yours will.',
  },
  plans: {
    title: 'One price, by installs',
    text: 'Every plan has everything: reports, predictions, rules, webhooks and SQL, for as many people and applications as you like. Over the limit nothing is cut or lost.',
    installs: (count: string) => `Up to ${count} installs a month`,
    monthly: 'a month',
    annual: (amount: string, percent: number) => `or ${amount} once a year, ${percent} % less`,
    more: '30 days free, no card. More than 100,000 installs? Ask us on the Payments page.',
  },
  report: {
    title: ['Spend and income', 'in one row'],
    text: 'A keyword that costs 4 dollars an install can be your best. You see it only when the money people paid later is beside the bid that brought them.',
    points: [
      'Income the second the store reports it',
      'Spend as fresh as it comes, with its age',
      'Campaign, ad group, keyword, country',
    ],
    picture: 'A table of keywords with spend, income and result; one income has just changed.',
  },
  explained: {
    title: ['Every number', 'explains itself'],
    text: 'Predictions are useful when you can check them. Open any figure: the formula with your values, what was counted, how sure we are, and how old each part is.',
    points: [
      'An 80 % band beside every prediction',
      'Each term with the figures of your own app',
      'Unknown is shown as unknown, never as zero',
    ],
    picture:
      'The calculation of a predicted ROAS of 128.92 %: its band from 104 to 157, each term of the proceeds, the spend, and the age of each source.',
  },
} as const;
