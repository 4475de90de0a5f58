import type { GuardrailName } from '../../../shared/campaigns/changes/guardrail-calls.ts';
import { formatCount } from '../../../shared/format/numbers.ts';

/** A guardrail in words: its name, what it is for, and its limit as a sentence with places for what is typed. */
interface GuardrailText {
  name: string;
  description: string;
  limit: string;
}

const guardrails: Readonly<Record<GuardrailName, GuardrailText>> = {
  bid_step: {
    name: 'Bid in one step',
    description: 'For keywords and ad groups; one that follows its ad group starts from that bid.',
    limit: 'To at most {factor} times the old bid, or {plus} more where that is higher',
  },
  budget_step: {
    name: 'Daily budget in one step',
    description: 'For each campaign.',
    limit: 'To at most {factor} times the old daily budget',
  },
  budget_day: {
    name: 'Daily budgets in one day',
    description: 'For all campaigns of an ad organization together, on its local day.',
    limit: 'Raised by at most {share} % of their sum at 00:00',
  },
  rows: { name: 'Rows of one change', description: 'Uploads and change sets too.', limit: 'At most {limit} rows' },
  rule_units: {
    name: 'Keywords of one run',
    description: 'The rest is looked at in the next slot.',
    limit: 'A rule changes at most {limit} keywords',
  },
  rule_day: {
    name: 'Raises of one day',
    description: 'By all rules together, for each keyword on its local day.',
    limit: 'By at most {share} % of the bid at 00:00',
  },
  spend_spike: {
    name: 'Spend that jumps',
    description:
      'Today against the mean of the last 14 full days, of the campaigns of a rule; 7 of them must have spend.',
    limit: 'Over {factor} times the mean, and {plus} above it',
  },
  min_data: {
    name: 'Least data',
    description:
      'Rules that watch search terms leave rarer terms alone. Raising bids needs no data: that is its purpose.',
    limit: 'A search term has {impressions} impressions or more',
  },
  quiet_hours: {
    name: 'Quiet hours',
    description:
      'In the time zone of the ad organization. A slot within them is left out, and the log of the rule says so.',
    limit: 'From {from} to {to}',
  },
  second_person: {
    name: 'Second person',
    description: 'A change set is applied only after a person other than its authors has approved it.',
    limit: '',
  },
};

/** Words of the limits that changes are held to. */
export const guardrailMessages = {
  title: 'Guardrails',
  intro: 'Limits for every change of bids and budgets by people, rules and change sets, checked on the server.',
  modesAre: [
    ['Off', 'not checked'],
    ['Warn', 'made, and the row says so'],
    ['Confirm', 'a person is asked first'],
    ['Block', 'not made'],
    ['Clip', 'a rule goes up to the limit'],
  ] as const,
  more: 'More about guardrails',
  sections: {
    changes: 'Changes of people and rules',
    rules: 'Rules alone',
    sets: 'Change sets',
    fixed: 'Always on',
  },
  columns: { guardrail: 'Guardrail', limit: 'Limit', people: 'People', rules: 'Rules' },
  guardrails,
  fields: {
    factor: 'factor',
    plus: 'amount',
    share: 'percent',
    limit: 'number',
    impressions: 'impressions',
    from: 'from',
    to: 'to',
  } as Readonly<Record<string, string>>,
  amounts: (which: string) => `Amounts are ${which}.`,
  inCurrency: (currency: string) => `in ${currency}`,
  inCurrencies: 'in the currency of each ad organization',
  peopleOf: (name: string) => `${name}, for people`,
  rulesOf: (name: string) => `${name}, for rules`,
  modes: { off: 'Off', warn: 'Warn', confirm: 'Confirm', block: 'Block', clip: 'Clip' } as Readonly<
    Record<string, string>
  >,
  always: 'Always',
  /** Where a mode does something of its own. */
  ownModes: {
    'spend_spike warn': 'Warn by mail',
    'spend_spike block': 'No raises until midnight',
    'quiet_hours block': 'Leave the slot out',
  } as Readonly<Record<string, string>>,
  secondPerson: 'A second person approves change sets',
  fixed: {
    name: 'Limits of Apple Ads',
    about: 'They cannot be switched off. People are refused, rules are clipped.',
    limit: 'Smallest bid · bid at most the daily budget · lifetime budget only up',
  },
  unsaved: (count: number) => `${formatCount(count)} ${count === 1 ? 'limit' : 'limits'} changed, not saved`,
  save: 'Save',
  saving: 'Saving...',
  cancel: 'Cancel',
  saved: 'Guardrails saved',
  nothing: 'Nothing was changed',
  wrong: 'Some limits cannot be saved',
  onlyAdmins: 'Only an admin can change guardrails',
  demo: "You're on a demo account.",
  offline: 'You are offline',
  stopped: (what: string, since: string) =>
    `Stop all is active for ${what} since ${since}: no rule, scheduled change set or creation writes. The limits below still hold for people.`,
  stoppedTeam: 'the whole team',
  faults: {
    number: (least: string, most: string) => `Enter a number from ${least} to ${most}`,
    whole: (least: string, most: string) => `Enter a whole number from ${least} to ${most}`,
    decimals: (most: number) => (most === 1 ? 'At most one decimal' : `At most ${most} decimals`),
    noDecimals: (currency: string) => `No decimals are allowed in ${currency}`,
    time: 'Enter a time such as 22:00',
    sameTime: 'From and to must differ',
  },
  restricted: 'Your access does not include bids and budgets, nor their limits.',
} as const;
