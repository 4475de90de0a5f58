import type { ClickHouseClient } from '@tapwise/adapters';
import { addDays } from '@tapwise/domain';
import {
  adGroupReport,
  allKeywordsReport,
  campaignReport,
  campaignSeries,
  countryReport,
  keywordReport,
  monthlyReport,
  type ReportQuestion,
} from '@tapwise/projections/queries';
import type { TenantSize } from './big-tables.ts';
import type { HandWritten } from './hand-written.ts';

/** Everything of a tenant over the last 90 days. */
export function questionOf(size: TenantSize, today: string): ReportQuestion {
  const first = size.applicationId * 1_000_000;
  return {
    scope: {
      applicationId: size.applicationId,
      adamId: size.adamId,
      orgId: size.orgId,
      orgCurrency: 'EUR',
      timeZone: 'UTC',
      currency: 'USD',
      smallBusiness: false,
      linkedOrgIds: [size.orgId],
    },
    from: addDays(today, -89),
    to: today,
    countries: null,
    claimType: 'total',
    status: 'all',
    now: new Date(),
    campaignId: first + 1,
    adGroupId: first + 1001,
    campaignIds: Array.from({ length: size.campaigns }, (_, index) => first + 1 + index),
  };
}

/** A report call, and how an analyst would ask for its numbers. */
export interface SizedCall {
  readonly name: string;
  ask(client: ClickHouseClient, question: ReportQuestion): Promise<unknown>;
  readonly byHand: Pick<HandWritten, 'object' | 'level' | 'bucket'> & { where(question: ReportQuestion): string };
}

const ofCampaign = ({ campaignId }: ReportQuestion): string => `AND campaign_id = ${campaignId}`;
const everything = (): string => '';
/** The report calls, by the names docs/figures.md has them under. */
export const sizedCalls: readonly SizedCall[] = [
  {
    name: 'campaigns',
    ask: campaignReport,
    byHand: { object: 'campaign_id', level: 'campaign', bucket: null, where: everything },
  },
  {
    name: 'adgroups',
    ask: adGroupReport,
    byHand: { object: 'ad_group_id', level: 'ad_group', bucket: null, where: ofCampaign },
  },
  {
    name: 'keywords',
    ask: keywordReport,
    byHand: {
      object: 'keyword_id',
      level: 'keyword',
      bucket: null,
      where: (question) => `${ofCampaign(question)} AND ad_group_id = ${question.adGroupId}`,
    },
  },
  {
    name: 'all_campaigns_keywords',
    ask: allKeywordsReport,
    byHand: { object: 'keyword_id', level: 'keyword', bucket: null, where: everything },
  },
  {
    name: 'all_campaigns_keywords, a window of 100 by spend',
    ask: (client, question) =>
      allKeywordsReport(client, { ...question, window: { sort: 'spend', descending: true, offset: 0, limit: 100 } }),
    byHand: { object: 'keyword_id', level: 'keyword', bucket: null, where: everything },
  },
  {
    name: 'basic_by_countries',
    ask: countryReport,
    byHand: { object: 'country', level: 'campaign', bucket: null, where: everything },
  },
  {
    name: 'monthly_reports',
    byHand: { object: "''", level: 'campaign', bucket: 'month', where: everything },
    ask: (client, { scope, now }) =>
      monthlyReport(client, {
        scopes: [scope],
        year: now.getUTCFullYear(),
        countries: null,
        claimType: 'total',
        now,
        currency: 'USD',
      }),
  },
  {
    name: 'campaigns by day',
    byHand: { object: 'campaign_id', level: 'campaign', bucket: 'day', where: everything },
    ask: (client, question) => campaignSeries(client, { ...question, granularity: 'day' }),
  },
];

/** Questions of one caller, each a little different: other ends of the range, claim types and countries. */
export function variantsOf(question: ReportQuestion, caller: number, count: number): ReportQuestion[] {
  const claimTypes = ['total', 'click', 'view'] as const;
  return Array.from({ length: count }, (_, index) => {
    const variant = caller * count + index;
    return {
      ...question,
      from: addDays(question.from, variant % 5),
      claimType: claimTypes[variant % 3] ?? 'total',
      countries: variant % 4 === 3 ? ['US', 'DE', 'GB'] : null,
    };
  });
}
