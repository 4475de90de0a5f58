import { addDays, dayInZone, isoCurrency, startOfDayInZone } from '@tapwise/domain';
import type { ClickHouseClient } from '@tapwise/infra';
import { assembleReport, baseOf, baseWithoutAds, type DraftRow, searchMatchBase } from './assemble-report.ts';
import { type GatheredFacts, gatherFacts, hasData, type ObjectFacts } from './gather-facts.ts';
import type { Report, ReportQuestion, StatusFilter } from './report.ts';
import { type FactParams, reportFacts } from './report-facts.queries.ts';
import type { ReportLevel } from './report-sections.queries.ts';
import { passesStatus } from './report-settings.ts';
import { readReportState } from './report-state.queries.ts';
import { warningOf } from './report-warning.ts';

/** Rows per campaign, with `Organic` and `Attribution pending` while neither country nor status is filtered. */
export const campaignReport = (
  client: ClickHouseClient,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Report> => askReport(client, 'campaign', question, signal);

/** Rows per ad group of `question.campaignId`. */
export const adGroupReport = (
  client: ClickHouseClient,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Report> => askReport(client, 'ad_group', question, signal);

/** Rows per keyword of `question.adGroupId`, row 0 being its traffic without a keyword. */
export const keywordReport = (
  client: ClickHouseClient,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Report> => askReport(client, 'keyword', question, signal);

async function askReport(
  client: ClickHouseClient,
  level: ReportLevel,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Report> {
  const { scope, claimType } = question;
  const params = factParamsOf(level, question);
  const { position, asOf } = await readReportState(client, scope.applicationId, [scope.orgId], signal);
  const gathered = gatherFacts(await reportFacts[level](client, params, signal));
  const drafts = draftRows(level, gathered, question, asOf.ads !== null);
  const context = { campaignId: question.campaignId ?? 0, adGroupId: question.adGroupId ?? 0 };
  const settingsCurrency = scope.orgCurrency;
  // Only campaign-level answers warn.
  const warning = level === 'campaign' ? warningOf(gathered, scope.currency) : undefined;
  return {
    ...assembleReport(drafts, { ...context, level, claimType, settingsCurrency }),
    ...{ asOf, position },
    ...(warning === undefined ? {} : { warning }),
  };
}

/**
 * The parameters of a report's statement.
 * @throws RangeError when an id that the level needs is missing.
 */
export function factParamsOf(level: ReportLevel, question: ReportQuestion): FactParams {
  const { scope, from, to, countries, claimType, status, now } = question;
  if (level !== 'campaign' && question.campaignId === undefined) throw new RangeError('campaignId is missing');
  if (level === 'keyword' && question.adGroupId === undefined) throw new RangeError('adGroupId is missing');
  return {
    ...{ application_id: scope.applicationId, org_id: scope.orgId, adam_id: scope.adamId },
    ...{ campaign_id: question.campaignId ?? 0, ad_group_id: question.adGroupId ?? 0 },
    ...{ from, to, today: dayInZone(now.getTime(), scope.timeZone) },
    from_ms: startOfDayInZone(from, scope.timeZone),
    to_ms: startOfDayInZone(addDays(to, 1), scope.timeZone),
    now_ms: now.getTime(),
    currency: isoCurrency(scope.currency),
    ...{ every_country: countries === null, countries: [...(countries ?? [])] },
    claim_types: claimType === 'total' ? ['click', 'view'] : [claimType],
    // Users without a campaign have no country, and no object whose status could be asked.
    with_unattributed: countries === null && status === 'all',
    small_business: scope.smallBusiness,
    linked_org_ids: [...scope.linkedOrgIds],
  };
}

/** The rows to show, by name; users without a campaign last. */
export function draftRows(
  level: ReportLevel,
  gathered: GatheredFacts,
  question: ReportQuestion,
  pulledOnce: boolean,
): DraftRow[] {
  // Before the first pull, and for an object the service has not shown, ad figures are not known; that is not zero.
  const adsArePulled = pulledOnce || [...gathered.objects.values()].some((facts) => facts.ads !== undefined);
  const baseFor = (facts: ObjectFacts) =>
    adsArePulled && (facts.structure !== undefined || facts.ads !== undefined) ? baseOf(facts) : baseWithoutAds(facts);
  const objects = [...gathered.objects.values()];
  const shown = objects
    .filter((facts) => facts.id > 0 && isShown(facts, question.status))
    .sort((a, b) => compareNames(a.structure?.name ?? '', b.structure?.name ?? '') || a.id - b.id)
    .map((facts) => ({ id: facts.id, facts, base: baseFor(facts) }));
  const nobody = (id: number): ObjectFacts =>
    gathered.objects.get(id) ?? { id, firstLaunches: 0, subscriptions: [], income: [] };
  if (level === 'campaign') {
    if (question.countries !== null || question.status !== 'all') return shown;
    const others = [0, -1].map((id) => ({ id, facts: nobody(id), base: baseWithoutAds(nobody(id)) }));
    return [...shown, ...others];
  }
  if (level === 'ad_group' || question.status !== 'all') return shown;
  const parentIsKnown = gathered.parentStructure !== undefined || gathered.parentAds !== undefined;
  const base = adsArePulled && parentIsKnown ? searchMatchBase(gathered) : baseWithoutAds(nobody(0));
  const matches = gathered.parentStructure?.search_match === true && !gathered.parentStructure.is_deleted;
  const counted = Object.values(base).some((value) => value !== null && value !== 0);
  return matches || counted ? [...shown, { id: 0, facts: nobody(0), base }] : shown;
}

function isShown(facts: ObjectFacts, filter: StatusFilter): boolean {
  if (!passesStatus(facts, filter)) return false;
  const known = facts.structure !== undefined && !facts.structure.is_deleted;
  return known || hasData(facts);
}

const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
