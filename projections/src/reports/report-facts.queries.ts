import { defineQuery, type Query } from '@tapwise/infra';
import { z } from 'zod';
import { moneySettings, moneyTables } from './money.queries.ts';
import { type Fact, factRow } from './report-fact.ts';
import {
  amountsSection,
  installSection,
  type ReportLevel,
  structureSections,
  subscriptionSection,
  todaySection,
  unlinkedSection,
} from './report-sections.queries.ts';

/** What every report statement takes; ids that a level does not need are 0. */
export const factParams = z.object({
  ...{ application_id: z.number(), org_id: z.number(), adam_id: z.number() },
  ...{ campaign_id: z.number(), ad_group_id: z.number() },
  /** First and last day, and today, in the organization's zone. */
  ...{ from: z.string(), to: z.string(), today: z.string() },
  /** First instant of the range and first one after it, and now; milliseconds. */
  ...{ from_ms: z.number(), to_ms: z.number(), now_ms: z.number() },
  currency: z.string(),
  ...{ every_country: z.boolean(), countries: z.array(z.string()), claim_types: z.array(z.string()) },
  /** Whether users that belong to no campaign are asked for. */
  with_unattributed: z.boolean(),
  small_business: z.boolean(),
  /** Organizations whose users are not foreign. */
  linked_org_ids: z.array(z.number()),
});
export type FactParams = z.infer<typeof factParams>;

/** Everything a report is made of, in one statement: one row per fact, told apart by its section. */
export const reportFacts: Readonly<Record<ReportLevel, Query<FactParams, Fact>>> = {
  campaign: factsQuery('campaign'),
  ad_group: factsQuery('ad_group'),
  keyword: factsQuery('keyword'),
};

function factsQuery(level: ReportLevel): Query<FactParams, Fact> {
  return defineQuery({ name: `report-facts-${level}`, sql: factsSql(level), params: factParams, row: factRow });
}

/** The statement of a level, for those who ask the engine directly. */
export function factsSql(level: ReportLevel): string {
  const sections = [
    ...structureSections(level),
    amountsSection(level),
    ...(level === 'campaign' ? [todaySection, unlinkedSection] : []),
    installSection(level),
    subscriptionSection(level),
  ];
  return `WITH ${moneyTables}\n${sections.join('\nUNION ALL\n')}\n${moneySettings}`;
}
