import { formatCount } from '../../../../shared/format/numbers.ts';

const units = (count: number): string => `${formatCount(count)} ${count === 1 ? 'unit' : 'units'}`;

const matching = (count: number): string =>
  count === 0 ? 'none matches' : `${formatCount(count)} ${count === 1 ? 'matches' : 'match'}`;

/** Words of the page that shows which rules pull against each other. */
export const conflictWords = {
  title: 'Conflicts',
  allRules: 'All rules',
  path: 'Path',
  none: 'No rules pull against each other',
  noneText: 'Rules that write the same field of the same units the other way would be here.',
  pairs: 'Rules that pull against each other',
  pairText: (field: string, shared: number, bothNow: number) =>
    `${field} of ${units(shared)}; ${matching(bothNow)} both now`,
  changes: 'Changes of 14 days',
  columns: { at: 'At', unit: 'Unit', rule: 'Rule', old: 'Old', new: 'New' },
  advice: 'Make them cases of one rule, give one the lower priority number, or narrow what one applies to.',
  oscillating: 'Goes up and down in turns',
  oscillatingText: (field: string, turns: number, until: string) =>
    `${field} changed direction ${formatCount(turns)} times; left alone until ${until}`,
  neverMatched: 'Never matched in 30 days',
  neverText: (since: string) => `has not matched anything since ${since}`,
  covered: 'Another rule comes first',
  coveredText: (name: string) => `all of its units are in "${name}", which comes first`,
  unknownRule: (id: number) => `Rule ${id}`,
  and: 'and',
  in: (campaign: string) => `in ${campaign}`,
  fields: {
    cpt_bid: 'Bid',
    cpa_goal: 'CPA goal',
    target_cpa: 'Target CPA',
    daily_cap: 'Daily budget',
    status: 'Status',
    label: 'Label',
    keyword: 'Keyword',
    negative: 'Negative keyword',
  } as Readonly<Record<string, string>>,
} as const;
