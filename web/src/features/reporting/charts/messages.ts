import { settingNames } from '../../../shared/campaigns/changes/setting-names.ts';

/** Words of Charts; the specification's sentences letter by letter. */
export const chartMessages = {
  title: 'Charts',
  empty: 'Choose a report and press Update',
  tickRows: 'Tick rows to draw lines',
  tooMany: (count: number) =>
    `${count} lines are drawn and only 13 colours can be distinguished. Keep the first ones by value.`,
  keepFirst: 'Keep the first five',
  noRows: 'No data for this period',
  loading: 'Loading...',
  integrateAds: 'Please integrate the search-ads service for this application in Settings',
  noApplications: 'Please create your first applicaiton to start using Tapwise',
  otherCurrencies: (names: string, currency: string) =>
    `${names} ${names.includes(',') ? 'use' : 'uses'} another currency than ${currency}; choose it alone to chart it.`,
  back: 'Back to previous',
  tableWidth: 'Width of the table',
  before: (days: string) => `before: ${days}`,
  moved: (count: number) => `${count} rows changed order`,
} as const;

/** The levels a chart can be made of, with the words of the selector. */
export const reportTypes = {
  campaigns: { label: 'Campaigns', one: 'Campaign', level: 'campaign' },
  adgroups: { label: 'Ad groups', one: 'Ad group', level: 'ad_group' },
  keywords: { label: 'Keywords', one: 'Keyword', level: 'keyword' },
} as const;
export type ReportType = keyof typeof reportTypes;

/** Words of the marks: what was changed, when and of which object. */
export const markMessages = {
  lane: 'Change marks',
  count: (count: number) => (count === 1 ? '1 mark' : `${count.toLocaleString()} marks`),
  unknownCount: 'Marks',
  notLoaded: 'Marks not loaded',
  choose: 'Marks shown',
  inside: { campaigns: 'Also ad groups and keywords', adgroups: 'Also keywords', keywords: null },
  drawer: 'Changes',
  list: 'Changes by day',
  drawn: (lines: number) => (lines === 1 ? 'Of the line drawn' : `Of the ${lines} lines drawn`),
  nothing: 'Nothing was changed in this range',
  noMatch: 'No change matches the marks shown',
  showAll: 'Show all marks',
  more: 'Only the newest 1,000 changes of this range are shown.',
  origin:
    'Changes found by asking Apple Ads, in the time zone of the ad organization. Changes before the first request are unknown.',
  changed: 'Changed',
  by: (actor: string) => `by ${actor}`,
  several: (count: number) => `${count} changes`,
  none: 'none',
  fields: settingNames,
  anotherPage: 'Product page changed',
  statuses: { ENABLED: 'Enabled', PAUSED: 'Paused', DELETED: 'Deleted' } as Record<string, string>,
} as const;
