import { formatCount } from '../../shared/format/numbers.ts';

/** "1 rule", "12 rules". */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Words of the page of one rule. */
export const pageMessages = {
  rule: {
    head: (updates: number) => (updates === 1 ? 'once a day' : `${updates} times a day`),
    once: 'once a day',
    next: (slot: string) => `next ${slot}`,
    units: (keywords: number, campaigns: number) =>
      `${plural(keywords, 'keyword')} in ${plural(campaigns, 'campaign')}`,
    inCampaigns: (campaigns: number) => `in ${plural(campaigns, 'campaign')}`,
    version: (version: number) => `version ${version}`,
    runs: 'Run',
    newest: 'Newest run',
    dry: 'If it ran now',
    dryNote: 'Nothing is recorded or sent',
    runOf: (slot: string) => `Run of ${slot}`,
    byHand: (clock: string) => `Run by hand, ${clock}`,
    runStates: {
      running: 'Running',
      missed: 'Missed',
      stopped: 'Stopped',
      no_fresh_data: 'Not done: no fresh data',
    } as Readonly<Record<string, string>>,
    noRun: 'No run yet',
    noRunText: 'The rule runs at its next slot. Run now or a dry run shows what it would do.',
    noUnits: 'No keywords in this run',
    filter: 'Filter keywords',
    verdict: 'Verdict',
    allVerdicts: 'All verdicts',
    columns: {
      keyword: 'Keyword',
      verdict: 'Verdict',
      old: 'Old',
      new: 'New',
      cap: 'Nearest cap',
      distance: 'Distance',
      why: 'Why',
    },
    more: (count: number) => `Show ${formatCount(count)} more`,
    caps: 'Caps',
    capsNote: 'a keyword is raised only while all caps have room',
    capsNone: 'no caps are set',
    reachedCount: (count: number) => `${formatCount(count)} reached`,
    overCount: (count: number) => `${formatCount(count)} over`,
    limitedCount: (count: number) => `${formatCount(count)} limited`,
    counts: (parts: readonly string[]) => parts.join(', '),
    checked: (count: number) => `${plural(count, 'keyword')} checked`,
    raised: (count: number) => `${formatCount(count)} raised`,
    wouldRaise: (count: number) => `${formatCount(count)} would be raised`,
    atCap: (count: number) => `${formatCount(count)} at a cap`,
    skipped: (count: number) => `${formatCount(count)} skipped`,
    failed: (count: number) => `${formatCount(count)} failed`,
    negated: (count: number) => `${formatCount(count)} blocked`,
    toDecide: (count: number) => `${formatCount(count)} to decide`,
    selection: 'Rule',
  },
  chart: {
    title: 'Bids over time',
    note: (drawn: number, of: number, sign: string, range: string) =>
      `${drawn} of ${plural(of, 'keyword')}, ${sign}, ${range}`,
    none: 'No bid of these keywords was changed in the last 30 days',
    cap: (limit: string) => `CPT bid cap ${limit}`,
    edited: 'rule changed',
    asTable: 'Show as table',
    asChart: 'Show as chart',
    tableColumns: {
      at: 'At',
      keyword: 'Keyword',
      old: 'Old',
      new: 'New',
      who: 'Set by',
      numbers: 'Numbers that decided',
    },
    summary: (name: string, from: string, to: string) => `${name} from ${from} to ${to}`,
  },
  since: {
    title: 'Since the rule began',
    began: (day: string, days: number) =>
      `First bid changed ${day}; ${plural(days, 'full day')} since, beside the same number of days before`,
    none: 'This rule has not changed a bid in the last 90 days.',
    young: 'The first full day since the first change is not over yet.',
    columns: { figure: 'Figure', before: 'Before', after: 'Since', change: 'Change' },
    figures: {
      impressions: 'Impressions',
      taps: 'Taps',
      installs: 'Installs',
      spend: 'Spend',
      cpt: 'CPT',
      cpa: 'CPA',
    } as const,
    raises: (raises: number, keywords: number) => `${plural(raises, 'bid change')} of ${plural(keywords, 'keyword')}`,
    atLeast: 'at least',
    limits: [
      'Whole campaigns of the rule, including keywords it never raised.',
      'Two periods side by side prove no cause: season, competition and other changes affect both.',
      'Days pulled before the integration are known in their final form only; the last days may still be restated.',
    ],
  },
} as const;
